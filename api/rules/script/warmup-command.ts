/**
 * Of several clients one warm-up's command alone is kept. That of another is its own measured command for another time: each
 * tool says its duration in one word.
 */
export function warmupCommand(tool: string | null, measured: string[], seconds: number): string[] {
  const [flag, text] = DURATIONS[tool ?? ''] ?? [];
  if (flag === undefined || text === undefined) return [];
  const isDuration = (at: number): boolean =>
    tool === 'k6' ? (measured[at] ?? '').startsWith('SECONDS=') : measured[at - 1] === flag;
  return measured.map((word, at) => (isDuration(at) ? text(seconds) : word));
}

const DURATIONS: Record<string, [string, (seconds: number) => string]> = {
  volley: ['--duration', (seconds) => `${seconds}s`],
  autocannon: ['-d', String],
  wrk: ['-d', (seconds) => `${seconds}s`],
  wrk2: ['-d', (seconds) => `${seconds}s`],
  vegeta: ['--seconds', String],
  oha: ['-z', (seconds) => `${seconds}s`],
  k6: ['-e', (seconds) => `SECONDS=${seconds}`],
};
