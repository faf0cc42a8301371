import type { Caller } from '../../people/caller.ts';
import type { ViewKeeper } from './keep-views.ts';

/** Whose favourites and views count: of a token those of its owner; null for the preset one. */
export const readerOf = ({ person }: Caller): string | null => person?.userId ?? null;

export const keeperOf = (caller: Caller): ViewKeeper => ({
  userId: readerOf(caller),
  role: caller.person?.role ?? 'viewer',
});
