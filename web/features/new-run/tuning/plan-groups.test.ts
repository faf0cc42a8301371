import type { PlannedChange, TuningPlan } from '@contract/tuning';
import { expect, test } from 'vitest';
import { planRows, planSentence, planView } from './plan-groups';

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
    '1 knob would be written, 1 reset by that and put back, 1 cannot be changed, 1 already has that value',
  );
  expect(planSentence(planView(plan(same, same)))).toBe('Nothing would be written, 2 already have that value');
});

test('knobs that get the same are one row, which says where they differ', () => {
  const queue = (n: number, part: Partial<PlannedChange> = {}) =>
    change(`nic/ens5/rx-${n}/rps_cpus`, {
      path: `/sys/class/net/ens5/queues/rx-${n}/rps_cpus`,
      why: `queue ${n} of ens5`,
      ...part,
    });
  const rows = planRows([queue(0), queue(1), queue(2, { before: 'f' }), queue(3), change('x', { path: '' })]);
  expect(rows.map(({ path, why, count }) => [path, why, count])).toEqual([
    ['/sys/class/net/ens5/queues/rx-{0-1,3}/rps_cpus', 'queue {0-1,3} of ens5', 3],
    ['/sys/class/net/ens5/queues/rx-2/rps_cpus', 'queue 2 of ens5', 1],
    ['x', 'asked for', 1],
  ]);
  const fixed = { status: 'not-changeable' as const, asked: null };
  expect(
    planRows([queue(0, { ...fixed, reason: 'queue 0 is managed' }), queue(1, { ...fixed, reason: 'no permission' })]),
  ).toHaveLength(2);
});
