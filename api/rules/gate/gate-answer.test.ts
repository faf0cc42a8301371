import { describe, expect, it } from 'vitest';
import type { ConditionOutcome, ConditionStatus } from '../../contract/gate.ts';
import { attemptText, gateAnswer } from './gate-answer.ts';

const outcome = (status: ConditionStatus, sentence = `It is ${status}.`): ConditionOutcome => ({
  ...{ text: 'throughput >= -2%', sideIndex: 1, status, allows: 'from', boundRatio: 0.98 },
  ...{ ratio: 1, low: 0.99, high: 1.01, confidencePercent: 95, sentence },
});
const statusOf = (...statuses: ConditionStatus[]) => gateAnswer(statuses.map((status) => outcome(status))).status;

describe('the answer of a gate', () => {
  it('is that of its weightiest condition', () => {
    expect(statusOf('met', 'met')).toBe('met');
    expect(statusOf('met', 'inconclusive')).toBe('inconclusive');
    expect(statusOf('not-measured', 'inconclusive')).toBe('not-measured');
    expect(statusOf('met', 'not-measured', 'failed')).toBe('failed');
    expect(gateAnswer(null).status).toBe('not-measured');
    expect(gateAnswer([]).status).toBe('not-measured');
  });

  it('says how many, and the first of them', () => {
    expect(gateAnswer([outcome('met', 'Fine.')]).sentence).toBe('Fine.');
    expect(gateAnswer([outcome('met'), outcome('met')]).sentence).toBe('All 2 conditions are met.');
    expect(gateAnswer([outcome('met'), outcome('failed', 'Too slow.')]).sentence).toBe(
      '1 of 2 conditions failed. Too slow.',
    );
  });

  it('counts conditions once, however many variants they were declared of', () => {
    const of = (sideIndex: number, status: ConditionStatus) => ({ ...outcome(status), sideIndex });
    const two = (...statuses: ConditionStatus[]) => gateAnswer(statuses.map((status, at) => of(1 + (at % 2), status)));
    expect(two('met', 'met', 'met', 'met').sentence).toBe('All 2 conditions are met, for each of 2 variants.');
    expect(two('met', 'met').sentence).toBe('The condition is met, for each of 2 variants.');
    expect(two('met', 'failed', 'met', 'met').sentence).toBe(
      '1 of 4 answers (2 conditions × 2 variants) failed. It is failed.',
    );
  });

  it('counts attempts from the second on', () => {
    expect(attemptText({ attempt: 1 })).toBeNull();
    expect(attemptText({ attempt: 3 })).toContain('Attempt 3: 2 earlier experiments');
  });
});
