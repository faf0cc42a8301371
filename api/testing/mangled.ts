import fc from 'fast-check';

/** `npm run test:fuzz` tries so many times as many inputs, and others each time. */
const TIMES = Number(process.env.MILLIONRPS_FUZZ_TIMES ?? 1);

/** Of each property; a failure prints the seed and the path that try it again. */
export const lengthOf = (inputs: number): fc.Parameters<unknown> => ({
  numRuns: inputs * TIMES,
  ...(TIMES === 1 && { seed: 1 }),
});

/** What touches it was executed. */
export const HIT = 'hit-by-fuzz';

/** What readers, spreadsheets, terminals, shells and prototypes trip over. */
const HOSTILE_TEXTS = [
  '',
  '\0',
  '\ud800',
  '\u202e\u2028',
  '\x1b]0;title\x07\x1b[2J',
  '=1+1',
  '<script>alert(1)</script>',
  '__proto__',
  `$(touch ${HIT})`,
  `\`touch ${HIT}\``,
  `'; touch ${HIT}; '`,
  `"; touch ${HIT}; "`,
  `\ntouch ${HIT}\n`,
  `\\'; touch ${HIT} #`,
  '..%2f..%2fetc',
  'x'.repeat(100_000),
];
const HOSTILE_VALUES = [
  ...HOSTILE_TEXTS,
  null,
  true,
  -1,
  0,
  0.1,
  1e21,
  1e308,
  2 ** 53,
  -(2 ** 31),
  [],
  {},
  [[[[]]]],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
];

type Holder = Record<string, unknown>;

/** Each place of a document: what holds it, and under which key. */
function places(value: unknown): [Holder, string][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.keys(value).flatMap((key): [Holder, string][] => [
    [value as Holder, key],
    ...places((value as Holder)[key]),
  ]);
}

/** The document with a few of its values taken away, exchanged or replaced by others. */
export function mangled(document: unknown, replacements: readonly unknown[] = HOSTILE_VALUES): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), fc.constantFrom('delete', 'replace', 'double'), fc.constantFrom(...replacements));
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = structuredClone(document);
    for (const [at, how, value] of changes) {
      const all = places(copy);
      const [holder, key] = all[at % all.length] ?? [];
      if (!holder || key === undefined) continue;
      if (how === 'delete') delete holder[key];
      else if (how === 'double' && Array.isArray(holder)) holder.push(holder[Number(key)]);
      else holder[key] = structuredClone(value);
    }
    return copy;
  });
}

/** Where people and programs write what they like: elements of lists are arguments and tags. */
const FREE =
  /^(name|title|sentence|note|notes|text|value|question|hypothesis|headline|path|url|framework|hostName|cpuModel|kernel|\d+)$/;
const freeTexts = (document: unknown): [Holder, string][] =>
  places(document).filter(([holder, key]) => FREE.test(key) && typeof holder[key] === 'string');

/** With more in its texts: most are still whole documents. */
export function retold(document: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(fc.tuple(fc.nat(), fc.constantFrom(...HOSTILE_TEXTS)), { minLength: 1, maxLength: 12 })
    .map((changes) => {
      const copy = structuredClone(document);
      const all = freeTexts(copy);
      for (const [at, text] of changes) {
        const [holder, key] = all[at % all.length] ?? [];
        if (holder && key !== undefined) holder[key] += text;
      }
      return copy;
    });
}

/** A text with a few stretches cut out, doubled or overwritten. */
export function cut(text: string): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.nat({ max: 200 }), fc.constantFrom('cut', 'double', ...HOSTILE_TEXTS));
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) =>
    changes.reduce((before, [at, length, how]) => {
      const start = before.length === 0 ? 0 : at % before.length;
      const stretch = before.slice(start, start + length);
      const instead = how === 'cut' ? '' : how === 'double' ? stretch + stretch : how;
      return before.slice(0, start) + instead + before.slice(start + length);
    }, text),
  );
}
