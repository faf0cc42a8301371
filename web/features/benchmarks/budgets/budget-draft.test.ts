import type { KeptBudget } from '@contract/benchmark';
import { expect, it } from 'vitest';
import { type BudgetDraft, draftOfBudget, readBudget } from './budget-draft';

const NOW = new Date(2026, 4, 2, 12).getTime() * 1000;
const kept: KeptBudget = {
  ...{ metric: 'requestsPerSecond', stepIndex: 0, of: 'ratio', limit: 0.97, reason: 'Agreed in May.' },
  ...{ expiresAtUs: null, byName: 'Robin', setAtUs: 1 },
};
const other: KeptBudget = { ...kept, metric: 'serverCpuUsPerRequest', limit: 1.05 };
const draft = (over: Partial<BudgetDraft> = {}): BudgetDraft => ({
  ...draftOfBudget(kept, { metric: 'requestsPerSecond', stepIndex: 0 }),
  ...over,
});

it('sends all budgets, without who set them', () => {
  const { budgets, faults } = readBudget(draft({ limit: '0.95', lastDay: '2026-05-02' }), [kept, other], kept, NOW);
  expect(faults).toEqual({});
  const expiresAtUs = new Date(2026, 4, 3).getTime() * 1000 - 1;
  expect(budgets).toEqual([
    { ...{ metric: 'serverCpuUsPerRequest', stepIndex: 0, of: 'ratio', limit: 1.05 }, ...REASON },
    { ...{ metric: 'requestsPerSecond', stepIndex: 0, of: 'ratio', limit: 0.95 }, ...REASON, expiresAtUs },
  ]);
});
const REASON = { reason: 'Agreed in May.', expiresAtUs: null };

it('says what is wrong at its field, and refuses a second budget of a figure', () => {
  const faulty = draft({ limit: '0', reason: ' ', lastDay: '2026-05-01' });
  expect(readBudget(faulty, [kept], kept, NOW).faults).toEqual({
    limit: 'A number above 0.',
    reason: 'Give a reason: others read it here.',
    lastDay: 'Choose today or a later day.',
  });
  expect(readBudget(draft(), [kept], null, NOW).faults.metric).toBe('It has a budget at this step: change that one.');
  expect(readBudget(draft({ metric: other.metric }), [kept, other], kept, NOW).faults.metric).toBeDefined();
});
