import { expectedRunsUs } from '@rules/experiment/planned-time';
import { plural } from '@rules/words/numbers';
import { formatDurationUs } from '@/lib/time';
import type { FilledRecipe } from './filled-recipe';

/** How much a filled recipe runs. */
export function plannedText(filled: Exclude<FilledRecipe, { makes: 'nothing' }>): string {
  const { spec } = filled;
  if (spec.load.search !== null) return '1 run, as long as it finds more';
  const [each = 0] = expectedRunsUs([], [spec]);
  const runs = filled.makes === 'run' ? 1 : runsOf(filled.draft);
  return `${plural(runs, 'run')}, about ${formatDurationUs(runs * each)}`;
}

const runsOf = ({ kind, variants, rounds }: { kind: string; variants: unknown[]; rounds: string }): number =>
  Number(rounds) * (kind === 'noise-floor' ? 2 : variants.length + 1);
