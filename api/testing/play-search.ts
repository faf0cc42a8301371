import type { CeilingSearch, StepSpec } from '../contract/load.ts';
import { nextRung, searchResult } from '../rules/load/search/ceiling-search.ts';
import { SEARCH_STEPS_MOST } from '../rules/load/search/planned-rungs.ts';
import type { Rung, RungFigures } from '../rules/load/search/search-rung.ts';

export const closed = (connections: number): StepSpec => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
});
export const open = (requestsPerSecond: number): StepSpec => ({
  loop: 'open',
  requestsPerSecond,
  arrivals: 'constant',
  connections: null,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
});
export const search = (over: Partial<CeilingSearch> = {}): CeilingSearch => ({
  vary: 'connections',
  most: 10_000,
  growth: 2,
  precision: 0.1,
  ceiling: { kind: 'throughput' },
  ...over,
});
export const p99Within = (mostMs: number): CeilingSearch['ceiling'] => ({ kind: 'latency', percentile: 'p99', mostMs });

export const figures = (requestsPerSecond: number, over: Partial<RungFigures> = {}): RungFigures => ({
  requests: Math.round(requestsPerSecond * 5),
  requestsPerSecond,
  failedRequests: 0,
  latencyMs: { p50: 1, p90: 1, p99: 1, p99_9: 1, loop: 'open' },
  latencyRangeMs: null,
  connectionsEstablished: null,
  unsent: null,
  ...over,
});
export const p99 = (value: number | null) => ({ p50: 1, p90: 1, p99: value, p99_9: null, loop: 'open' as const });

/** Runs a search to its end against a server that answers so; null is a step that fails. */
export function runSearch(
  asked: CeilingSearch,
  first: StepSpec,
  server: (load: number) => RungFigures | null,
  others: (rung: number) => Rung['others'] = () => null,
) {
  const rungs: Rung[] = [];
  const loads: number[] = [];
  for (let spec = nextRung(asked, first, rungs); spec; spec = nextRung(asked, first, rungs)) {
    const load =
      (asked.vary === 'connections' ? spec.connections : spec.loop === 'open' && spec.requestsPerSecond) || 0;
    loads.push(load);
    rungs.push({ stepIndex: rungs.length, spec, figures: server(load), others: others(rungs.length) });
    if (rungs.length > SEARCH_STEPS_MOST) throw new Error('it does not end');
  }
  return { loads, rungs, result: searchResult(asked, first, rungs, false) };
}
