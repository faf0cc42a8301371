import { expect, test } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { whyRows } from './why-rows.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, iowait: 0, idle: 70 }),
};
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 60, system: 28, softirq: 5, irq: 0, idle: 7 }) };

function rowsOf(step: Partial<SaidStep>) {
  const load = { connections: 64, pipelining: 1, requestsPerSecond: 50_000 };
  const { steps } = withVerdict(saidRun([{ ...load, server: IDLE, clients: [IDLE], ...step }]));
  return steps.flatMap(whyRows);
}

test('a saturated side stands with its ceiling, beside the side that was not', () => {
  const rows = rowsOf({ server: FULL }).map(({ label, ceiling, percentLow }) => ({ label, ceiling, percentLow }));
  expect(rows).toEqual([
    { label: 'client’s CPUs', ceiling: 8, percentLow: 30 },
    { label: 'server’s CPUs', ceiling: 8, percentLow: 93 },
  ]);
});

test('a side that was not measured is a row, not a gap', () => {
  expect(rowsOf({ server: null }).find(({ side }) => side === 'server')).toMatchObject({ usedLow: null });
});

test('an impossible figure is the terms of its product, the product last', () => {
  const rows = rowsOf({ connections: 10, requestsPerSecond: 1_000_000, latencyMs: { mean: 1 } });
  expect(rows.map(({ label, usedLow, ceiling }) => [label, usedLow, ceiling])).toEqual([
    ['throughput', 1_000_000, null],
    ['mean latency', 1, null],
    ['requests in flight', 1000, 10],
  ]);
});
