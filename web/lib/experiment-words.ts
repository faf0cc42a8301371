import type { DifferenceGroup } from '@contract/comparison';
import type { ExperimentDesign, ExperimentKind, ExperimentSlot, ExperimentSummary } from '@contract/experiment';
import { formatDurationUs } from '@rules/words/durations';
import { groupsBy } from '@rules/words/groups';
import { plural } from '@rules/words/numbers';
import { listed } from '@rules/words/text';
import type { Tone } from './run-state';

export const GROUPS: Record<DifferenceGroup, string> = {
  hardware: 'hardware',
  target: 'target',
  tuning: 'tuning',
  load: 'load',
  software: 'software',
};

export const KINDS: Record<ExperimentKind, { label: string; hint: string }> = {
  comparison: { label: 'Comparison', hint: 'A baseline against variants of it.' },
  'noise-floor': {
    label: 'Noise floor (A/A)',
    hint: 'The baseline against itself: what no difference looks like on these hosts.',
  },
};

export function experimentStatus({ status, stoppedSentence }: ExperimentSummary): { label: string; tone: Tone } {
  if (status === 'planned') return { label: 'planned', tone: 'plain' };
  if (status === 'running') return { label: 'running', tone: 'live' };
  return stoppedSentence === null ? { label: 'done', tone: 'ok' } : { label: 'stopped', tone: 'warn' };
}

/** '2 of 6 rounds, 5 of 12 runs done'. */
export function progressText({ roundsPlanned, roundsDone, runsDone, runsPlanned }: ExperimentSummary): string {
  return `${roundsDone} of ${plural(roundsPlanned, 'round')}, ${runsDone} of ${plural(runsPlanned, 'run')} done`;
}

/** 'baseline against prefork and 2 workers'. */
export function sidesText({ kind, configurationNames: [baseline = 'baseline', ...others] }: ExperimentSummary): string {
  if (kind === 'noise-floor') return `${baseline} against itself`;
  return `${baseline} against ${listed(others) || 'nothing'}`;
}

/** How long all its runs take; of a design that an older instance made, their load alone. */
export function durationOf({ wholeUs, plannedUs }: ExperimentDesign): { value: string; note?: string } {
  if (wholeUs !== undefined)
    return {
      value: `about ${formatDurationUs(wholeUs)}`,
      note: 'warm-ups, steps, pauses, preparing and restoring',
    };
  if (plannedUs === null) return { value: 'not known' };
  return {
    value: formatDurationUs(plannedUs),
    note: 'warm-ups, steps and pauses; preparing and restoring come on top',
  };
}

/** The slots of each round, in the order in which they go. */
export function slotsByRound(slots: ExperimentSlot[]): { round: number; slots: ExperimentSlot[] }[] {
  return [...groupsBy(slots, ({ round }) => round)]
    .sort(([a], [b]) => a - b)
    .map(([round, all]) => ({ round, slots: all.sort((a, b) => a.position - b.position) }));
}

/** What is left until the end, as the clock goes on between two readings; null where that is not known. */
export const remainingAt = ({ status, remainingUs }: ExperimentSummary, sinceReadUs: number): number | null =>
  status === 'running' && remainingUs !== null ? Math.max(0, remainingUs - Math.max(0, sinceReadUs)) : null;
