import type { ComparedMetric, Comparison, MetricOutcome } from '../../contract/comparison.ts';
import { mostlyCompeting } from '../comparison/competing-runs.ts';
import { SHORT_STEPS, shortText } from '../comparison/short-steps.ts';
import { identityChangeText } from '../identity/identity-changes.ts';
import { targetChanges, whyUnknown } from '../identity/target-identity.ts';
import { roughPercent } from '../outcomes/answer.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { cautionText } from '../outcomes/headline.ts';
import { type Noise, noiseFloorOf, ROUNDS_LEAST } from '../statistics/noise-floor.ts';
import { formatExact } from '../words/numbers.ts';
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
  if (noise === null) return noNoise(name, outcomes);
  const percent = (100 * Math.expm1(noiseFloorOf(noise, noise.degrees, alpha))).toPrecision(2);
  const competing = mostlyCompeting(runs, steps);
  const primary = outcomes.find((outcome) => outcome.primary);
  const apart = primary?.outcome === 'higher' || primary?.outcome === 'lower';
  const under = competing === null ? '' : ' under competing load';
  const short = shortText(runs, [...runs.keys()], steps.slice(primary?.stepPosition, (primary?.stepPosition ?? 0) + 1));
  const cautions = [...(apart ? ['the identical sides differ'] : []), ...(short === null ? [] : [SHORT_STEPS])];
  const headline = `Noise floor${under}: ${Number(percent)} % in ${name} over ${noise.degrees} rounds.`;
  const because = [
    seenText(primary, percent, noise.degrees, alpha),
    ...(apart ? ['Two identical sides differ: find the cause before you trust a comparison here.'] : []),
    ...(competing === null
      ? []
      : [`${competing} How much the hosts vary without it is not known: stop other processes and rerun.`]),
    ...(short === null ? [] : [short]),
  ].join(' ');
  return { headline: [headline, cautionText(cautions)].filter(Boolean).join(' '), because };
}

function noNoise(name: string, outcomes: MetricOutcome[]): Pick<Comparison, 'headline' | 'because'> {
  const apart = apartPercents(outcomes.find(({ primary }) => primary));
  if (apart.length < ROUNDS_LEAST)
    return { headline: `No noise floor of ${name} yet: run at least ${ROUNDS_LEAST} rounds.`, because: '' };
  return {
    headline: `No noise floor of ${name}: both sides gave the same figure in every round.`,
    because: 'Noise finer than the tool tells is not known to be 0. Use a tool that resolves more, such as volley.',
  };
}

/** What was seen within a round, and what follows from it for the mean of as many. */
function seenText(primary: MetricOutcome | undefined, percent: string, rounds: number, alpha: number): string {
  const apart = apartPercents(primary);
  const most =
    apart.length === 0 ? '' : `Identical runs of one round differed by up to ${roughPercent(Math.max(...apart))}. `;
  return `${most}The mean of ${rounds} such rounds lies within ${Number(percent)} % with ${formatExact(100 * (1 - alpha))} % confidence: a smaller difference may be noise.`;
}

/** How far apart the two sides of each round were. */
function apartPercents(primary: MetricOutcome | undefined): number[] {
  const { baseline, other } = primary ?? { baseline: { values: [] }, other: { values: [] } };
  return baseline.values.flatMap((from, round) => {
    const to = other.values[round] ?? null;
    return from === null || to === null ? [] : [100 * Math.expm1(Math.abs(Math.log(to / from)))];
  });
}
