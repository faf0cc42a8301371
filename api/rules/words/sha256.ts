/** Fractional parts of the cube roots and square roots of the first primes: the constants of FIPS 180-4. */
const PRIMES = firstPrimes(64);
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** SHA-256 in lowercase hex, without node and at once: for bodies of some kilobytes. */
export function sha256Hex(bytes: Uint8Array): string {
  const words = padded(bytes);
  const state = Uint32Array.from(START);
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16));
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** A one, zeros up to a whole block, and the length in bits. */
function padded(bytes: Uint8Array): Uint32Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(length));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return Uint32Array.from({ length: length / 4 }, (_, i) => view.getUint32(i * 4));
}

function mix(state: Uint32Array, block: Uint32Array): void {
  const w = scheduled(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const upper = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + upper + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (w[i] ?? 0)) | 0;
    const lower = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word;
}

function scheduled(block: Uint32Array): Uint32Array {
  const w = new Uint32Array(64);
  w.set(block);
  for (let i = 16; i < 64; i++) {
    const [early = 0, late = 0] = [w[i - 15], w[i - 2]];
    const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    w[i] = (w[i - 16] ?? 0) + low + (w[i - 7] ?? 0) + high;
  }
  return w;
}
