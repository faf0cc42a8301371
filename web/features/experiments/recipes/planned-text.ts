import { formatDuration, formatDurationUs } from '@rules/words/durations';
import { plural } from '@rules/words/numbers';
import { wholeRunSeconds } from '@/features/new-run/plan/estimate';
import type { FilledRecipe } from './filled-recipe';

/** How much a filled recipe runs, as its form says it. */
export function plannedText(filled: Exclude<FilledRecipe, { makes: 'nothing' }>): string {
  if (filled.makes === 'experiment') return `${plural(filled.runs, 'run')}, about ${formatDurationUs(filled.wholeUs)}`;
  const { load } = filled.spec;
  const time = formatDuration(wholeRunSeconds(load));
  return load.search === null ? `1 run, about ${time}` : `1 run, usually no longer than ${time}`;
}
