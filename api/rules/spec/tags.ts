import type { RunLabels } from '../../contract/run-list.ts';

const key = (tag: string): string => tag.toLowerCase();

/** Whatever its case. */
export const hasTag = (tags: string[], tag: string): boolean => tags.some((one) => key(one) === key(tag));

/** The first duplicate tag, ignoring case; null if there is none. */
export function repeatedTag(tags: string[]): string | null {
  const seen = new Set<string>();
  for (const tag of tags) {
    if (seen.has(key(tag))) return tag;
    seen.add(key(tag));
  }
  return null;
}

/** The tags of a run after a change, in order. A tag that is there already keeps its spelling. */
export function changeTags(
  tags: string[],
  { tags: all, addTags = [], removeTags = [] }: Pick<RunLabels, 'tags' | 'addTags' | 'removeTags'>,
): string[] {
  const kept = new Map((all ?? tags).map((tag) => [key(tag), tag]));
  for (const tag of removeTags) kept.delete(key(tag));
  for (const tag of addTags) if (!kept.has(key(tag))) kept.set(key(tag), tag);
  return [...kept].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, tag]) => tag);
}
