/** Geometric, as every mean of a side is; a latency that a tool truncated to 0 has no logarithm, and then the mean is the plain one. */
export function meanOfRepeats(values: number[]): number {
  const [first = 0] = values;
  if (values.every((value) => value === first)) return first;
  if (values.some((value) => value <= 0)) return values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
