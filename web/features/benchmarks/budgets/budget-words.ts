import type { Budget } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { figureText, METRIC_WORDS } from '@rules/outcomes/figures';
import { isBetter } from '@rules/statistics/better-word';
import { nowMs } from '@/lib/clock';
import { figureWithUnit } from '../newest-answer';

/** A limit is the least of what is better high, and the most of what is better low. */
export const limitWay = (metric: ComparedMetric): 'at least' | 'at most' =>
  isBetter(METRIC_WORDS[metric].quantity, 'higher') ? 'at least' : 'at most';

/** 'at least 0.97 × the reference' */
export const limitText = ({ metric, of, limit }: Pick<Budget, 'metric' | 'of' | 'limit'>): string =>
  `${limitWay(metric)} ${of === 'ratio' ? `${figureText(limit)} × the reference` : figureWithUnit(limit, metric)}`;

/** 'throughput at step 1 at least 0.97 × the reference' */
export const budgetText = (budget: Pick<Budget, 'metric' | 'stepIndex' | 'of' | 'limit'>): string =>
  `${METRIC_WORDS[budget.metric].label} at step ${budget.stepIndex + 1} ${limitText(budget)}`;

export const isHeld = ({ expiresAtUs }: Pick<Budget, 'expiresAtUs'>): boolean =>
  expiresAtUs === null || expiresAtUs > nowMs() * 1000;

export const isSameFigure = (
  one: Pick<Budget, 'metric' | 'stepIndex'>,
  other: Pick<Budget, 'metric' | 'stepIndex'>,
): boolean => one.metric === other.metric && one.stepIndex === other.stepIndex;
