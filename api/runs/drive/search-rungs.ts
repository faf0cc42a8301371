import type { SearchResult } from '../../contract/run.ts';
import type { KeptSpec } from '../../contract/spec.ts';
import { nextRung, searchResult } from '../../rules/load/ceiling-search.ts';
import type { Rung } from '../../rules/load/search-rung.ts';
import type { Plan } from '../../rules/run/progress.ts';
import { toPoint } from '../store/points.ts';
import { type RunRow, stepSpecOf } from '../store/runs.ts';

type StepRow = Omit<RunRow['steps'][number], 'runId'>;

/** Finished steps of a search, as it judges them, without those that never ran. */
function rungsOf(steps: readonly StepRow[]): Rung[] {
  return steps.flatMap((row): Rung[] => {
    const rung = { stepIndex: row.index, spec: stepSpecOf(row) };
    if (row.status === 'failed') return [{ ...rung, figures: null }];
    if (row.status !== 'measured' || !row.point) return [];
    const { requests, requestsPerSecond, latencyMs, latencyRangeMs, errors, unsent, connectionsEstablished } = toPoint(
      row.point,
    );
    const failedRequests = Object.values(errors).reduce((total, count) => total + count, 0);
    const figures = { requests, requestsPerSecond, failedRequests, latencyMs, latencyRangeMs, unsent };
    return [{ ...rung, figures: { ...figures, connectionsEstablished } }];
  });
}

/** The next step of a search; null if there is none, and without a search. */
export function searchOf({ load }: KeptSpec, steps: readonly StepRow[]): { next: Rung['spec'] | null } | null {
  const [first] = load.steps;
  return load.search && first ? { next: nextRung(load.search, first, rungsOf(steps)) } : null;
}

/** What a search has found; null without a search. `over`: the run is, so no further step comes. */
export function searchFound({ load }: KeptSpec, steps: readonly StepRow[], over: boolean): SearchResult | null {
  const [first] = load.steps;
  return load.search && first ? searchResult(load.search, first, rungsOf(steps), over) : null;
}

/** What was planned so far; how many steps a running search still plans is not known. */
export function planOf(spec: KeptSpec, steps: readonly StepRow[]): Plan {
  return { ...spec.load, steps: steps.map(stepSpecOf), searching: searchFound(spec, steps, false)?.done === false };
}
