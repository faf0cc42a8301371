import { HOST_LABEL, MAX_HOST_LABEL_CHARACTERS, MAX_HOST_LABELS, MAX_TAG_CHARACTERS, MAX_TAGS } from '@contract/limits';
import { hasTag } from '@rules/spec/tags';

export type Added = { tags: string[]; fault: null } | { tags: null; fault: string };

interface Kind {
  /** Why the word cannot be one; null: it can. */
  faultOf: (word: string) => string | null;
  has: (words: string[], word: string) => boolean;
  most: number;
  tooMany: (count: number) => string;
}

/** Between commas and line breaks; twins stay. */
function splitWords(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
}

/** `tags` and those of the text, without twins. With one fault nothing is added. */
const adding =
  ({ faultOf, has, most, tooMany }: Kind) =>
  (tags: string[], text: string): Added => {
    const next = [...tags];
    for (const word of splitWords(text)) {
      const fault = faultOf(word);
      if (fault !== null) return { tags: null, fault };
      if (!has(next, word)) next.push(word);
    }
    return next.length > most ? { tags: null, fault: tooMany(next.length) } : { tags: next, fault: null };
  };

const tooLong = (word: string, what: string, most: number): string | null =>
  word.length > most ? `A ${what} may have at most ${most} characters; this one has ${word.length}.` : null;

/** Of a run: twins whatever their case. */
export const addTags = adding({
  faultOf: (tag) => tooLong(tag, 'tag', MAX_TAG_CHARACTERS),
  has: hasTag,
  most: MAX_TAGS,
  tooMany: (count) => `A run may have at most ${MAX_TAGS} tags; this would make ${count}.`,
});

/** Of a host. */
export const addLabels = adding({
  faultOf: (label) => {
    const long = tooLong(label, 'label', MAX_HOST_LABEL_CHARACTERS);
    if (long !== null || HOST_LABEL.test(label)) return long;
    return 'A label has a to z, 0 to 9, dots, underscores and hyphens, and begins with a letter or a digit.';
  },
  has: (labels, label) => labels.includes(label),
  most: MAX_HOST_LABELS,
  tooMany: (count) => `A host may have at most ${MAX_HOST_LABELS} labels; this would make ${count}.`,
});
