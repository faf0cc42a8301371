import type { Run } from '@contract/run';
import { isTerminal, isWaiting } from '@rules/run/run-machine';
import { stateLabel } from '@rules/run/run-words';
import { isOpenEnded } from '@/features/run/steps/search-result';
import { progressAt } from '@/lib/run-state';

/**
 * The title of the tab: '42 % · name' while the end is known to be so far, the state where it is not. Never 100 % before the end.
 */
export function progressTitle(run: Run, sinceMessageUs: number): string {
  if (isTerminal(run.state)) return run.state === 'finished' ? run.name : `${stateLabel(run.state)} · ${run.name}`;
  const { fraction, remainingUs } = progressAt(run, sinceMessageUs);
  if (isWaiting(run.state) || remainingUs === null || isOpenEnded(run)) return `${stateLabel(run.state)} · ${run.name}`;
  return `${Math.min(99, Math.floor(fraction * 100))} % · ${run.name}`;
}
