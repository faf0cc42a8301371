/** The nearest row at a moment; null if it is further away than both `reachUs` and the time that it covers. */
export function rowNear(timesUs: number[], atUs: number, reachUs: number): number | null {
  const row = nearestIndex(timesUs, atUs);
  if (row === null) return null;
  const [beganUs, endedUs] = [timesUs[row - 1], timesUs[row] as number];
  const lengthUs = beganUs === undefined ? 0 : endedUs - beganUs;
  return Math.abs(endedUs - atUs) > Math.max(reachUs, lengthUs) ? null : row;
}

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
