import { expect, test } from 'vitest';
import type { PlannedChange, TuningPlan } from '../api/types';
import { maskCpus, planSentence, planView, valueMeaning } from './plan-groups';

const change = (key: string, part: Partial<PlannedChange> = {}): PlannedChange => ({
  setting: 'packetSteering',
  key,
  path: `/sys/${key}`,
  before: '0',
  asked: '3',
  why: 'asked for',
  status: 'change',
  reason: null,
  ...part,
});

const plan = (...changes: PlannedChange[]): TuningPlan => ({
  takenAtUs: 0,
  nic: 'eth0',
  targetCpus: null,
  changes,
  warnings: [],
});

test('a plan is told by setting, in its order; what stays and what is put back along stand apart', () => {
  const { groups, unchanged, collateral } = planView(
    plan(
      change('a', { setting: 'nicQueues' }),
      change('b', { setting: 'transmitSteering', asked: null }),
      change('c'),
      change('d', { status: 'unchanged' }),
      change('e', { setting: 'nicQueues', status: 'not-changeable', reason: 'no permission', asked: null }),
    ),
  );
  const keys = (list: PlannedChange[]): string => list.map(({ key }) => key).join();
  expect(groups.map(({ setting, changes, fixed }) => [setting, keys(changes), keys(fixed)])).toEqual([
    ['nicQueues', 'a', 'e'],
    ['packetSteering', 'c', ''],
  ]);
  expect([keys(unchanged), keys(collateral)]).toEqual(['d', 'b']);
});

test('the sentence counts what was asked for', () => {
  const same = change('d', { status: 'unchanged' });
  const fixed = change('e', { status: 'not-changeable' });
  const reset = change('b', { asked: null });
  expect(planSentence(planView(plan(change('a'), reset, same, fixed)))).toBe(
    '1 knob would be written, 1 cannot be changed, 1 already has that value',
  );
  expect(planSentence(planView(plan(same, same)))).toBe('Nothing would be written, 2 already have that value');
});

test.each([
  ['0', []],
  ['f', [0, 1, 2, 3]],
  ['80000000', [31]],
  ['1,00000001', [0, 32]],
  ['80000000,00000000,00000000,00000000', [127]],
])('the mask %s has the CPUs %o', (mask, cpus) => {
  expect(maskCpus(mask)).toEqual(cpus);
});

test('masks are told as CPUs, and nothing else is', () => {
  expect(valueMeaning('nic/eth0/rx-0/rps_cpus', 'ff')).toBe('CPUs 0-7');
  expect(valueMeaning('nic/eth0/tx-0/xps_cpus', '00000002')).toBe('CPU 1');
  expect(valueMeaning('nic/eth0/rx-0/rps_cpus', '00')).toBe('no CPU: off');
  expect([
    valueMeaning('nic/eth0/rx-0/rps_cpus', null),
    valueMeaning('nic/eth0/rx-0/rps_cpus', 'none'),
    valueMeaning('nic/eth0/rx-0/rps_flow_cnt', '10'),
  ]).toEqual([null, null, null]);
});
