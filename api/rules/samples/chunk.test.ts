import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeChunk, encodeChunk } from './chunk.ts';
import type { FrameRow } from './sample-frame.ts';

const frame = (i: number, values: number[]): FrameRow => ({
  sequence: i,
  timeUs: 1_795_234_000_000_000 + i * 1_000_123,
  monotonicUs: 86_400_000_000 + i * 1_000_123,
  boundary: i % 3 === 0,
  values,
});

describe('chunks', () => {
  it('give back what was put in: counters, gauges that fall, zeros and the largest integers', () => {
    const rows = [
      frame(1, [0, 5, 2 ** 53 - 1, -7]),
      frame(2, [1, 3, 0, 9]),
      frame(3, [128, 0, 2 ** 53 - 1, 0]),
      frame(4, [128, 0, 2 ** 52, 1 - 2 ** 52]),
      frame(5, [128, 0, 2 ** 52 + 1, 0]),
    ];
    expect(decodeChunk(encodeChunk(rows))).toEqual(rows);
  });

  it('give back random walks of any width', () => {
    let seed = 42;
    const random = (): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed;
    };
    const values = Array.from({ length: 300 }, random);
    const rows = Array.from({ length: 60 }, (_, i) =>
      frame(
        i + 1,
        values.map((v) => v + (random() % 1_000_000) * i),
      ),
    );
    expect(decodeChunk(encodeChunk(rows))).toEqual(rows);
  });

  it('hold a minute of 128 CPUs in well under a byte a value', () => {
    const width = 128 * 13 + 16 * 128;
    const rows = Array.from({ length: 60 }, (_, i) =>
      frame(
        i + 1,
        Array.from({ length: width }, (_, c) => (c % 8 === 0 ? i * 10_000 * (c % 5) : c)),
      ),
    );
    expect(encodeChunk(rows).length).toBeLessThan(width * 60 * 0.5);
  });

  it('are refused when they are of another version, cut short or of mixed width', () => {
    const chunk = encodeChunk([frame(1, [1]), frame(2, [2])]);
    expect(() => decodeChunk(Buffer.concat([Buffer.of(9), chunk.subarray(1)]))).toThrow('unknown version 9');
    expect(() => decodeChunk(chunk.subarray(0, chunk.length - 12))).toThrow();
    expect(() => encodeChunk([frame(1, [1]), frame(2, [1, 2])])).toThrow('same columns');
  });

  it('keep the documented bytes: version 1, gzip, varints', () => {
    const chunk = encodeChunk([{ sequence: 1, timeUs: 2, monotonicUs: 3, boundary: true, values: [300] }]);
    expect(chunk[0]).toBe(1);
    expect(chunk.subarray(1, 3).toString('hex')).toBe('1f8b');
    // 1 frame, 1 column; then zigzag 1, 2, 3, 1, 300 -> 2, 4, 6, 2, 600 (= 0xd8 0x04)
    const payload = Buffer.from([1, 1, 2, 4, 6, 2, 0xd8, 0x04]);
    expect(decodeChunk(Buffer.concat([Buffer.of(1), gzipSync(payload)]))).toEqual([
      { sequence: 1, timeUs: 2, monotonicUs: 3, boundary: true, values: [300] },
    ]);
  });
});
