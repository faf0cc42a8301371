import type { ComparedMetric, Comparison } from '../../contract/comparison.ts';
import { mostlyCompeting } from '../comparison/competing-runs.ts';
import { identityChangeText } from '../identity/identity-changes.ts';
import { targetChanges, whyUnknown } from '../identity/target-identity.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { type Noise, noiseFloorOf } from '../statistics/noise-floor.ts';
import { capitalised, firstOf } from '../words/text.ts';

/** The answer of an A/A experiment: the noise floor for as many rounds, or that its two sides were not alike after all. */
export function noiseHeadline(
  metric: ComparedMetric,
  noise: Noise | null,
  alpha: number,
  { outcomes, runs, steps }: Pick<Comparison, 'outcomes' | 'runs' | 'steps'>,
): Pick<Comparison, 'headline' | 'because'> {
  const name = METRIC_WORDS[metric].label;
  const why = whyUnknown(runs);
  const [first] = runs;
  const changes = first ? runs.flatMap((run) => targetChanges(first, run)) : [];
  if (changes.length > 0) {
    const texts = [...new Set(changes.map(identityChangeText))];
    return { headline: 'No noise floor: the target changed between runs.', because: `${capitalised(firstOf(texts))}.` };
  }
  if (why)
    return { headline: 'No noise floor: the runs are not known to be identical.', because: `${capitalised(why)}.` };
  if (noise === null) return { headline: `No noise floor of ${name} yet: run at least 3 rounds.`, because: '' };
  const percent = (100 * Math.expm1(noiseFloorOf(noise, noise.degrees, alpha))).toPrecision(2);
  const competing = mostlyCompeting(runs, steps);
  const primary = outcomes.find((outcome) => outcome.primary);
  const apart = primary?.outcome === 'higher' || primary?.outcome === 'lower';
  const few = [...(apart ? ['the identical sides differ'] : []), ...(competing === null ? [] : ['competing load'])];
  const headline = `Noise floor: ${Number(percent)} % in ${name} over ${noise.degrees} rounds.`;
  const because = [
    `Identical configurations differ by up to ${Number(percent)} % on these hosts; a smaller difference may be noise.`,
    ...(apart ? ['Two identical sides differ: find the cause before you trust a comparison here.'] : []),
    ...(competing === null ? [] : [competing]),
  ].join(' ');
  return { headline: few.length > 0 ? `${headline} Caution: ${few.join(', ')}.` : headline, because };
}
