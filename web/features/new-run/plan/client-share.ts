import type { StepSpec } from '@contract/load';

/**
 * A whole number in portions by weight, each at least 1, their sum exact, as the API shares a step out to its clients;
 * null where there is less than 1 for each.
 */
export function portions(whole: number, weights: number[]): number[] | null {
  if (weights.length === 0 || whole < weights.length) return null;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (whole * weight) / sum);
  const given = exact.map((share) => Math.max(1, Math.floor(share)));
  const remainder = exact.map((share, index) => share - (given[index] ?? 0));
  let left = whole - given.reduce((total, share) => total + share, 0);
  for (; left !== 0; left -= Math.sign(left)) {
    const by = Math.sign(left);
    const index = most(remainder, by, given);
    given[index] = (given[index] ?? 0) + by;
    remainder[index] = (remainder[index] ?? 0) - by;
  }
  return given;
}

/** One more goes to whoever lacks most; one less comes from whoever has most beyond their due, and more than 1. */
function most(remainder: number[], by: number, given: number[]): number {
  let found = -1;
  for (const [index, value] of remainder.entries()) {
    if (by < 0 && (given[index] ?? 0) <= 1) continue;
    if (found < 0 || by * (value - (remainder[found] ?? 0)) > 0) found = index;
  }
  return found;
}

/** What each client is asked for of a step: connections or requests per second; null where it cannot be shared out. */
export const sharesOf = (step: StepSpec, cpus: number[]): number[] | null =>
  portions(step.loop === 'closed' ? step.connections : step.requestsPerSecond, cpus);
