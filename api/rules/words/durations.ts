/** 850 ms, 12 s, 1 min 30 s, 2 h 5 min. */
export function formatDuration(seconds: number): string {
  if (seconds < 0) return '0 s';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10 && !Number.isInteger(seconds)) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return pair(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

export const formatDurationUs = (us: number): string => formatDuration(us / 1e6);

/** '2026-11-26 16:40 UTC': in text that is kept, where what is relative would become false. */
export const formatMinute = (atUs: number): string =>
  `${new Date(atUs / 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
