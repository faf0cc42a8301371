import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { Finding, Wall } from '../../contract/verdict.ts';
import { rateMet } from '../findings/findings-of-load.ts';
import { canRunAgain } from '../spec/run-again.ts';
import { isMainlySoftirq } from '../verdict/cpu-busy.ts';
import { measuredSteps } from '../verdict/measured-step.ts';
import { RAISE_RATE } from '../verdict/rate-next.ts';
import { MORE_IN_FLIGHT } from '../verdict/wall-unknown.ts';
import { CHANGES, type NextChange } from './changes.ts';

/** What is tried in turn: the first that can be asked of the run. Empty where the advice is something that no run can be asked for. */
const OF_WALL: Record<Wall, readonly NextChange[]> = {
  'competing-load': ['again'],
  'client-cpu': ['volley', 'client-host'],
  'client-thread': ['volley', 'tool-workers', 'client-host'],
  'server-cpu': ['profile'],
  'server-core': ['target-workers'],
  'nic-bandwidth': [],
  'packet-rate': [],
  'database-cpu': [],
  'database-lock': [],
  'wal-fsync': [],
  'pool-wait': [],
  'offered-load': ['higher-rate'],
  'lock-contention': [],
  concurrency: ['more-in-flight'],
  several: ['volley', 'client-host'],
  unknown: ['more-in-flight'],
};

const OF_FINDING: Record<Finding['code'], readonly NextChange[]> = {
  'littles-law': [],
  'offered-rate-not-met': ['lower-rate'],
  errors: [],
  'connections-missing': [],
  'connects-failed': [],
  'streams-withheld': [],
  unsteady: ['longer'],
  stalled: ['again'],
  'too-short': ['longer'],
  'closed-loop-latency': ['open-loop'],
  'synthetic-latency': ['volley'],
  'latency-range': [],
  'short-connections': [],
  'tls-unverified': [],
  profiled: ['unprofiled'],
  'oversubscribed-client': ['tool-workers'],
  'uneven-tool-workers': [],
  'client-unobserved': [],
  'server-unobserved': [],
  'target-addresses': [],
  'samples-missing': ['again'],
  'window-short': ['longer'],
  'search-once': ['again'],
  'shared-machine': [],
  'softirq-billed-to-tasks': [],
  'competing-load': ['again'],
  'target-beside-client': [],
  throttled: ['again'],
  retransmits: [],
  'listen-overflow': [],
  'softnet-drop': [],
  retries: [],
  'tuning-drift': [],
  'tuning-without-effect': [],
  'tuning-not-applied': [],
  'tuned-nic-without-load': ['load-nic'],
  'workers-missing': [],
  'workers-imbalanced': ['more-in-flight'],
  'target-changed': ['again'],
  'target-outside-its-cpus': [],
  'source-note': [],
  caveat: [],
};

const OF_CPUS: Wall[] = ['client-cpu', 'server-cpu', 'database-cpu', 'competing-load'];
const OF_CLIENT: Wall[] = ['client-cpu', 'client-thread'];

/** The change that a run's advice asks for; null where there is none, or where this run is not able to make it. */
export function changeOfRun(run: Run): NextChange | null {
  if (!run.verdict?.wall) return null;
  const { wall, walls, stepIndex, next, stopsOthers } = run.verdict;
  const has = (code: Finding['code']): boolean =>
    run.findings.some((found) => found.code === code && (found.stepIndex === null || found.stepIndex === stepIndex));
  const competing = has('competing-load');
  if (stopsOthers && walls.some((one) => OF_CPUS.includes(one))) return firstPossible(run, ['again'], stepIndex);
  if (wall === 'several' && !walls.some((one) => OF_CLIENT.includes(one))) return null;
  // What stands behind the target may be the limit too, and then other advice is given.
  if (wall === 'unknown' && (walls.length > 0 || !bothMeasured(run) || !next.includes(MORE_IN_FLIGHT))) return null;
  if (wall === 'offered-load' && !next.includes(RAISE_RATE))
    return competing || has('stalled') ? firstPossible(run, ['again'], stepIndex) : null;
  if (isOfPackets(run)) return firstPossible(run, ['spread-packets'], stepIndex);
  return firstPossible(run, OF_WALL[wall], stepIndex);
}

/** One CPU or thread was full, mainly of the network's work: more workers would not help. */
function isOfPackets({ steps, verdict }: Run): boolean {
  const step = steps.find(({ index }) => index === verdict?.stepIndex);
  if (!step) return false;
  if (verdict?.wall === 'server-core') return isMainlySoftirq(step, 'server');
  return verdict?.wall === 'client-thread' && isMainlySoftirq(step, 'client');
}

/** The change that a finding asks for, at the first step that has it; null as above. */
export const changeOfFinding = (run: Run, code: Finding['code'], stepIndex: number): NextChange | null =>
  firstPossible(run, changesOf(run, code, stepIndex), stepIndex);

/** Some codes advise this or that, depending on the step. */
function changesOf(run: Run, code: Finding['code'], stepIndex: number): readonly NextChange[] {
  const step = measuredSteps(run).find(({ index }) => index === stepIndex);
  if (code === 'offered-rate-not-met' && step) {
    const rate = rateMet(step);
    if (rate?.late || rate?.tooShort) return ['longer'];
    if (rate?.exceeded) return ['volley'];
  }
  if (code === 'window-short' && run.spec.load.tool !== 'volley') return ['volley'];
  return OF_FINDING[code];
}

/**
 * The same run with the change made: what the form then shows as a difference. Null where it cannot be made, such as one more
 * client where no host is free.
 */
export function withChange(
  run: Run,
  change: NextChange,
  stepIndex: number,
  spareClientId: string | null,
): RunSpec | null {
  const { spec } = run;
  return canRunAgain(spec) ? CHANGES[change].make({ run, spec, stepIndex, spareClientId }) : null;
}

/** Which host would be added is seen where it is prepared: here any will do. */
const ANY_HOST = 'any';

function firstPossible(run: Run, changes: readonly NextChange[], stepIndex: number): NextChange | null {
  if (run.imported) return null;
  return changes.find((change) => withChange(run, change, stepIndex, ANY_HOST) !== null) ?? null;
}

function bothMeasured({ steps, verdict }: Run): boolean {
  const rows = steps.find(({ index }) => index === verdict?.stepIndex)?.verdict?.evidence ?? [];
  return (['server', 'client'] as const).every((side) =>
    rows.some((row) => row.resource === 'cpu' && (row.side === side || row.side === null) && row.percentLow !== null),
  );
}
