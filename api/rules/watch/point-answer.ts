import type { HistoryPoint } from '../../contract/benchmark.ts';
import type { ComparedMetric } from '../../contract/comparison.ts';
import { type AnswerKind, intervalText } from '../outcomes/answer.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { shortCommit } from '../spec/revision-words.ts';
import { isBetter } from '../statistics/better-word.ts';
import { conclusionOf, type Judged } from '../statistics/conclusion.ts';
import { studentTCritical, studentTTail } from '../statistics/student-t.ts';
import { formatDifference } from '../words/numbers.ts';

/** As the intervals of a history are. */
const ALPHA = 0.05;

/**
 * How a point lies to the margin, as one experiment alone says it: of so many points some lie beyond it by chance. Null of a gap,
 * and of a build that was measured against itself.
 */
export function pointKind(
  point: Pick<HistoryPoint, 'ratio' | 'low' | 'high' | 'rounds' | 'against' | 'revision'>,
  metric: ComparedMetric,
  marginPercent: number,
): AnswerKind | null {
  if (point.ratio === null || isAgainstItself(point)) return null;
  const { type } = conclusionOf(judged(point.ratio, point), { margin: marginPercent / 100, noise: null });
  if (type === 'equivalent') return 'same';
  if (type !== 'higher' && type !== 'lower') return 'unclear';
  return isBetter(METRIC_WORDS[metric].quantity, type) ? 'better' : 'worse';
}

/** The same build on both sides: its ratio is of noise alone. */
export const isAgainstItself = ({ against, revision }: Pick<HistoryPoint, 'against' | 'revision'>): boolean =>
  against === null || against === revision;

export const POINT_WORDS: Record<AnswerKind, string> = {
  better: 'better, beyond the margin',
  worse: 'worse, beyond the margin',
  same: 'within the margin',
  unclear: 'unclear',
};

type Compared = Pick<HistoryPoint, 'ratio' | 'low' | 'high'>;

/** '+1.2 % (−0.3 to +2.7 %)'; null of a gap. */
export function changeOfPoint({ ratio, low, high }: Compared): string | null {
  if (ratio === null) return null;
  return `${formatDifference(ratio - 1)} (${intervalText({ low, high }) ?? 'no interval'})`;
}

/** What the change is against, after the figures. */
export function againstText(point: Pick<HistoryPoint, 'against' | 'revision'>): string {
  if (isAgainstItself(point)) return 'against itself';
  return `against ${shortCommit(point.against ?? '')}`;
}

/** The build's own figure: of one that was measured against itself the mean of both sides, as both are of it. */
export function ownFigure({
  candidate,
  reference,
  ...point
}: Pick<HistoryPoint, 'candidate' | 'reference' | 'against' | 'revision'>): number | null {
  if (candidate === null || reference === null || !isAgainstItself(point)) return candidate;
  return Math.sqrt(candidate * reference);
}

/**
 * How far the figure of a build that was measured against itself moves by noise within its rounds: the mean of both sides is known twice as
 * well as their ratio. Null of another point, and without an interval.
 */
export function ownInterval(point: Compared & Parameters<typeof ownFigure>[0]): [number, number] | null {
  const own = ownFigure(point);
  if (own === null || point.low === null || point.high === null || !isAgainstItself(point)) return null;
  const reach = (point.high / point.low) ** 0.25;
  return [own / reach, own * reach];
}

function judged(ratio: number, { low, high, rounds }: Pick<HistoryPoint, 'low' | 'high' | 'rounds'>): Judged {
  const runs = { baseline: rounds, other: rounds };
  if (low === null || high === null) return { ratio, alpha: ALPHA, pValue: null, error: null, runs, pairs: rounds };
  const degrees = rounds - 1;
  const logRatio = Math.log(high / low) / 2 / studentTCritical(ALPHA / 2, degrees);
  const pValue = 2 * studentTTail(Math.abs(Math.log(ratio)) / logRatio, degrees);
  return { ratio, alpha: ALPHA, pValue, error: { logRatio, degrees }, runs, pairs: rounds };
}
