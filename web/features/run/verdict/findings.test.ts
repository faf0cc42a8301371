import type { Run } from '@contract/run';
import type { Finding } from '@contract/verdict';
import { expect, test } from 'vitest';
import {
  alikeFindings,
  doubtsOf,
  findingsOfStep,
  groupedFindings,
  remediesOf,
  sortedFindings,
  worstSeverity,
} from './findings';

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

test('groups come by weight, and what is said of several steps in the same words is said once', () => {
  const same = (stepIndex: number): Finding => ({ ...finding('note', stepIndex), sentence: 'a closed loop' });
  const groups = groupedFindings([same(2), finding('note', null), same(0), ...findings]);
  expect(groups.map(({ severity, findings: of }) => [severity, of.length])).toEqual([
    ['invalid', 1],
    ['suspect', 2],
    ['note', 3],
  ]);
  const [, , notes] = groups;
  expect(notes?.findings.find(({ sentence }) => sentence === 'a closed loop')?.stepIndexes.toSorted()).toEqual([0, 2]);
  expect(groupedFindings([])).toEqual([]);
});

test('a step is looked at with what holds for the whole run', () => {
  expect(findingsOfStep(findings, 2).map(({ sentence }) => sentence)).toEqual(['suspect 2', 'invalid null']);
});

test('a change is offered once, at the first finding that asks for it', () => {
  const found = (code: Finding['code'], stepIndex: number): Finding => ({
    ...finding('suspect', stepIndex),
    code,
    sentence: `${code} ${stepIndex}`,
  });
  const spec = { loop: 'closed', connections: 1, durationSeconds: 2, toolWorkers: null, profiles: [] };
  const run = {
    imported: null,
    findings: [],
    spec: { specVersion: 5, load: { tool: 'volley', search: null, steps: [spec, spec] } },
    steps: [],
    verdict: { wall: 'competing-load', walls: ['competing-load'], stepIndex: 0, next: '' },
  } as unknown as Run;
  const groups = groupedFindings([found('competing-load', 0), found('unsteady', 0), found('too-short', 1)]);
  expect([...remediesOf(run, groups)].map(([{ code }, remedy]) => [code, remedy])).toEqual([
    ['unsteady', { change: 'longer', stepIndex: 0 }],
  ]);
});

test('many of one kind are told by the first, two are both told', () => {
  const of = (steps: number[]) => groupedFindings(steps.map((step) => finding('suspect', step)))[0]?.findings ?? [];
  const told = (steps: number[]) =>
    alikeFindings(of(steps)).map(({ shown, folded }) => [shown, folded].map((some) => some.map((one) => one.sentence)));
  expect(told([1, 0])).toEqual([[['suspect 0', 'suspect 1'], []]]);
  expect(told([1, 0, 2])).toEqual([[['suspect 0'], ['suspect 1', 'suspect 2']]]);
  const other = of([0, 1, 2]).map((one) => ({ ...one, hostId: one.stepIndexes[0] === 1 ? 'b' : 'a' }));
  expect(alikeFindings(other).map(({ shown }) => shown.length)).toEqual([2, 1]);
});
