import { MAX_TAG_CHARACTERS, MAX_TAGS } from '@contract/limits';
import { hasTag } from '@rules/spec/tags';

/** The tags of a typed or pasted text, between commas and line breaks; twins stay. */
function splitTags(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** `tags` and those of the text, without twins whatever their case. With one fault nothing is added. */
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
