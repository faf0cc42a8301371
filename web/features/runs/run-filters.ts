import { type Direction, RUN_SORTS, type RunSort } from '@contract/choices';
import { type Addressed, LIST_FILTERS, type LIST_ORDER } from '@contract/list-address';
import { keysOf } from '@contract/words';
import { rangeUs } from './date-range';

/** What narrows the list, as its address says it. */
type Narrowing = Addressed<typeof LIST_FILTERS>;
/** With what it is sorted by. */
export type RunFilters = Narrowing & Addressed<typeof LIST_ORDER>;

const NONE = { search: '', several: [], names: [] };

export const NO_FILTERS = Object.fromEntries(
  keysOf(LIST_FILTERS).map((name) => {
    const { is } = LIST_FILTERS[name];
    return [name, is in NONE ? NONE[is as keyof typeof NONE] : null];
  }),
) as unknown as Narrowing;

/** A whole number of at least 1; anything else is none, and filters nothing. */
export const knownCount = (text: string): string | null => (/^[1-9]\d{0,14}$/.test(text) ? text : null);

/** How many filters narrow the list. */
export const chosenFilters = (filters: RunFilters): number =>
  Object.entries(NO_FILTERS).filter(([name, none]) => {
    const value = filters[name as keyof typeof NO_FILTERS];
    return Array.isArray(value) ? value.length > 0 : (value || null) !== (none || null);
  }).length;

export const isFiltered = (filters: RunFilters): boolean => chosenFilters(filters) > 0;

/** Runs of one experiment alone are not folded, nor runs in the order of a figure: an experiment has none that could be found there. */
export const areFolded = ({
  rounds,
  experimentId,
  sort,
}: Pick<RunFilters, 'rounds' | 'experimentId' | 'sort'>): boolean =>
  rounds === 'folded' && experimentId === null && ['time', 'name'].includes(RUN_SORTS[sort].kind);

/** The filters as the API takes them, in a form that is equal when they are. */
export function toQuery(
  { rounds, since, until, ...filters }: RunFilters,
  today = new Date(),
): Record<string, string | string[]> {
  const fold = areFolded({ rounds, experimentId: filters.experimentId, sort: filters.sort }) ? 'experiments' : null;
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
