import { expect, it } from 'vitest';
import { hardware } from '../../testing/sample-launch.ts';
import { adoptable, type KeptLaunch, leftOf } from './launch-shape.ts';

const SPEC = hardware({ clients: null });
const KEPT: KeptLaunch = {
  id: 'kept',
  hostIds: [],
  spec: SPEC,
  state: 'ready',
  isFree: true,
  isFit: true,
  leftMicroUsd: null,
  microUsdPerHour: null,
  expiresAtUs: 30 * 60e6,
};

it.each<[string, Partial<KeptLaunch>, boolean]>([
  ['is free and has no budget', {}, true],
  ['has exactly the budget that is needed', { leftMicroUsd: 50_000, microUsdPerHour: 100_000 }, true],
  ['would be ended by its budget', { leftMicroUsd: 49_999, microUsdPerHour: 100_000 }, false],
  ['has a budget, and a price that is not known', { leftMicroUsd: 50_000 }, false],
  ['has a host that is offline or not as it was', { isFit: false }, false],
  ['would be ended by its TTL', { expiresAtUs: 30 * 60e6 - 1 }, false],
  ['would live as long as was asked for', { expiresAtUs: 90 * 60e6 }, true],
  ['would live longer than was asked for', { expiresAtUs: 90 * 60e6 + 1 }, false],
  ['would be kept longer than was asked for', { spec: { ...SPEC, keepMinutes: 21 } }, false],
  ['has another shape', { spec: { ...SPEC, market: 'spot' } }, false],
])('a launch that %s: %o is taken: %s', (_, over, isTaken) => {
  expect(adoptable({ ...SPEC, ttlMinutes: 90 }, 30, [{ ...KEPT, ...over }], 0) !== null).toBe(isTaken);
});

it.each<[string, number | null, boolean]>([
  ['no budget', null, false],
  ['more left of its budget', 1_000_001, false],
  ['as much left of its budget', 1_000_000, true],
])('a launch with %s (a new one may cost $1): %s is taken: %s', (_, leftMicroUsd, isTaken) => {
  const kept = { ...KEPT, leftMicroUsd, microUsdPerHour: 100_000 };
  expect(adoptable({ ...SPEC, budgetMicroUsd: 1e6 }, 30, [kept], 0) !== null).toBe(isTaken);
});

it('nothing is left of a budget that is spent, or of which nobody knows what was spent', () => {
  expect([leftOf(null, 5), leftOf(10, 4), leftOf(10, 12), leftOf(10, null)]).toEqual([null, 6, 0, 0]);
});
