import { createHash } from 'node:crypto';
import type { SampleLayout } from '../../contract/samples.ts';

/** Why a layout cannot be what its id says; null when it is. A name with a line break would read as two columns. */
export function layoutFault({ layoutId, columns }: SampleLayout): string | null {
  if (columns.some((name) => name.includes('\n'))) return 'the name of a column has a line break.';
  if (createHash('sha256').update(columns.join('\n')).digest('hex') === layoutId) return null;
  return 'its id is not the SHA-256 of its columns.';
}
