/** A number in [0, 1), another one at each call. */
export type Random = () => number;

/**
 * xoshiro128** (Blackman and Vigna 2018), its state filled from the seed by a Weyl sequence with murmur3's finaliser. Whole
 * numbers of 32 bits only, so that a seed means the same numbers on every machine, for good: kept seeds depend on it.
 *
 * @param seed a whole number from 0 to 2³² - 1
 */
export function randomOf(seed: number): Random {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) throw new RangeError(`No seed of 32 bits: ${seed}`);
  let [a, b, c, d] = [mixed(seed, 1), mixed(seed, 2), mixed(seed, 3), mixed(seed, 4)];
  return () => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return result / 2 ** 32;
  };
}

const rotated = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

function mixed(seed: number, nth: number): number {
  let x = (seed + Math.imul(nth, 0x9e3779b9)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** The same elements in an order in which each is equally likely (Fisher and Yates). */
export function shuffled<T>(elements: readonly T[], random: Random): T[] {
  const order = [...elements];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}
