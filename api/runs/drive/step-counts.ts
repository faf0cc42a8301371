import type { LoadResult } from '../../contract/agent-reports.ts';
import type { HostEvidence } from '../../contract/tuning.ts';
import type { StepCounts } from '../../rules/evidence/of-step.ts';
import type { TunedHost } from '../../rules/tuning/tuned-host.ts';
import type { TunedRunRow } from '../store/runs.ts';

/** Steps from before these were counted have none. */
const NOT_COUNTED: Pick<
  HostEvidence,
  'packetsReceived' | 'otherCpus' | 'competitors' | 'underLoad' | 'counters' | 'requestsBySecond' | 'loadTime'
> = {
  packetsReceived: [],
  otherCpus: null,
  competitors: null,
  underLoad: null,
  counters: null,
  requestsBySecond: null,
  loadTime: null,
};

export const toHostEvidence = (stored: unknown): HostEvidence => ({ ...NOT_COUNTED, ...(stored as HostEvidence) });

/** What the hosts and the tools counted in a step. */
export function countsOf(
  { index, clients }: TunedRunRow['steps'][number],
  tuned: Pick<TunedHost, 'evidence'>[],
): StepCounts {
  return {
    hosts: tuned.flatMap(({ evidence }) => evidence.flatMap((one) => (one.stepIndex === index ? [one.evidence] : []))),
    succeededBySecond: clientSeconds(clients),
  };
}

/** What each client's tool counted in each second. */
export const clientSeconds = (clients: { result: unknown }[]): (number[] | null)[] =>
  clients.map(({ result }) => wholeSeconds(result as LoadResult | null));

/** Without the last one, as the tool may have counted a part of it. */
function wholeSeconds(result: LoadResult | null): number[] | null {
  // Older runs did not keep it.
  const series = result?.succeededBySecond ?? null;
  return series && result && series.slice(0, Math.floor(result.durationUs / 1e6));
}
