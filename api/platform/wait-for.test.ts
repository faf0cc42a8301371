import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notifications } from './store/notifications.ts';
import { waitFor } from './wait-for.ts';

const silent = { on: () => () => {} } as unknown as Notifications;
const waiting = (waitMs: number) => ({
  channel: 'tasks' as const,
  payload: 'one',
  waitMs,
  closed: new AbortController().signal,
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('ends in its time when the clock is set back meanwhile', async () => {
  const ended = vi.fn();
  void waitFor(silent, waiting(10_000), async () => null).then(ended);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ended).toHaveBeenCalledWith(null);
});

it('looks once more at the end, and at once when there is nothing to wait for', async () => {
  let looks = 0;
  const found = waitFor(silent, waiting(1_000), async () => (looks++ === 1 ? 'late' : null));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await found).toBe('late');
  const now = waitFor(silent, waiting(0), async () => null);
  await vi.advanceTimersByTimeAsync(1);
  expect(await now).toBeNull();
});
