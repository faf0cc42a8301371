import { SCRIPT_TOOLS } from './script-tools.ts';

/**
 * Only one client's warm-up command is kept. Another's is its own measured command with another duration, which each
 * tool takes as one word. Empty for a tool that is not known here.
 */
export function warmupCommand(tool: string | null, measured: string[], seconds: number): string[] {
  const duration = Object.entries(SCRIPT_TOOLS).find(([name]) => name === tool)?.[1].duration;
  if (!duration) return [];
  const isDuration = (at: number): boolean =>
    'after' in duration ? measured[at - 1] === duration.after : (measured[at] ?? '').startsWith(duration.begins);
  return measured.map((word, at) => (isDuration(at) ? duration.text(seconds) : word));
}
