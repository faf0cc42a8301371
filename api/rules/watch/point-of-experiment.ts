import type { ComparedMetric, MetricOutcome, ShownResult } from '../../contract/comparison.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import type { Sides } from '../statistics/effect.ts';
import { figuresOfNight, type PointFigures } from './series.ts';

/** One metric of one step, as a point has it. */
export interface KeptFigure {
  metric: ComparedMetric;
  stepIndex: number;
  /** Null where no round has both sides. */
  figures: PointFigures | null;
  /** Why it is a gap: nothing may be made of its ratio. Null of a value. */
  gap: string | null;
}

/** The same with its rounds: `baseline` is the reference, `other` the candidate. */
export interface MeasuredFigure extends KeptFigure {
  rounds: Sides;
}

/** What an experiment of reference against candidate measured; empty without a result. */
export const pointOf = (result: ShownResult | null): KeptFigure[] =>
  measuredOf(result).map(({ rounds: _, ...figure }) => figure);

/** What an experiment of two configurations measured, round by round; empty without a result. */
export function measuredOf(result: ShownResult | null): MeasuredFigure[] {
  return (result?.outcomes ?? []).flatMap((outcome) => {
    const stepIndex = result?.steps[outcome.stepPosition]?.cells[0]?.stepIndex;
    if (result === null || stepIndex == null) return [];
    const valid = validRounds(result, outcome);
    const rounds = { baseline: valid.map(([from]) => from), other: valid.map(([, to]) => to) };
    return [{ ...figureOf(result, outcome, stepIndex, rounds), rounds }];
  });
}

function figureOf(result: ShownResult, outcome: MetricOutcome, stepIndex: number, rounds: Sides): KeptFigure {
  const { metric, couldShow, couldShowSentence } = outcome;
  const figures = figuresOfNight(rounds);
  if ('fault' in figures)
    return {
      metric,
      stepIndex,
      figures: null,
      gap: `No round measured the ${METRIC_WORDS[metric].label} on both sides.`,
    };
  const few = rounds.other.length < RUNS_FOR_A_CLAIM ? `Fewer than ${RUNS_FOR_A_CLAIM} rounds have both sides.` : null;
  const none = outcome.effect === null ? outcome.sentence : null;
  // A baseline against itself could never show a difference, and tells its noise.
  const alike = result.sides.every(({ differsIn }) => differsIn.length === 0);
  return { metric, stepIndex, figures, gap: few ?? none ?? (couldShow === 'yes' || alike ? null : couldShowSentence) };
}

/** Rounds with a figure of both sides, neither of which is impossible. */
function validRounds(
  result: ShownResult,
  { baseline, other, sideIndex, stepPosition }: MetricOutcome,
): [number, number][] {
  const [from, to] = [result.sides[0], result.sides[sideIndex]];
  const cells = result.steps[stepPosition]?.cells ?? [];
  const counts = (runId: string | undefined): boolean => {
    const at = result.runs.findIndex(({ id }) => id === runId);
    const step = result.runs[at]?.steps.find(({ index }) => index === cells[at]?.stepIndex);
    return step?.verdict?.validity !== 'invalid';
  };
  return baseline.values.flatMap((value, round): [number, number][] => {
    const match = other.values[round];
    const both = value !== null && value > 0 && match != null && match > 0;
    return both && counts(from?.runIds[round]) && counts(to?.runIds[round]) ? [[value, match]] : [];
  });
}
