import { afterEach, expect, it } from 'vitest';
import { recover } from '../sweep.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
afterEach(() => lab.close());

it.each([
  { leaseSeconds: 12, seconds: 15 },
  { leaseSeconds: 600, seconds: 300 },
])(
  'after an outage agents with a lease of $leaseSeconds s have $seconds s to be heard again',
  async ({ leaseSeconds, seconds }) => {
    lab = await openLab({ stillClock: true, ttlMs: leaseSeconds * 1000 });
    await recover(lab.lab);
    const { settledAtUs, heardAtUs, nowUs } = lab.lab;
    expect([(settledAtUs - nowUs()) / 1e6, (heardAtUs - nowUs()) / 1e6]).toEqual([15, seconds]);
  },
);
