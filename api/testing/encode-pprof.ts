import { gzipSync } from 'node:zlib';

/** A profile to write: stacks from the outside in, as `main > work`, each with how often the clock found it. */
export interface MadeProfile {
  stacks: Record<string, number>;
  /** What a tick is worth. */
  periodNs: number;
}

const varint = (value: number | bigint): number[] => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
};
export const numberField = (field: number, value: number | bigint): number[] => [
  ...varint(field * 8),
  ...varint(value),
];
export const longField = (field: number, bytes: Iterable<number>): number[] => {
  const all = [...bytes];
  return [...varint(field * 8 + 2), ...varint(all.length), ...all];
};

/** As pprof encodes it, not compressed. */
export function encodePprof({ stacks, periodNs }: MadeProfile): Uint8Array {
  const texts = ['', 'samples', 'count', 'cpu', 'nanoseconds'];
  const text = (of: string): number => (texts.includes(of) ? texts.indexOf(of) : texts.push(of) - 1);
  const names = [...new Set(Object.keys(stacks).flatMap((stack) => stack.split(' > ')))];
  const type = (field: number, name: string, unit: string): number[] =>
    longField(field, [...numberField(1, text(name)), ...numberField(2, text(unit))]);
  const fields = [type(1, 'samples', 'count'), type(1, 'cpu', 'nanoseconds')];
  for (const [stack, samples] of Object.entries(stacks)) {
    const ids = stack.split(' > ').map((name) => names.indexOf(name) + 1);
    const values = [...varint(samples), ...varint(samples * periodNs)];
    fields.push(longField(2, [...longField(1, ids.reverse().flatMap(varint)), ...longField(2, values)]));
  }
  for (const [place, name] of names.entries()) {
    const id = numberField(1, place + 1);
    fields.push(longField(4, [...id, ...longField(4, numberField(1, place + 1))]));
    fields.push(longField(5, [...id, ...numberField(2, text(name)), ...numberField(4, text(`${name}.go`))]));
  }
  fields.push(type(11, 'cpu', 'nanoseconds'), numberField(12, periodNs));
  return Uint8Array.from([...fields, ...texts.map((one) => longField(6, new TextEncoder().encode(one)))].flat());
}

export const packPprof = (made: MadeProfile): Buffer => gzipSync(encodePprof(made));
