/** The index of the ascending time that is nearest; null without any. */
export function nearestIndex(timesUs: number[], atUs: number): number | null {
  if (timesUs.length === 0) return null;
  let low = 0;
  let high = timesUs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesUs[middle] as number) < atUs) low = middle + 1;
    else high = middle;
  }
  const before = timesUs[low - 1];
  return before !== undefined && atUs - before < (timesUs[low] as number) - atUs ? low - 1 : low;
}
