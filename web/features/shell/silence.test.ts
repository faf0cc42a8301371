import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentSinceMs, watchFor } from '@/api/silence';

let there = true;
const asked = vi.fn((_place: string, { signal }: RequestInit) => {
  if (there) return Promise.resolve(new Response());
  return new Promise<Response>((_, refuse) => {
    signal?.addEventListener('abort', () => refuse(signal.reason));
    setTimeout(() => refuse(new TypeError('aborted')), 1500);
  });
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = (): Promise<never> => new Promise(() => {});

it('says within five seconds that nothing answers, and takes it back when something does', async () => {
  there = false;
  const beganMs = Date.now();
  void watchFor(never());
  await vi.advanceTimersByTimeAsync(2400);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(silentSinceMs()).toBe(beganMs);
  there = true;
  await vi.advanceTimersByTimeAsync(2100);
  expect(silentSinceMs()).toBeNull();
});

it('is patient with an answer that takes long, while the API is there', async () => {
  there = true;
  void watchFor(never());
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(silentSinceMs()).toBeNull();
});

it('takes the answer to another request for a sign of life', async () => {
  there = false;
  void watchFor(never());
  void watchFor(new Promise((resolve) => setTimeout(resolve, 3500)));
  await vi.advanceTimersByTimeAsync(5000);
  expect(silentSinceMs()).toBeNull();
});
