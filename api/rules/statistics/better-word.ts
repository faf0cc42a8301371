/** What a metric measures, as far as 'better' goes. */
export type Quantity = 'throughput' | 'latency' | 'cpu-per-request';

const WORDS = {
  throughput: { higher: 'faster', lower: 'slower' },
  latency: { higher: 'slower', lower: 'faster' },
  'cpu-per-request': { higher: 'costlier', lower: 'cheaper' },
} as const;

export type BetterWord = 'faster' | 'slower' | 'cheaper' | 'costlier';

/** The word for a metric that is higher or lower than the baseline's. */
export const betterWord = (quantity: Quantity, conclusion: 'higher' | 'lower'): BetterWord =>
  WORDS[quantity][conclusion];

/** Whether a metric that is higher or lower than the baseline's is the better one. */
export function isBetter(quantity: Quantity, conclusion: 'higher' | 'lower'): boolean {
  const word = betterWord(quantity, conclusion);
  return word === 'faster' || word === 'cheaper';
}
