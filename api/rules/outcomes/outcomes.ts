import type { ComparedMetric, ComparedStep, MetricOutcome, Effect as ToldEffect } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { stepAt } from '../comparison/compare-steps.ts';
import { protocolIn } from '../comparison/row-load.ts';
import { wallOfMost } from '../comparison/wall-of-most.ts';
import { areApart, fineLatency } from '../load/latency-resolution.ts';
import { stepText } from '../spec/load-words.ts';
import { betterWord } from '../statistics/better-word.ts';
import { type Conclusion, conclusionOf, type Rules } from '../statistics/conclusion.ts';
import { designOf } from '../statistics/design.ts';
import { type Effect, effectOfRounds, effectOfUnpairedRuns, intervalAt } from '../statistics/effect.ts';
import { intervalAlpha, ownLevels, secondaryConclusions } from '../statistics/family.ts';
import { logSdOf } from '../statistics/log-sample.ts';
import { type Noise, noiseFloorOf } from '../statistics/noise-floor.ts';
import { roundsStillNeeded } from '../statistics/rounds-needed.ts';
import { limitsOf } from '../verdict/limits.ts';
import type { MeasuredStep } from '../verdict/measured-step.ts';
import { askedLoadOf } from './asked-load.ts';
import { couldHaveShown, type Shown, type ShownSide } from './could-show.ts';
import { figureOf, isLatency, METRIC_WORDS, METRICS, percentileOf } from './figures.ts';
import { outcomeWords } from './sentences.ts';
import type { Side } from './sides.ts';

/** Where nothing differs, at most this share of comparisons claims a difference. */
export const ALPHA = 0.05;
/** A smaller difference does not matter, unless another margin was declared. */
export const MARGIN_PERCENT = 2;

/** With what was measured for it, where that is known. */
export type ToldNoise = Noise & { source?: string };

export interface Judged {
  runs: Run[];
  /** The baseline's first. In rounds each has as many runs, in the order of rounds. */
  sides: Side[];
  steps: ComparedStep[];
  /** Each configuration ran once a round, in random order. */
  paired: boolean;
  alpha: number;
  marginPercent: number;
  /** Declared before the first run; null for runs that were picked by hand. */
  primary: { metric: ComparedMetric; stepPosition: number } | null;
  /** What A/A experiments showed on these hosts, for runs of two sides; null where there were none. */
  noiseOf: (metric: ComparedMetric, runs: readonly Run[]) => ToldNoise | null;
  /** The baseline against itself: nothing is ranked. */
  alike?: boolean;
}

/** One side against the baseline in one metric of one step, before its family is known. */
export interface Question {
  metric: ComparedMetric;
  stepPosition: number;
  sideIndex: number;
  primary: boolean;
  baseline: Figures;
  other: Figures;
  effect: Effect | null;
  rules: Rules;
  noiseSource: string | undefined;
}

interface Figures {
  side: Side;
  /** For each run of the side. */
  steps: (RunStep | null)[];
  values: (number | null)[];
}

/**
 * One for every side but the baseline's, every step, and every metric with figures of both sides; the primary first.
 */
export function outcomesOf(judged: Judged): MetricOutcome[] {
  const questions = judged.steps.flatMap((_, stepPosition) =>
    judged.sides
      .slice(1)
      .flatMap((_, at) => METRICS.flatMap((metric) => questionOf(judged, metric, stepPosition, at + 1) ?? [])),
  );
  const family = questions.filter(({ primary }) => !primary);
  const tested = secondaryConclusions(family.flatMap(({ effect, rules }) => (effect ? [{ effect, rules }] : [])));
  const tests = tested.filter(({ adjusted }) => adjusted !== null).length;
  const answers = new Map(tested.map((answer) => [answer.effect, answer]));
  const told = questions.map((question): MetricOutcome => {
    const answer = question.effect && answers.get(question.effect);
    const conclusion = question.effect
      ? (answer?.conclusion ?? conclusionOf(question.effect, question.rules))
      : ({ type: 'no-repeats' } as const);
    const levels = answer?.levels ?? (question.effect && ownLevels(question.effect));
    const among = {
      count: question.primary ? 1 : Math.max(1, tests),
      pValue: answer?.adjusted?.difference ?? null,
      alpha: levels && intervalAlpha(conclusion, levels),
    };
    return tell(judged, question, conclusion, among);
  });
  return told.sort((a, b) => Number(b.primary) - Number(a.primary));
}

/** Null where neither side measured anything of it. */
export function questionOf(
  judged: Judged,
  metric: ComparedMetric,
  stepPosition: number,
  sideIndex: number,
): Question | null {
  const { runs, sides, primary, marginPercent, noiseOf } = judged;
  const [from, to] = [sides[0], sides[sideIndex]];
  if (!from || !to) return null;
  const baseline = figuresOf(judged, from, metric, stepPosition);
  const other = figuresOf(judged, to, metric, stepPosition);
  if ([baseline, other].some(({ values }) => values.every((value) => value === null))) return null;
  const noise = noiseOf(
    metric,
    [from, to].flatMap(({ indexes }) => indexes.flatMap((index) => runs[index] ?? [])),
  );
  return {
    metric,
    stepPosition,
    sideIndex,
    primary: primary?.metric === metric && primary.stepPosition === stepPosition,
    baseline,
    other,
    effect: effectOf(judged, metric, baseline, other),
    rules: { margin: marginPercent / 100, noise },
    noiseSource: noise?.source,
  };
}

function figuresOf({ runs, steps }: Judged, side: Side, metric: ComparedMetric, stepPosition: number): Figures {
  const found = side.indexes.map((index) => stepAt(runs, steps[stepPosition], index) ?? null);
  return { side, steps: found, values: found.map((step) => figureOf(step?.point ?? null, metric)) };
}

/** An impossible figure is shown and never reckoned with; latencies of two kinds have no ratio. */
function effectOf(
  { paired, alpha, marginPercent }: Judged,
  metric: ComparedMetric,
  baseline: Figures,
  other: Figures,
): Effect | null {
  const margin = marginPercent / 100;
  if (
    isLatency(metric) &&
    (kindsOf(baseline, other).size > 1 || withinTickUs([baseline, other], metric, margin) !== null)
  )
    return null;
  const [from, to] = [countedOf(baseline), countedOf(other)];
  if (paired) {
    const pairs = from.flatMap((value, round) => {
      const match = to[round];
      return value === null || match === null || match === undefined ? [] : [[value, match] as const];
    });
    const effect = effectOfRounds({ baseline: pairs.map(([a]) => a), other: pairs.map(([, b]) => b) }, alpha);
    return 'fault' in effect ? null : effect;
  }
  const effect = effectOfUnpairedRuns({ baseline: known(from), other: known(to) }, alpha);
  return 'fault' in effect ? null : effect;
}

/** Figures that count: null of a round without one, or with an impossible one. */
export const countedOf = ({ steps, values }: Pick<Figures, 'steps' | 'values'>): (number | null)[] =>
  values.map((value, i) => (steps[i]?.verdict?.validity === 'invalid' ? null : value));

const known = (values: (number | null)[]): number[] => values.filter((value) => value !== null);

function kindsOf(...sides: Figures[]): Set<string> {
  return new Set(sides.flatMap(({ steps }) => steps.flatMap((step) => step?.point?.latencyMs.loop ?? [])));
}

const ONE_CONFIGURATION: Shown = {
  couldShow: 'no',
  sentence: 'Both sides were asked for the same: a difference is noise, and nothing is ranked.',
};

/** Whether the test could have shown a difference of the server. */
export const shownBy = (judged: Judged, { metric, stepPosition, baseline, other }: Question): Shown =>
  judged.alike
    ? ONE_CONFIGURATION
    : couldHaveShown(metric, shownOf(judged, baseline, stepPosition), shownOf(judged, other, stepPosition));

function tell(judged: Judged, question: Question, conclusion: Conclusion, among: Among): MetricOutcome {
  const { metric, stepPosition, sideIndex, primary, baseline, other, effect } = question;
  const shown = shownBy(judged, question);
  const told: Omit<MetricOutcome, 'sentence' | 'because'> = {
    metric,
    stepPosition,
    sideIndex,
    primary,
    outcome: conclusion.type,
    word:
      shown.couldShow === 'yes' && (conclusion.type === 'higher' || conclusion.type === 'lower')
        ? betterWord(METRIC_WORDS[metric].quantity, conclusion.type)
        : conclusion.type,
    couldShow: shown.couldShow,
    couldShowSentence: shown.sentence,
    baseline: sideFigure(baseline, judged.paired ? other : null),
    other: sideFigure(other, judged.paired ? baseline : null),
    effect: effect && toldEffect(question, effect, among),
  };
  const asked = { baseline: askedText(judged, baseline), other: askedText(judged, other) };
  const doubt = conclusion.type === 'inconclusive' ? conclusion.doubt : null;
  const coarseUs =
    coarseUsOf([baseline, other], metric) ?? withinTickUs([baseline, other], metric, judged.marginPercent / 100);
  return {
    ...told,
    ...outcomeWords({ told, baseline: baseline.side, other: other.side, asked, doubt, coarseUs, alike: judged.alike }),
  };
}

/** The resolution of what measured a latency too coarse to have a ratio; null where none is. */
function coarseUsOf(sides: Figures[], metric: ComparedMetric): number | null {
  const percentile = percentileOf(metric);
  if (percentile === null) return null;
  const coarse = sides.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      const latencyMs = step?.point?.latencyMs;
      return latencyMs && latencyMs[percentile] !== null && fineLatency(latencyMs, percentile) === null
        ? [latencyMs.resolutionUs]
        : [];
    }),
  );
  return coarse.length === 0 ? null : Math.max(...coarse);
}

/** The resolution where the means of two sides are no further apart than it tells, and it is more than the margin; else null. */
function withinTickUs(sides: [Figures, Figures], metric: ComparedMetric, margin: number): number | null {
  if (!isLatency(metric)) return null;
  const [from, to] = sides.map((side) => sideFigure(side, null).mean);
  if (from == null || to == null) return null;
  const us = Math.max(
    ...sides.flatMap(({ steps }) => steps.flatMap((step) => step?.point?.latencyMs.resolutionUs ?? [])),
  );
  return us / 1000 > margin * from && !areApart(from, to, us) ? us : null;
}

/** What a side was asked in the step: the same in every run of it; null where none has it. */
function askedText({ runs }: Judged, { side, steps }: Figures): string | null {
  const spec = steps.find((step) => step !== null)?.spec;
  return spec ? stepText(spec, protocolIn(runs[side.indexes[0] ?? -1])) : null;
}

/** By the steps whose figures count; where none does, all of them, which say why. */
function shownOf({ runs, steps: rows }: Judged, { side, steps }: Figures, stepPosition: number): ShownSide {
  const at = Math.max(
    0,
    steps.findIndex((step) => step !== null),
  );
  const run = runs[side.indexes[at] ?? -1];
  const row = rows[stepPosition];
  const measured = steps.filter((step): step is MeasuredStep => step?.point != null);
  const counted = measured.filter(({ verdict }) => verdict?.validity !== 'invalid');
  const shown = counted.length > 0 ? counted : measured;
  return {
    name: side.letters,
    asked: run ? askedLoadOf(run, steps[at]?.index ?? null) : null,
    requests: requestsOf(run),
    runs: side.indexes.length,
    wall: row ? wallOfMost(runs, side.indexes, row) : null,
    steps: shown.map((step) => {
      const run = runs[side.indexes[steps.indexOf(step)] ?? -1];
      return { ...step, clientsFull: clientsFull(step, run) };
    }),
  };
}

/** Resources of the clients that were saturated, and not by others. */
const clientsFull = (step: MeasuredStep, run: Run | undefined): string[] =>
  run === undefined
    ? []
    : limitsOf(step, run).flatMap(({ host, wall, named, measured }) =>
        host.side === 'client' && wall !== 'competing-load' ? [measured ? named : `probably ${named}`] : [],
      );

const requestsOf = (run: Run | undefined): string =>
  JSON.stringify(run && 'requests' in run.spec ? run.spec.requests : null);

/**
 * The figures of a side with their mean, and what limited it: of several runs what most of them say. Where rounds are pairs the mean is
 * over those that the ratio is of: with `beside`, which counts in them as well.
 */
function sideFigure({ steps, values }: Figures, beside: Figures | null): MetricOutcome['baseline'] {
  const others = beside && countedOf(beside);
  const inPairs = countedOf({ steps, values }).map((value, i) => (others && others[i] == null ? null : value));
  const counted = known(inPairs);
  // If all figures are invalid they are shown anyway, marked by their validity.
  const figures = counted.length > 0 ? counted : known(values);
  const verdicts = steps.flatMap((step) => step?.verdict ?? []);
  const wall = commonest(verdicts.flatMap((verdict) => verdict.wall ?? []));
  return {
    mean:
      figures.length === 0 ? null : Math.exp(figures.reduce((sum, value) => sum + Math.log(value), 0) / figures.length),
    values,
    validity: WORST.find((validity) => verdicts.some((verdict) => verdict.validity === validity)) ?? null,
    wall,
    confidence:
      LEAST_SURE.find((one) => verdicts.some((told) => told.wall === wall && told.confidence === one)) ?? null,
  };
}

const LEAST_SURE = ['cannot-tell', 'likely', 'measured'] as const;
const WORST = ['invalid', 'suspect', 'unchecked', 'valid'] as const;

function commonest<T>(values: T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** How many are tested together, the p value after that was allowed for, and the level of the interval that goes with it. */
interface Among {
  count: number;
  pValue: number | null;
  alpha: number | null;
}

function toldEffect({ rules, noiseSource }: Question, effect: Effect, among: Among): ToldEffect {
  const rounds = effect.pairs ?? 2 / (1 / effect.runs.baseline + 1 / effect.runs.other);
  const alpha = among.alpha ?? effect.alpha;
  const interval = intervalAt(effect, alpha);
  const needed = roundsStillNeeded(effect, rules, among.count);
  const design =
    effect.cvPercent === null || rounds < 2
      ? null
      : designOf({ ...rules, rounds, alpha: effect.alpha / among.count, logSd: logSdOf(effect.cvPercent) });
  return {
    ratio: effect.ratio,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    hodgesLehmann: effect.low === null ? null : effect.hodgesLehmann,
    confidencePercent: 100 * (1 - alpha),
    pairs: effect.pairs,
    baselineCount: effect.runs.baseline,
    otherCount: effect.runs.other,
    interleaved: effect.interleaved,
    pValue: effect.pValue,
    pValueAdjusted: among.pValue,
    marginPercent: rules.margin * 100,
    noiseFloorPercent: rules.noise ? 100 * Math.expm1(noiseFloorOf(rules.noise, rounds, effect.alpha)) : null,
    ...(noiseSource !== undefined && { noiseSource }),
    smallestShownPercent: design?.smallestDetectable == null ? null : design.smallestDetectable * 100,
    roundsNeeded: needed?.rounds.type === 'rounds' ? needed.rounds.rounds : null,
  };
}
