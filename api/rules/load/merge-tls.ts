import type { LoadResult } from '../../contract/agent-reports.ts';
import type { NegotiatedTls } from '../../contract/point.ts';

const TEXTS = ['version', 'cipher', 'group', 'certificateKey', 'applicationProtocol'] as const;
const COUNTS = ['handshakes', 'resumed'] as const;

/** What all clients agreed on with the target; null where none of them tells. What one of them does not tell is null. */
export function mergedTls(results: readonly LoadResult[]): NegotiatedTls | null {
  const told = results.flatMap(({ tls }) => tls ?? []);
  const [first] = told;
  if (!first || told.length < results.length) return null;
  const merged = { ...first };
  for (const field of TEXTS) merged[field] = joined(told.map((one) => one[field]));
  for (const field of COUNTS) merged[field] = summed(told.map((one) => one[field]));
  return merged;
}

function joined(texts: (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null);
  if (known.length < texts.length) return null;
  return [...new Set(known.flatMap((text) => text.split(', ')))].sort().join(', ');
}

const summed = (counts: (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
