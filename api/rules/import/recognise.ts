import type { ImportFormat } from '../../contract/imported.ts';

type Keys = string[];

/** Keys that no other of them has all of. The order matters where one has what another has, too. */
const BY_KEYS: [ImportFormat, Keys][] = [
  ['document', ['documentVersion']],
  ['bundle', ['bundleVersion']],
  ['autocannon', ['latency', 'requests', 'throughput', '2xx']],
  ['vegeta', ['latencies', 'status_codes']],
  ['vegeta', ['attacks', 'result']],
  ['oha', ['summary', 'latencyPercentiles']],
  ['bombardier', ['spec', 'result']],
  ['fortio', ['RunType', 'DurationHistogram']],
  ['k6', ['metrics']],
];

/** Of text, by what it says of itself. wrk2 begins as wrk does. */
const BY_WORDS: [ImportFormat, RegExp][] = [
  ['wrk2', /^ {2}Thread calibration:|HdrHistogram - |^ {2}Detailed Percentile spectrum:/m],
  ['wrk', /^Running \d+[smh] test @ /m],
  ['h2load', /^finished in |^spawning thread #/m],
];

/** What a parsed JSON document is; null where it is none of these. */
export function recogniseJson(value: unknown): ImportFormat | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return BY_KEYS.find(([, keys]) => keys.every((key) => key in value))?.[0] ?? null;
}

/** What a text is that is no JSON; null where it is none of these. */
export function recogniseText(text: string): ImportFormat | null {
  const start = text.slice(0, 64 * 1024);
  return BY_WORDS.find(([, words]) => words.test(start))?.[0] ?? null;
}
