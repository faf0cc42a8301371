/* Attacks on whoever reads a document: what stands in its texts and numbers, how it is written, and how it is packed. */

import { BREAKS_A_LINE } from '../contract/limits.ts';

/** What does harm in a text, by what it does. */
export const HOSTILE_TEXTS = {
  'a NUL': 'x\0y',
  'half of a character': 'x\ud800y',
  'a name of prototypes': '__proto__',
  'a formula': '=1+1',
  'a formula after a separator': 'x;=1+1\t@SUM(A1)\n-1-1',
  'markup of HTML': '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'markup of Markdown': '[x](javascript:alert(1)) `x` | x',
  'sequences of a terminal': '\x1b]0;title\x07\x1b[2J\u009b31m',
  'marks of direction': 'x\u202etxt.exe\u2066 \u2028y',
  'a line of its own': "x\n#'\r\nrm -rf /",
  'a long text': 'x'.repeat(100_000),
};
export type HostileText = keyof typeof HOSTILE_TEXTS;

/** What a database does not take: nobody may store it, whatever reads it. */
export const UNSTORABLE: readonly HostileText[] = ['a NUL', 'half of a character'];

/** What is no figure, as JSON writes it. */
export const HOSTILE_NUMBERS = {
  'an infinite number': '1e999',
  'a huge number': '1e308',
  'a negative number': '-1e308',
  'a number that doubles round': '9007199254740993',
  'a number of 400 digits': `1${'0'.repeat(400)}`,
  'a number close to nothing': '5e-324',
  'less than nothing': '-0',
};
export type HostileNumber = keyof typeof HOSTILE_NUMBERS;

/** How a document can be written that nobody would write. */
export const HOSTILE_FORMS = {
  'keys of prototypes': (value) =>
    written(value, { before: '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}' }),
  'each key twice': (value) => written(value, { twice: true }),
  'lists in lists': (value) => written(value, { deep: 100_000 }),
  'a list of a million': (value) => written(value, { wide: 1_000_000 }),
} satisfies Record<string, (value: unknown) => string>;
export type HostileForm = keyof typeof HOSTILE_FORMS;

interface Form {
  /** Members that each object begins with. */
  before?: string;
  /** Each member comes once more before the one that counts, as a list. */
  twice?: boolean;
  /** The first member of the document is a list in a list, so deep. */
  deep?: number;
  /** The first member of the document is a list of so many. */
  wide?: number;
}

function written(value: unknown, form: Form): string {
  if (Array.isArray(value)) return `[${value.map((one) => written(one, form)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const { deep = 0, wide = 0, ...inner } = form;
  const members = Object.entries(value).map(([key, one], at) => {
    const name = JSON.stringify(key);
    const replaced =
      at === 0 && deep > 0
        ? '['.repeat(deep) + ']'.repeat(deep)
        : at === 0 && wide > 0
          ? `[${'0,'.repeat(wide - 1)}0]`
          : written(one, inner);
    return `${form.twice ? `${name}:[],` : ''}${name}:${replaced}`;
  });
  return `{${[...(form.before ? [form.before] : []), ...members].join(',')}}`;
}

type Leaf = 'string' | 'number';

/** Where leaves stand: `run.steps.*.name`, a star for each element of a list. */
export function placesOf(value: unknown, leaf: Leaf): string[] {
  const found = new Set<string>();
  walk(value, leaf, (place) => {
    found.add(place);
    return undefined;
  });
  return [...found];
}

/** A copy in which each leaf of these places is another. */
export const withLeaves = <T>(value: T, leaf: Leaf, places: readonly string[], instead: unknown): T =>
  walk(value, leaf, (place) => (places.includes(place) ? instead : undefined)) as T;

function walk(value: unknown, leaf: Leaf, each: (place: string) => unknown, place = ''): unknown {
  if (typeof value === leaf) return each(place) ?? value;
  if (Array.isArray(value)) return value.map((one) => walk(one, leaf, each, `${place}.*`));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, walk(one, leaf, each, place === '' ? key : `${place}.${key}`)]),
  );
}

/** Numbers that JSON.stringify would write otherwise stand in a text as they are. */
const MARK = '\ue000number\ue000';
export const withNumbers = (value: unknown, places: readonly string[], literal: string): string =>
  JSON.stringify(withLeaves(value, 'number', places, MARK)).replaceAll(JSON.stringify(MARK), literal);

/**
 * Of these places, those that take something: first all together, then halves of them, so that few are tried alone.
 *
 * @param takes whether the document is taken with it in these
 */
export function takenBy(places: readonly string[], takes: (places: readonly string[]) => boolean): string[] {
  if (places.length === 0) return [];
  if (takes(places)) return [...places];
  if (places.length === 1) return [];
  const middle = Math.ceil(places.length / 2);
  const [first, second] = [takenBy(places.slice(0, middle), takes), takenBy(places.slice(middle), takes)];
  return takes([...first, ...second]) ? [...first, ...second] : first;
}

/** Whether a text holds what would move a cursor or turn the text round; lines and tabs are seen. */
export const isHiding = (text: string): boolean => BREAKS_A_LINE.test(text.replace(/[\n\t]/g, ' '));
