import { MAX_TAG_CHARACTERS, MAX_TAGS } from '@contract/limits';
import { hasTag } from '@rules/spec/tags';

/** Tags typed or pasted with commas or line breaks between them. */
export function splitTags(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** Tags with those of the text added, or why they cannot be: then nothing was added. */
export function addTags(tags: string[], text: string): { tags: string[]; fault: null } | { tags: null; fault: string } {
  const next = [...tags];
  for (const tag of splitTags(text)) {
    if (tag.length > MAX_TAG_CHARACTERS) {
      return {
        tags: null,
        fault: `A tag may have at most ${MAX_TAG_CHARACTERS} characters; this one has ${tag.length}.`,
      };
    }
    if (!hasTag(next, tag)) next.push(tag);
  }
  if (next.length > MAX_TAGS) {
    return { tags: null, fault: `A run may have at most ${MAX_TAGS} tags; this would make ${next.length}.` };
  }
  return { tags: next, fault: null };
}
