import type { Alert, AlertDirection } from '@contract/alert';
import type { StartBisection } from '@contract/bisection';
import type { ComparedMetric } from '@contract/comparison';
import { COMMIT_SHA } from '@contract/limits';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { isBetter } from '@rules/statistics/better-word';

export interface SearchDraft {
  good: string;
  bad: string;
  metric: ComparedMetric;
  stepIndex: number;
  /** Which way it changed. */
  way: AlertDirection;
}

type Faults = Partial<Record<'good' | 'bad', string>>;

/** What is sent, and what is wrong with it by field. An alert says all of it. */
export function readSearch(draft: SearchDraft, alert: Alert | null): { body: StartBisection; faults: Faults } {
  if (alert) return { body: { alertId: alert.id }, faults: {} };
  const { metric, stepIndex, way } = draft;
  const [good, bad] = [draft.good.trim(), draft.bad.trim()];
  const faults: Faults = {};
  for (const [field, commit] of [
    ['good', good],
    ['bad', bad],
  ] as const) {
    if (commit === '') faults[field] = 'Choose a commit.';
    else if (!COMMIT_SHA.test(commit)) faults[field] = 'A commit by its whole SHA.';
  }
  if (!faults.bad && good === bad) faults.bad = 'It has to be a later commit than the other.';
  return { body: { good, bad, metric, stepIndex, direction: directionOf(metric, way) }, faults };
}

export const directionOf = (metric: ComparedMetric, way: AlertDirection): 'higher' | 'lower' =>
  isBetter(METRIC_WORDS[metric].quantity, 'higher') === (way === 'better') ? 'higher' : 'lower';

/** The field that a path of the API means; null where it is none of these. */
export const searchField = (path: string): string | null => (path === 'good' || path === 'bad' ? path : null);
