import { z } from 'zod';
import { FOUND_KINDS } from './choices.ts';
import { MAX_SEARCH_CHARACTERS } from './limits.ts';
import { id, timeUs } from './primitives.ts';

export const searchQuery = z.strictObject({
  /** Each of its words has to stand in the name. Absent or empty: the newest. */
  text: z.string().max(MAX_SEARCH_CHARACTERS).optional(),
});

export const found = z
  .object({
    kind: z.enum(FOUND_KINDS),
    id,
    /** What people call it. */
    name: z.string(),
    /** What tells it from others of that name, in words. */
    about: z.string(),
    /** Path of its page on this instance. */
    path: z.string(),
    createdAtUs: timeUs,
  })
  .meta({ id: 'Found' });
export type Found = z.infer<typeof found>;

export const searchResult = z
  .object({
    /** Saved views first, then runs, experiments, hosts, shares; of each kind the newest few. */
    found: z.array(found),
  })
  .meta({ id: 'FoundNames' });
export type SearchResult = z.infer<typeof searchResult>;
