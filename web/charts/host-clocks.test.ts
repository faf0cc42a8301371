import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { clockShift } from './host-clocks';

const HOUR = 3600e6;
const side = (hostId: string, fromUs: number, toUs: number) => ({ hostId, loadTime: { fromUs, toUs } });
const step = (index: number, durationUs: number | null, sides: ReturnType<typeof side>[]) => ({
  index,
  point: durationUs === null ? null : { durationUs },
  evidence: { server: sides[0] ?? null, clients: sides.slice(1) },
  clients: [],
});
/** Each step's load took 5 s. The client's clock is an hour ahead. */
const run = {
  steps: [
    // 4.8 s and 4.9 s of it are certain: the middles are known within 0.1 s and 0.05 s.
    step(0, 5e6, [side('server', 10.1e6, 14.9e6), side('client', HOUR + 10.05e6, HOUR + 14.95e6)]),
    // The server's window was longer: its middle may be 1 s off, and reads 0.2 s later.
    step(1, 5e6, [side('server', 31.2e6, 34.2e6), side('client', HOUR + 30.05e6, HOUR + 34.95e6)]),
    step(2, null, [side('server', 50e6, 54e6), side('client', HOUR + 52e6, HOUR + 57e6)]),
  ],
} as unknown as Run;

test('clocks of two hosts are lined up by the load that both saw, with how far off that may be', () => {
  expect(clockShift(run, 'server', 'client', 12e6)).toEqual({ shiftUs: HOUR, withinUs: 150_000, stepIndex: 0 });
  expect(clockShift(run, 'client', 'server', HOUR + 12e6)).toEqual({
    shiftUs: -HOUR,
    withinUs: 150_000,
    stepIndex: 0,
  });
});

test('the nearest step tells, of those that were measured', () => {
  expect(clockShift(run, 'server', 'client', 60e6)).toEqual({
    shiftUs: HOUR - 200_000,
    withinUs: 1_050_000,
    stepIndex: 1,
  });
});

test('one host has one clock, and of a host without load nothing is known', () => {
  expect(clockShift(run, 'server', 'server', 12e6)).toEqual({ shiftUs: 0, withinUs: 0, stepIndex: null });
  expect(clockShift(run, 'server', 'backend', 12e6)).toBeNull();
});
