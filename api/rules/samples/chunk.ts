import { gunzipSync, gzipSync } from 'node:zlib';
import { CHUNK_VERSION } from '../../contract/samples.ts';
import type { FrameRow } from './sample-frame.ts';

/** Encodes rows of one layout. The format is specified in api/contract/samples.ts. */
export function encodeChunk(rows: FrameRow[]): Buffer {
  const width = rows[0]?.values.length ?? 0;
  if (rows.some((row) => row.values.length !== width)) throw new Error('rows of one chunk have the same columns');
  const out = new VarintWriter();
  out.unsigned(rows.length);
  out.unsigned(width);
  writeBlock(out, rows, (row) => row.sequence);
  writeBlock(out, rows, (row) => row.timeUs);
  writeBlock(out, rows, (row) => row.monotonicUs);
  writeBlock(out, rows, (row) => Number(row.boundary));
  for (let column = 0; column < width; column++) writeBlock(out, rows, (row) => row.values[column] ?? 0);
  return Buffer.concat([Buffer.of(CHUNK_VERSION), gzipSync(out.bytes())]);
}

interface Wanted {
  /** Columns that a row has to have: those of a forged layout are numbers without names, and none are read. */
  width: number;
  /** Which of them, ascending; null: all. */
  positions: number[] | null;
}

/** The rows of a chunk; throws when the chunk is of another version or cut short. */
export function decodeChunk(chunk: Uint8Array, wanted: Wanted | null = null): FrameRow[] {
  if (chunk[0] !== CHUNK_VERSION) throw new Error(`sample chunk of unknown version ${chunk[0]}`);
  const input = new VarintReader(gunzipSync(chunk.subarray(1)));
  const frames = input.unsigned();
  const width = input.unsigned();
  if (wanted && wanted.width !== width) return [];
  const sequence = readBlock(input, frames);
  const timeUs = readBlock(input, frames);
  const monotonicUs = readBlock(input, frames);
  const boundary = readBlock(input, frames);
  const columns: number[][] = [];
  let at = 0;
  for (const position of wanted?.positions ?? Array.from({ length: width }, (_, column) => column)) {
    for (; at < position; at++) input.skip(frames);
    columns.push(readBlock(input, frames));
    at++;
  }
  return Array.from({ length: frames }, (_, i) => ({
    sequence: sequence[i] ?? 0,
    timeUs: timeUs[i] ?? 0,
    monotonicUs: monotonicUs[i] ?? 0,
    boundary: boundary[i] === 1,
    values: columns.map((column) => column[i] ?? 0),
  }));
}

function writeBlock(out: VarintWriter, rows: FrameRow[], pick: (row: FrameRow) => number): void {
  let before = 0;
  for (const row of rows) {
    const value = pick(row);
    out.signed(value - before);
    before = value;
  }
}

function readBlock(input: VarintReader, frames: number): number[] {
  const values = new Array<number>(frames);
  let value = 0;
  for (let i = 0; i < frames; i++) {
    value += input.signed();
    values[i] = value;
  }
  return values;
}

/** Below this a zigzagged difference is exact as a number; beyond, and up to 2^53, it takes BigInt. */
const EXACT_BELOW = 2 ** 52;

/** Arithmetic instead of shifts: JavaScript's shifts stop at 32 bits, counters go on to 2^53. */
class VarintWriter {
  private buffer = Buffer.alloc(4096);
  private length = 0;

  unsigned(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  signed(value: number): void {
    if (Math.abs(value) < EXACT_BELOW) return this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
    let rest = value < 0 ? BigInt(value) * -2n - 1n : BigInt(value) * 2n;
    for (; rest >= 128n; rest /= 128n) this.byte(Number(rest % 128n) + 128);
    this.byte(Number(rest));
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  private byte(value: number): void {
    if (this.length === this.buffer.length)
      this.buffer = Buffer.concat([this.buffer, Buffer.alloc(this.buffer.length)]);
    this.buffer[this.length++] = value;
  }
}

class VarintReader {
  private readonly input: Uint8Array;
  private at = 0;

  constructor(input: Uint8Array) {
    this.input = input;
  }

  unsigned(): number {
    return Number(this.take());
  }

  /** Passes over so many numbers. */
  skip(numbers: number): void {
    for (let left = numbers; left > 0; ) if (this.next() < 128) left--;
  }

  signed(): number {
    const value = this.take();
    if (typeof value === 'bigint') return Number(value % 2n === 0n ? value / 2n : -(value + 1n) / 2n);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** A bigint where a number would no longer be exact. */
  private take(): number | bigint {
    let value = 0;
    for (let scale = 1; scale < 128 ** 7; scale *= 128) {
      const byte = this.next();
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
    let large = BigInt(value);
    for (let scale = 128n ** 7n; ; scale *= 128n) {
      const byte = this.next();
      large += BigInt(byte % 128) * scale;
      if (byte < 128) return large;
    }
  }

  private next(): number {
    const byte = this.input[this.at++];
    if (byte === undefined) throw new Error('sample chunk is cut short');
    return byte;
  }
}
