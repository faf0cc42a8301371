import type { ComparedMetric, Comparison } from '../../contract/comparison.ts';
import { mostlyCompeting } from '../comparison/competing-runs.ts';
import { identityChangeText } from '../identity/identity-changes.ts';
import { targetChanges, whyUnknown } from '../identity/target-identity.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { type Noise, noiseFloorOf } from '../statistics/noise-floor.ts';
import { firstOf } from '../words/text.ts';

/** What an A/A experiment came to: the noise floor for as many rounds, or that its two sides were not alike after all. */
export function noiseHeadline(
  metric: ComparedMetric,
  noise: Noise | null,
  alpha: number,
  { outcomes, runs, steps }: Pick<Comparison, 'outcomes' | 'runs' | 'steps'>,
): string {
  const name = METRIC_WORDS[metric].label;
  const why = whyUnknown(runs);
  const [first] = runs;
  const changes = first ? runs.flatMap((run) => targetChanges(first, run)) : [];
  if (changes.length > 0) {
    const texts = [...new Set(changes.map(identityChangeText))];
    return `No noise floor: the target changed between these runs (${firstOf(texts)}), so they are not identical.`;
  }
  if (why) return `No noise floor: ${why}, so these runs are not known to be identical.`;
  if (noise === null) return `Too few rounds to tell a noise floor of the ${name}; make at least 3.`;
  const percent = (100 * Math.expm1(noiseFloorOf(noise, noise.degrees, alpha))).toPrecision(2);
  const competing = mostlyCompeting(runs, steps);
  const floor = `On these hosts identical configurations differ by up to ${Number(percent)} % in ${name} over ${noise.degrees} rounds: smaller differences are noise.${competing === null ? '' : ` ${competing}`}`;
  const primary = outcomes.find((outcome) => outcome.primary);
  if (primary?.outcome !== 'higher' && primary?.outcome !== 'lower') return floor;
  return `${floor} But the two sides are told apart, though they are the same: something else changes with them on these hosts; look for it before trusting a comparison here.`;
}
