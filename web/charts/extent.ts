/** The highest value, and at least the floor. A call takes only so many arguments, so that Math.max(...values) ends the page of a long run. */
export function highestOf(values: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let most = floor;
  for (const value of values) if (value > most) most = value;
  return most;
}

export function lowestOf(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < least) least = value;
  return least;
}
