import type { Point } from '../../contract/point.ts';

type Kind = Exclude<keyof NonNullable<Point['errors']>, 'non2xx'>;

/** Looked for in this order, in words of lower case. Go, hyper and the C library say the same things much alike. */
const WORDS: [Kind, string[]][] = [
  ['timeout', ['timeout', 'timed out', 'deadline exceeded']],
  [
    'connection',
    ['refused', 'unreachable', 'no route', 'no such host', 'lookup', 'too many open files', 'cannot assign'],
  ],
  ['mismatch', ['malformed', 'invalid http', 'invalid header', 'parse', 'gzip', 'corrupt']],
  ['reset', ['reset', 'broken pipe', 'eof', 'closed', 'incomplete', 'end of file']],
];

/** The kind of failure in a tool's words; `connection` if nothing more is known. */
export function kindOf(reason: string): Kind {
  const said = reason.toLowerCase();
  return WORDS.find(([, words]) => words.some((word) => said.includes(word)))?.[0] ?? 'connection';
}
