import { type Direction, RUN_SORTS, type RunSort } from '@contract/choices';
import type { RunState } from '@contract/run';
import type { HeldWord } from '@contract/run-baseline';
import type { Validity, Wall } from '@contract/verdict';
import { rangeUs } from './date-range';

export const ENDED_STATES = ['finished', 'failed', 'canceled'] as const satisfies RunState[];

/** What the list is narrowed to and sorted by, as the address says it. */
export interface RunFilters {
  /** Whether the runs of one experiment are one line; no filter. */
  rounds: 'folded' | 'single';
  text: string;
  state: (typeof ENDED_STATES)[number][];
  tag: string[];
  hostId: string | null;
  tool: string | null;
  wall: Wall | null;
  validity: Validity | null;
  /** 'true': imported runs alone; 'false': those that agents of this instance measured. */
  imported: 'true' | 'false' | null;
  experimentId: string | null;
  group: string | null;
  /** How they stand against the baseline of their group. */
  against: HeldWord | null;
  /** One’s own favourites alone. */
  favourite: 'true' | null;
  /** Days: a preset or the first one, and the last one. */
  since: string | null;
  until: string | null;
  path: string | null;
  framework: string | null;
  prefork: 'true' | 'false' | null;
  createdBy: string | null;
  sort: RunSort;
  direction: Direction;
}

export const NO_FILTERS: Omit<RunFilters, 'sort' | 'direction' | 'rounds'> = {
  text: '',
  state: [],
  tag: [],
  hostId: null,
  tool: null,
  wall: null,
  validity: null,
  imported: null,
  experimentId: null,
  group: null,
  against: null,
  favourite: null,
  since: null,
  until: null,
  path: null,
  framework: null,
  prefork: null,
  createdBy: null,
};

/** How many filters narrow the list. */
export const chosenFilters = (filters: RunFilters): number =>
  Object.entries(NO_FILTERS).filter(([name, none]) => {
    const value = filters[name as keyof typeof NO_FILTERS];
    return Array.isArray(value) ? value.length > 0 : (value || null) !== (none || null);
  }).length;

export const isFiltered = (filters: RunFilters): boolean => chosenFilters(filters) > 0;

/** Runs of one experiment alone are not folded. */
export const areFolded = ({ rounds, experimentId }: Pick<RunFilters, 'rounds' | 'experimentId'>): boolean =>
  rounds === 'folded' && experimentId === null;

/** The filters as the API takes them, in a form that is equal when they are. */
export function toQuery(
  { rounds, since, until, ...filters }: RunFilters,
  today = new Date(),
): Record<string, string | string[]> {
  const fold = areFolded({ rounds, experimentId: filters.experimentId }) ? 'experiments' : null;
  const { sinceUs, beforeUs } = rangeUs({ since, until }, today);
  const range = { sinceUs: sinceUs?.toString() ?? null, beforeUs: beforeUs?.toString() ?? null };
  return Object.fromEntries(
    Object.entries({ ...filters, ...range, text: filters.text.trim(), fold }).flatMap(([name, value]) => {
      if (value === null || value.length === 0) return [];
      return [[name, Array.isArray(value) ? [...value].sort() : value]];
    }),
  );
}

/** Every run of one experiment that passes the filters, in the same order. */
export const queryOfExperiment = (filters: RunFilters, experimentId: string): Record<string, string | string[]> =>
  toQuery({ ...filters, experimentId });

/** The order after a click on a column's head: another column begins its own way, the same one turns. */
export function nextOrder(
  now: { sort: RunSort; direction: Direction },
  clicked: RunSort,
): { sort: RunSort; direction: Direction } {
  if (now.sort !== clicked) return { sort: clicked, direction: RUN_SORTS[clicked].first };
  return { sort: clicked, direction: now.direction === 'asc' ? 'desc' : 'asc' };
}
