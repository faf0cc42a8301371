import type { Run, RunState, RunSummary } from '@contract/run';
import type { RunStep } from '@contract/step';
import { isTerminal } from '@rules/run/run-machine';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { plural } from '@rules/words/numbers';

export type Tone = 'ok' | 'warn' | 'bad' | 'live' | 'plain';

const LABELS: Record<RunState, string> = {
  queued: 'queued',
  provisioning: 'provisioning',
  preparing: 'preparing',
  tuning: 'tuning',
  'target-up': 'starting target',
  warming: 'warming up',
  measuring: 'measuring',
  cooling: 'pausing',
  stopping: 'stopping',
  restoring: 'restoring host',
  releasing: 'releasing',
  analysing: 'analysing',
  finished: 'finished',
  failed: 'failed',
  canceled: 'canceled',
};

export const stateLabel = (state: RunState): string => LABELS[state];

export function stateTone(state: RunState): Tone {
  if (state === 'finished') return 'ok';
  if (state === 'failed') return 'bad';
  if (state === 'canceled') return 'warn';
  return state === 'queued' ? 'plain' : 'live';
}

/** The status of a run: one that finished although steps failed says so. */
export function statusOf(run: RunSummary): { label: string; tone: Tone; more: string | null } {
  if (run.imported) return { label: 'imported', tone: 'plain', more: null };
  const planned = run.progress.stepCount;
  const more = run.stepsFailed > 0 ? `${run.stepsFailed} of ${plural(planned, 'step')} failed` : null;
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
  const passed = run.startedAtUs === null ? 0 : Math.min(Math.max(0, sinceMessageUs), remainingUs);
  const total = elapsedUs + remainingUs;
  return { fraction: total === 0 ? 0 : (elapsedUs + passed) / total, remainingUs: remainingUs - passed };
}

/**
 * 'step 2 of 6 · measuring at 100 connections', or the state alone outside of the steps. A search plans its steps while
 * it goes on, so their number is left out. The present one's load is named where the steps are given.
 */
export function phaseSentence(run: RunSummary & { steps?: RunStep[] }): string {
  const { stepIndex, stepCount } = run.progress;
  const inStep = run.state === 'warming' || run.state === 'measuring' || run.state === 'cooling';
  if (!inStep || stepIndex === null) return stateLabel(run.state);
  const step = run.steps?.[stepIndex]?.spec ?? run.spec.load.steps[stepIndex];
  const load = step ? ` at ${stepText(step, protocolOf(run))}${step.profiles.length > 0 ? ', profiled' : ''}` : '';
  const count = run.spec.load.search ? ' of a search' : ` of ${stepCount}`;
  return `step ${stepIndex + 1}${count} · ${stateLabel(run.state)}${run.state === 'cooling' ? '' : load}`;
}

/** What is left of a run that ended early. */
export function keptSentence(run: Run): string {
  const measured = run.stepsMeasured;
  const planned = run.steps.length;
  if (measured === 0) return 'No step was measured; the timeline, logs and samples up to then are kept.';
  if (measured === planned) return `All ${planned} steps were measured and are kept.`;
  return `${measured} of ${planned} steps ${measured === 1 ? 'was' : 'were'} measured and ${measured === 1 ? 'is' : 'are'} kept below.`;
}

/** In a word. One that was canceled in its middle is skipped to the machine, and says why; one that never began does not. */
export const stepLabel = ({ status, failure }: Pick<RunStep, 'status' | 'failure'>): string =>
  status === 'skipped' && failure !== null ? 'canceled' : status;

/** Why a step in that state has no figures. */
export const WHY_NOT_MEASURED: Record<RunStep['status'], string> = {
  planned: 'This step has not begun',
  running: 'This step is under way',
  measured: 'Not measured',
  failed: 'This step failed before it was measured',
  skipped: 'This step was not run',
};
