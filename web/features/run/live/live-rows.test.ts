import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { expect, test } from 'vitest';
import { DRAWN_ROWS } from '@/charts/series';
import { grown } from './live-rows';

const run = { steps: [], transitions: [] } as unknown as Run;
const second = (at: number): RunSeries => ({
  hosts: [
    { hostId: 'h', timesUs: [at * 1e6], columns: [{ name: 'a', unit: '/s', values: [at === 17 ? 900 : at % 7] }] },
  ],
});

test('a page that is open for an hour and a half holds the whole run, its peak and its newest minute in what is drawn', () => {
  const seconds = 1.5 * 3600;
  let held: RunSeries | undefined;
  let most = 0;
  for (let at = 0; at < seconds; at++) {
    held = grown(held, second(at), run);
    most = Math.max(most, held.hosts[0]?.timesUs.length ?? 0);
  }
  const host = held?.hosts[0];
  expect(most).toBeLessThanOrEqual(DRAWN_ROWS);
  expect(host?.readings?.reduce((sum, count) => sum + count, 0)).toBe(seconds);
  expect(host?.timesUs.slice(-60)).toEqual(Array.from({ length: 60 }, (_, i) => (seconds - 60 + i) * 1e6));
  expect(Math.max(...((host?.columns[0]?.highs ?? []) as number[]))).toBe(900);
  const mean = (host?.columns[0]?.values ?? []).reduce<number>(
    (sum, value, row) => sum + ((value ?? 0) * (host?.readings?.[row] ?? 1)) / seconds,
    0,
  );
  expect(mean).toBeCloseTo(
    (Array.from({ length: seconds }, (_, at) => at % 7).reduce((a, b) => a + b, 0) + 897) / seconds,
    3,
  );
});
