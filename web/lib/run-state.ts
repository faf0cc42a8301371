import type { RunState, RunSummary } from '@contract/run';
import { assumedBeyondSeconds } from '@rules/load/planned-seconds';
import { isTerminal, isWaiting } from '@rules/run/run-machine';
import { failedStepsText, stateLabel } from '@rules/run/run-words';
import { formatDuration } from '@rules/words/durations';

export type Tone = 'ok' | 'warn' | 'bad' | 'live' | 'plain';

export function stateTone(state: RunState): Tone {
  if (state === 'finished') return 'ok';
  if (state === 'failed') return 'bad';
  if (state === 'canceled') return 'warn';
  return state === 'queued' ? 'plain' : 'live';
}

/** The status of a run: one that finished although steps failed says so. */
export function statusOf(run: RunSummary): { label: string; tone: Tone; more: string | null } {
  if (run.imported) return { label: 'imported', tone: 'plain', more: null };
  const more = failedStepsText(run);
  const tone = run.state === 'finished' && more ? 'warn' : stateTone(run.state);
  return { label: stateLabel(run.state), tone, more };
}

export interface Progress {
  fraction: number;
  remainingUs: number | null;
}

/** Progress between two messages: the clock goes on while none arrives, but never past the end. */
export function progressAt(run: RunSummary, sinceMessageUs: number): Progress {
  const { elapsedUs, remainingUs } = run.progress;
  if (isTerminal(run.state)) return { fraction: 1, remainingUs: null };
  if (remainingUs === null) return { fraction: 0, remainingUs: null };
  // However long it waits, nothing of what it is to do is done.
  if (isWaiting(run.state)) return { fraction: 0, remainingUs };
  const passed = run.startedAtUs === null ? 0 : Math.min(Math.max(0, sinceMessageUs), remainingUs);
  const total = elapsedUs + remainingUs;
  return { fraction: total === 0 ? 0 : (elapsedUs + passed) / total, remainingUs: remainingUs - passed };
}

/** Of a run that waits: how long it takes is known, when it begins is not. */
export function takesText({ state, spec }: Pick<RunSummary, 'state' | 'spec'>, remainingUs: number): string {
  const { warmupSeconds, steps } = spec.load;
  const beyond = assumedBeyondSeconds({ warmupSeconds: warmupSeconds ?? 0 }, steps.length);
  const from = state === 'provisioning' ? 'its hosts have joined' : 'it starts';
  return `takes about ${formatDuration(remainingUs / 1e6 + beyond)} once ${from}`;
}
