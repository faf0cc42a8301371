import { type Field, Malformed, Reader } from './protocol-buffer.ts';

/** A profile in pprof's format (github.com/google/pprof, proto/profile.proto), as far as pictures need it. */
export interface Pprof {
  /** What each value of a sample counts. */
  sampleTypes: { type: string; unit: string }[];
  samples: { locations: number[]; values: number[] }[];
  /** Places in the program by id: the functions there, by place in `functions`, the innermost of inlined ones first. */
  locations: Map<number, number[]>;
  functions: ProfiledFunction[];
  /** What a tick of the clock that takes samples is worth; null where nothing of that kind was noted. */
  period: { type: string; unit: string; value: number } | null;
}

export interface ProfiledFunction {
  name: string;
  /** With the line where it begins, where that is known; `process` in place of a file for what is one. */
  file: string;
}

/** Reads an uncompressed profile. Throws Malformed for other bytes. */
export function readPprof(bytes: Uint8Array): Pprof {
  const raw = readMessage(bytes);
  const { text } = raw;
  const typeOf = ({ type, unit }: ValueType) => ({ type: text(type), unit: text(unit) });
  const functions = raw.functions.map(({ name, file, line }) => ({
    name: text(name) || '[no name]',
    file: line > 0 ? `${text(file)}:${line}` : text(file),
  }));
  const placeOf = new Map(raw.functions.map(({ id }, place) => [id, place]));
  const files = new Map(raw.mappings.map(({ id, file }) => [id, text(file)]));
  const locations = new Map(
    raw.locations.map(({ id, address, mapping, lines }): [number, number[]] => {
      const known = lines.flatMap((line) => placeOf.get(line) ?? []);
      if (known.length > 0) return [id, known];
      // Without symbols it is an address in a file.
      functions.push({ name: `0x${address.toString(16)}`, file: files.get(mapping) ?? '' });
      return [id, [functions.length - 1]];
    }),
  );
  const sampleTypes = raw.sampleTypes.map(typeOf);
  const period = raw.periodType && raw.period > 0 ? { ...typeOf(raw.periodType), value: raw.period } : null;
  const whole = raw.samples.every(({ values, locations: ids }) => {
    return values.length === sampleTypes.length && ids.every((id) => locations.has(id));
  });
  if (sampleTypes.length === 0 || !whole) throw new Malformed('its samples do not fit together');
  return { sampleTypes, samples: raw.samples, locations, functions, period };
}

interface ValueType {
  type: number;
  unit: number;
}

function readMessage(bytes: Uint8Array) {
  const texts: string[] = [];
  const read = {
    sampleTypes: [] as ValueType[],
    samples: [] as Pprof['samples'],
    mappings: [] as ReturnType<typeof readMapping>[],
    locations: [] as ReturnType<typeof readLocation>[],
    functions: [] as ReturnType<typeof readFunction>[],
    periodType: null as ValueType | null,
    period: 0,
    text: (place: number): string => texts[place] ?? '',
  };
  const decoder = new TextDecoder();
  const whole = new Reader(bytes);
  for (const field of whole.fields()) {
    const part = whole.within(field);
    if (field.number === 1) read.sampleTypes.push(readValueType(part));
    if (field.number === 2) read.samples.push(readSample(part));
    if (field.number === 3) read.mappings.push(readMapping(part));
    if (field.number === 4) read.locations.push(readLocation(part));
    if (field.number === 5) read.functions.push(readFunction(part));
    if (field.number === 6) texts.push(decoder.decode(bytes.subarray(field.from, field.to)));
    if (field.number === 11) read.periodType = readValueType(part);
    if (field.number === 12) read.period = part.integer();
  }
  return read;
}

function readValueType(message: Reader): ValueType {
  const [, type = 0, unit = 0] = numbersOf(message, 2);
  return { type, unit };
}

function readSample(message: Reader): Pprof['samples'][number] {
  const sample = { locations: [] as number[], values: [] as number[] };
  for (const field of message.fields()) {
    if (field.number === 1) addNumbers(sample.locations, message, field);
    if (field.number === 2) addNumbers(sample.values, message, field);
  }
  return sample;
}

function readMapping(message: Reader) {
  const [, id = 0, , , , file = 0] = numbersOf(message, 5);
  return { id, file };
}

function readLocation(message: Reader) {
  const location = { id: 0, address: 0n, mapping: 0, lines: [] as number[] };
  for (const field of message.fields()) {
    const part = message.within(field);
    if (field.number === 1) location.id = part.integer();
    if (field.number === 2) location.mapping = part.integer();
    // Addresses of the kernel are beyond 2^53.
    if (field.number === 3) location.address = part.unsigned();
    if (field.number === 4) location.lines.push(numbersOf(part, 1)[1] ?? 0);
  }
  return location;
}

function readFunction(message: Reader) {
  const [, id = 0, name = 0, , file = 0, line = 0] = numbersOf(message, 5);
  return { id, name, file, line };
}

/** The fields of a message that holds single numbers, each at the place of its number. */
function numbersOf(message: Reader, most: number): number[] {
  const numbers: number[] = [];
  for (const field of message.fields()) {
    if (field.number <= most && !field.long) numbers[field.number] = message.within(field).integer();
  }
  return numbers;
}

/** Repeated numbers are packed into one field or stand one in each. */
function addNumbers(to: number[], message: Reader, field: Field): void {
  const part = message.within(field);
  if (field.long) while (!part.done) to.push(part.integer());
  else to.push(part.integer());
}
