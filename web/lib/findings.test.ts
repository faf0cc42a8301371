import { expect, test } from 'vitest';
import type { Finding } from '../api/types';
import { doubtsOf, sortedFindings, worstSeverity } from './findings';

const finding = (severity: Finding['severity'], stepIndex: number | null): Finding => ({
  code: 'tuning-drift',
  severity,
  hostId: null,
  stepIndex,
  sentence: `${severity} ${stepIndex}`,
});
const findings = [finding('note', 0), finding('suspect', 2), finding('suspect', 1), finding('invalid', null)];

test('the weightiest finding comes first, then the order of the steps', () => {
  expect(sortedFindings(findings).map(({ sentence }) => sentence)).toEqual([
    'invalid null',
    'suspect 1',
    'suspect 2',
    'note 0',
  ]);
  expect(worstSeverity(findings)).toBe('invalid');
  expect(worstSeverity([finding('note', 0)])).toBeNull();
  expect(worstSeverity([])).toBeNull();
});

test('what holds for the whole run hangs over every step, a note over none', () => {
  expect(doubtsOf(findings, 1).map(({ sentence }) => sentence)).toEqual(['invalid null', 'suspect 1']);
  expect(doubtsOf(findings, 0).map(({ sentence }) => sentence)).toEqual(['invalid null']);
});
