import { NO_FILTERS, type RunFilters, toQuery } from './run-filters';

/** Lines that are asked for first, more than a window shows: each one more is waited for. */
export const FIRST_PAGE = 30;
/** Lines that are asked for when the end of those before comes near. */
export const PAGE = 50;

type Query = Record<string, string | string[]>;

export const endedKey = (query: Query) => ['runs', 'ended', query];

/** The list as it opens when the address says nothing else. */
const OPENING: RunFilters = { ...NO_FILTERS, rounds: 'folded', sort: 'created', direction: 'desc' };

/** What the list asks for first, for the server that asks in its place. */
export function openingRead() {
  const query = toQuery(OPENING);
  const asked = new URLSearchParams({ ...(query as Record<string, string>), view: 'ended', limit: String(FIRST_PAGE) });
  return {
    key: endedKey(query),
    place: `/api/v1/runs?${asked}`,
    keep: (page: unknown) => ({ pages: [page], pageParams: [undefined] }),
  };
}
