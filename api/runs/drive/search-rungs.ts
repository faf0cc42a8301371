import type { HostFacts } from '../../contract/host.ts';
import type { SearchResult } from '../../contract/run.ts';
import type { KeptSpec } from '../../contract/spec.ts';
import { othersBeside } from '../../rules/findings/competing-share.ts';
import { nextRung, searchResult } from '../../rules/load/search/ceiling-search.ts';
import type { Others, Rung } from '../../rules/load/search/search-rung.ts';
import type { Plan } from '../../rules/run/progress.ts';
import { toPointOfLine } from '../store/points.ts';
import type { SummaryRow } from '../store/run-summaries.ts';
import { stepSpecOf } from '../store/runs.ts';

type StepRow = SummaryRow['steps'][number];

/** What other processes used of a host in a step. */
export interface OtherCpus {
  stepIndex: number;
  hostId: string;
  otherCpus: number | null;
}

/** What other processes did beside each step; nothing where nobody asked what the hosts counted. */
export type Beside = (stepIndex: number) => Others | null;
const NOBODY: Beside = () => null;

/** Of hosts as they were when the run was made. */
export const besideOf =
  (spec: KeptSpec, hosts: { hostId: string; name: string; facts: unknown }[], counted: OtherCpus[]): Beside =>
  (stepIndex) =>
    othersBeside(
      { spec },
      hosts.map(({ facts, ...host }) => ({ ...host, facts: facts as HostFacts })),
      counted.filter((one) => one.stepIndex === stepIndex),
    );

/** Finished steps of a search, as it judges them, without those that never ran. */
function rungsOf(steps: readonly StepRow[], beside: Beside): Rung[] {
  return steps.flatMap((row): Rung[] => {
    const rung = { stepIndex: row.index, spec: stepSpecOf(row), others: beside(row.index) };
    if (row.status === 'failed') return [{ ...rung, figures: null }];
    if (row.status !== 'measured' || !row.point) return [];
    const { requests, requestsPerSecond, latencyMs, latencyRangeMs, errors, unsent, connectionsEstablished } =
      toPointOfLine(row.point);
    const failedRequests = Object.values(errors).reduce((total, count) => total + count, 0);
    const figures = { requests, requestsPerSecond, failedRequests, latencyMs, latencyRangeMs, unsent };
    return [{ ...rung, figures: { ...figures, connectionsEstablished } }];
  });
}

/** The next step of a search; null if there is none, and without a search. */
export function searchOf(
  { load }: KeptSpec,
  steps: readonly StepRow[],
  beside: Beside,
): { next: Rung['spec'] | null } | null {
  const [first] = load.steps;
  return load.search && first ? { next: nextRung(load.search, first, rungsOf(steps, beside)) } : null;
}

/** What a search has found; null without a search. `over`: the run is, so no further step comes. */
export function searchFound(
  { load }: KeptSpec,
  steps: readonly StepRow[],
  over: boolean,
  beside: Beside = NOBODY,
): SearchResult | null {
  const [first] = load.steps;
  return load.search && first ? searchResult(load.search, first, rungsOf(steps, beside), over) : null;
}

/** What was planned so far; how many steps a running search still plans is not known. */
export function planOf(spec: KeptSpec, steps: readonly StepRow[]): Plan {
  return { ...spec.load, steps: steps.map(stepSpecOf), searching: searchFound(spec, steps, false)?.done === false };
}
