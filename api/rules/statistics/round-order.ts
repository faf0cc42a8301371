import { type Random, randomOf, shuffled } from './seeded-random.ts';

/**
 * Which configuration runs when: each once a round, as indexes from 0, in an order drawn from the seed. As many rounds
 * as there are configurations are drawn together, so that each of them stands once at each place (a random Latin
 * square). A steady drift over the session, or trouble of the first run of a round, then favours no side. A free order
 * may well favour one: of three rounds all have the same order in one of four draws.
 *
 * More rounds of one seed begin with the same ones, so an extension goes on where the planned rounds ended.
 *
 * @param seed a whole number from 0 to 2³² - 1
 */
export function roundOrder(configurations: number, rounds: number, seed: number): number[][] {
  const random = randomOf(seed);
  const order: number[][] = [];
  while (order.length < rounds) order.push(...latinSquare(configurations, random));
  return order.slice(0, rounds);
}

/** Every element once in each row and once in each column. */
function latinSquare(size: number, random: Random): number[][] {
  const indexes = Array.from({ length: size }, (_, i) => i);
  const [rows, columns, names] = [shuffled(indexes, random), shuffled(indexes, random), shuffled(indexes, random)];
  return rows.map((row) => columns.map((column) => names[(row + column) % size] ?? 0));
}
