import { LOAD_LIMITS, SEARCH_LIMITS } from '@contract/limits';
import type { CeilingSearch, SearchCeiling, StepSpec } from '@contract/load';
import type { Reading } from './field-reading';
import { newStep, type StepDraft, stepDraftOf } from './step-draft';

type LatencyCeiling = Extract<SearchCeiling, { kind: 'latency' }>;

/** A ceiling search as typed. It varies connections in a closed loop, the rate in an open one. */
export interface SearchDraft {
  on: boolean;
  /** The first rung. */
  first: StepDraft;
  mostConnections: string;
  mostRate: string;
  growth: string;
  /** Percent of the knee. */
  precision: string;
  ceiling: SearchCeiling['kind'];
  percentile: LatencyCeiling['percentile'];
  mostMs: string;
}

export const CEILINGS: SearchCeiling['kind'][] = ['throughput', 'latency'];

export const emptySearch = (): SearchDraft => ({
  on: false,
  first: newStep({ durationSeconds: '10' }),
  mostConnections: '10000',
  mostRate: '1000000',
  growth: '2',
  precision: '10',
  ceiling: 'throughput',
  percentile: 'p99',
  mostMs: '10',
});

export function readSearch(read: Reading, draft: SearchDraft, first: StepSpec): CeilingSearch {
  const vary = first.loop === 'closed' ? 'connections' : 'requestsPerSecond';
  const most =
    first.loop === 'closed'
      ? read.whole('search.mostConnections', draft.mostConnections, SEARCH_LIMITS.most[0], LOAD_LIMITS.connections[1])
      : read.whole('search.mostRate', draft.mostRate, ...SEARCH_LIMITS.most);
  const [leastPrecision, mostPrecision] = SEARCH_LIMITS.precision;
  return {
    vary,
    most,
    growth: read.decimal('search.growth', draft.growth, ...SEARCH_LIMITS.growth),
    precision: read.decimal('search.precision', draft.precision, leastPrecision * 100, mostPrecision * 100) / 100,
    ceiling:
      draft.ceiling === 'throughput'
        ? { kind: 'throughput' }
        : {
            kind: 'latency',
            percentile: draft.percentile,
            mostMs: read.decimal('search.mostMs', draft.mostMs, 0.001, SEARCH_LIMITS.mostMs[1]),
          },
  };
}

/** The draft that reads back as this search; without one, what a new search begins with. */
export function searchDraftOf(search: CeilingSearch | null, first: StepSpec | undefined): SearchDraft {
  const model = emptySearch();
  if (search === null || !first) return model;
  const { ceiling } = search;
  return {
    ...model,
    on: true,
    first: stepDraftOf(first),
    [first.loop === 'closed' ? 'mostConnections' : 'mostRate']: String(search.most),
    growth: String(search.growth),
    precision: String(Number((search.precision * 100).toPrecision(12))),
    ceiling: ceiling.kind,
    ...(ceiling.kind === 'latency' && { percentile: ceiling.percentile, mostMs: String(ceiling.mostMs) }),
  };
}
