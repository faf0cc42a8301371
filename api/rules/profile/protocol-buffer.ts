/** Bytes that are no profile; the message is a clause that says why. */
export class Malformed extends Error {}

/** A field of a message: its number, and where its value stands. */
export interface Field {
  number: number;
  /** A text, a message or packed numbers, rather than one number. */
  long: boolean;
  from: number;
  to: number;
}

const [VARINT, FIXED_64, LONG, FIXED_32] = [0, 1, 2, 5];
const FIXED_BYTES: Record<number, number> = { [FIXED_64]: 8, [FIXED_32]: 4 };
/** Seven bits a byte: so many bytes are below 2^49. */
const FAST_BYTES = 7;

/** Reads the wire format of protocol buffers. */
export class Reader {
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private at: number;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  within({ from, to }: Field): Reader {
    return new Reader(this.bytes, from, to);
  }

  /** A signed number of 64 bits; one beyond 2^53 is rounded. */
  integer(): number {
    let value = 0;
    let factor = 1;
    for (let at = this.at; at < this.end && at < this.at + FAST_BYTES; at++) {
      const byte = this.bytes[at] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        this.at = at + 1;
        return value;
      }
      factor *= 128;
    }
    return Number(BigInt.asIntN(64, this.unsigned()));
  }

  /** A number of 64 bits, exact. */
  unsigned(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (this.done) throw new Malformed('it ends within a number');
      const byte = this.bytes[this.at++] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Malformed('a number has more than 64 bits');
  }

  /** The next field, whose value is passed over. */
  field(): Field {
    const tag = this.integer();
    const wire = tag % 8;
    const length = wire === LONG ? this.integer() : (FIXED_BYTES[wire] ?? 0);
    const from = this.at;
    if (wire === VARINT) this.unsigned();
    else if (wire === LONG || length > 0) this.at += length;
    else throw new Malformed(`a field has the unknown wire type ${wire}`);
    if (length < 0 || this.at > this.end) throw new Malformed('it ends within a field');
    return { number: Math.floor(tag / 8), long: wire === LONG, from, to: this.at };
  }

  *fields(): Generator<Field> {
    while (!this.done) yield this.field();
  }
}
