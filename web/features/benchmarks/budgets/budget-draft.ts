import type { Benchmark, Budget, KeptBudget } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { dayText, rangeUs } from '@/features/runs/date-range';
import { isSameFigure } from './budget-words';

/** What a person typed of a limit. */
export interface BudgetDraft {
  metric: ComparedMetric;
  stepIndex: number;
  of: Budget['of'];
  limit: string;
  reason: string;
  /** A day, its end included; empty: for good. */
  lastDay: string;
}

type Faults = Partial<Record<keyof BudgetDraft, string>>;

/** Without who set it and when: that is told, not sent. */
export const sentBudget = ({ byName: _, setAtUs: __, ...budget }: KeptBudget): Budget => budget;

export const draftOfBudget = (budget: KeptBudget | null, primary: Benchmark['primary']): BudgetDraft =>
  budget
    ? {
        ...{ metric: budget.metric, stepIndex: budget.stepIndex, of: budget.of, reason: budget.reason },
        limit: String(budget.limit),
        lastDay: budget.expiresAtUs === null ? '' : dayText(new Date(budget.expiresAtUs / 1000)),
      }
    : { ...primary, of: 'ratio', limit: '', reason: '', lastDay: '' };

/** @param changed the limit that the draft began as; null of a new one */
export function readBudget(
  draft: BudgetDraft,
  known: KeptBudget[],
  changed: KeptBudget | null,
  nowUs: number,
): { budgets: Budget[]; faults: Faults } {
  const faults: Faults = {};
  const limit = Number(draft.limit.replaceAll(',', ''));
  const reason = draft.reason.trim();
  const others = known.filter((one) => changed === null || !isSameFigure(one, changed));
  const expiresAtUs = endOf(draft.lastDay);
  if (draft.limit.trim() === '' || !Number.isFinite(limit) || limit <= 0) faults.limit = 'A number above 0.';
  if (reason === '') faults.reason = 'Give a reason: others read it here.';
  if (expiresAtUs !== null && !(expiresAtUs > nowUs)) faults.lastDay = 'Choose today or a later day.';
  if (others.some((one) => isSameFigure(one, draft))) faults.metric = 'It has a budget at this step: change that one.';
  const { metric, stepIndex, of } = draft;
  return { budgets: [...others.map(sentBudget), { metric, stepIndex, of, limit, reason, expiresAtUs }], faults };
}

/** Of that day where whoever looks is; null without one. */
function endOf(lastDay: string): number | null {
  const { beforeUs } = rangeUs({ since: null, until: lastDay === '' ? null : lastDay }, new Date());
  return beforeUs === null ? null : beforeUs - 1;
}
