import { LOAD_LIMITS } from '../../contract/limits.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { Wall } from '../../contract/verdict.ts';
import { canRunAgain } from '../spec/run-again.ts';
import { canProfile } from './limits-of-cpus.ts';
import { MORE_IN_FLIGHT } from './wall-unknown.ts';

/** What the advice of a verdict comes to in the form of a new run, by what its button says. */
export const NEXT_CHANGES = {
  rerun: 'Rerun when quiet',
  volley: 'Use volley',
  profile: 'Profile this step',
  'more-in-flight': 'Double the connections',
  'higher-rate': 'Double the rate',
} as const;
export type NextChange = keyof typeof NEXT_CHANGES;

export const isNextChange = (name: string | null): name is NextChange =>
  name !== null && Object.hasOwn(NEXT_CHANGES, name);

/** Null where the advice is something that no run can be asked for, such as another host or other CPUs. */
const OF_WALL: Record<Wall, NextChange | null> = {
  'competing-load': 'rerun',
  'client-cpu': 'volley',
  'client-thread': 'volley',
  'server-cpu': 'profile',
  'server-core': null,
  'nic-bandwidth': null,
  'packet-rate': null,
  'database-cpu': null,
  'database-lock': null,
  'wal-fsync': null,
  'pool-wait': null,
  'offered-load': 'higher-rate',
  'lock-contention': null,
  concurrency: 'more-in-flight',
  several: 'volley',
  unknown: 'more-in-flight',
};

/** The change that a run's advice asks for; null where there is none, or where this run is not able to make it. */
export function nextChange(run: Run): NextChange | null {
  if (run.imported || !canRunAgain(run.spec) || !run.verdict?.wall) return null;
  const { wall, walls, stepIndex } = run.verdict;
  const competing = run.findings.some(
    (found) => found.code === 'competing-load' && (found.stepIndex === null || found.stepIndex === stepIndex),
  );
  if (competing && walls.some((one) => OF_CPUS.includes(one))) return 'rerun';
  const change = OF_WALL[wall];
  if (change === null || (wall === 'several' && !walls.some((one) => OF_CLIENT.includes(one)))) return null;
  // What stands behind the target may be the limit too, and then other advice is given.
  if (wall === 'unknown' && (walls.length > 0 || !bothMeasured(run) || !run.verdict.next.includes(MORE_IN_FLIGHT)))
    return null;
  return isPossible(change, run, run.spec) ? change : null;
}

const OF_CPUS: Wall[] = ['client-cpu', 'server-cpu', 'database-cpu', 'competing-load'];
const OF_CLIENT: Wall[] = ['client-cpu', 'client-thread'];

function bothMeasured({ steps, verdict }: Run): boolean {
  const rows = steps.find(({ index }) => index === verdict?.stepIndex)?.verdict?.evidence ?? [];
  return (['server', 'client'] as const).every((side) =>
    rows.some((row) => row.resource === 'cpu' && row.side === side && row.percentLow !== null),
  );
}

/** A search plans its steps itself; what is asked for already is no change. */
function isPossible(change: NextChange, run: Run, spec: RunSpec): boolean {
  const step = run.steps.find(({ index }) => index === run.verdict?.stepIndex)?.spec;
  if (change === 'rerun') return true;
  if (change === 'volley') return spec.load.tool !== 'volley';
  if (spec.load.search !== null || !step) return false;
  if (change === 'profile')
    return (
      spec.target.kind === 'reference' &&
      canProfile(run) &&
      !spec.load.steps.some(({ profiles }) => profiles.length > 0)
    );
  return step.loop === (change === 'higher-rate' ? 'open' : 'closed') && added(spec, change) !== null;
}

/** The same run with the change made: what the form then shows as a difference. */
export function withNextChange(spec: RunSpec, change: NextChange, stepIndex: number): RunSpec {
  const { load } = spec;
  if (change === 'rerun') return spec;
  if (change === 'volley') return { ...spec, load: { ...load, tool: 'volley' } };
  if (change === 'profile') {
    const step = load.steps[stepIndex];
    return step ? withSteps(spec, load.steps.toSpliced(stepIndex + 1, 0, { ...step, profiles: ['cpu'] })) : spec;
  }
  const step = added(spec, change);
  return step ? withSteps(spec, [...load.steps, step]) : spec;
}

const withSteps = (spec: RunSpec, steps: StepSpec[]): RunSpec => ({ ...spec, load: { ...spec.load, steps } });

/** One step beyond the heaviest; null where the limits of a step leave no room. */
function added({ load }: RunSpec, change: 'more-in-flight' | 'higher-rate'): StepSpec | null {
  const plain = load.steps.map((step) => ({ ...step, profiles: [] }));
  if (change === 'more-in-flight') {
    const heaviest = plain.filter((step) => step.loop === 'closed').sort((a, b) => b.connections - a.connections)[0];
    const connections = (heaviest?.connections ?? 0) * 2;
    return heaviest && connections <= LOAD_LIMITS.connections[1] ? { ...heaviest, connections } : null;
  }
  const fastest = plain
    .filter((step) => step.loop === 'open')
    .sort((a, b) => b.requestsPerSecond - a.requestsPerSecond)[0];
  const requestsPerSecond = (fastest?.requestsPerSecond ?? 0) * 2;
  return fastest && requestsPerSecond <= LOAD_LIMITS.requestsPerSecond[1] ? { ...fastest, requestsPerSecond } : null;
}
