import { logSampleOf } from '../statistics/log-sample.ts';
import { studentTTail } from '../statistics/student-t.ts';
import type { Budget, Epoch, MeasuredPoint, WatchedSeries } from './series.ts';
import { placeOf, type Suspect, signOfBetter, sizeOf } from './suspect.ts';
import type { WatchRules } from './watch-rules.ts';

/** How the newest level stands to its limit: by the bound of its interval, never by its mean. */
export type BudgetState = 'kept' | 'exceeded' | 'unclear';

export interface BudgetNow {
  state: BudgetState;
  /** Null unless it is exceeded. */
  suspect: Suspect | null;
}

/** Null without a budget, or with fewer points than the newest level is made of. */
export function budgetNow(series: WatchedSeries, { points, conditions }: Epoch, rules: WatchRules): BudgetNow | null {
  const { budget } = series;
  const latest = points.slice(-rules.latestPoints);
  const [oldest] = latest;
  if (!budget || !oldest || latest.length < rules.latestPoints) return null;
  const excessOf = (point: MeasuredPoint): number => logOver(budget, point) * -signOfBetter(series);
  const sample = logSampleOf(latest.map(excessOf));
  const error = sample.sd / Math.sqrt(sample.count);
  const degrees = sample.count - 1;
  const exceededP = tailOf(sample.mean, error, degrees);
  if (exceededP > rules.alpha) {
    const kept = tailOf(-sample.mean, error, degrees) <= rules.goodNewsAlpha;
    return { state: kept ? 'kept' : 'unclear', suspect: null };
  }
  const before = points.slice(0, -rules.latestPoints).findLast((point) => excessOf(point) <= 0);
  return {
    state: 'exceeded',
    suspect: {
      channel: 'budget',
      seriesId: series.id,
      group: series.group,
      conditions,
      direction: 'worse',
      range: { before: before ? placeOf(before) : null, after: placeOf(oldest) },
      size: sizeOf(sample.mean * -signOfBetter(series), { error, degrees }),
      pValue: exceededP,
    },
  };
}

const logOver = ({ of, limit }: Budget, { figures }: MeasuredPoint): number =>
  (of === 'ratio' ? figures.logRatio : Math.log(figures.candidate)) - Math.log(limit);

/** One-sided p value of a mean that is 0 or less; figures without any spread are what they are. */
function tailOf(mean: number, error: number, degrees: number): number {
  if (error === 0) return mean > 0 ? 0 : 1;
  return studentTTail(mean / error, degrees);
}
