import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256Hex } from './sha256.ts';

it('is that of node, for every length about the edges of a block', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
    expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
