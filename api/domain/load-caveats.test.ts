import { describe, expect, it } from 'vitest';
import type { StepSpec } from '../contract/load.ts';
import type { Point } from '../contract/run.ts';
import { openStep } from '../testing/fake-agent.ts';
import { latency, samplePoint, step } from '../testing/sample-run.ts';
import { loadCaveats } from './load-caveats.ts';

const open = latency({ loop: 'open' });
const steps = (...measured: [StepSpec, Partial<Point> | null][]) =>
  measured.map(([spec, over], index) => ({ index, spec, point: over && samplePoint({ latencyMs: open, ...over }) }));
const caveats = (...measured: [StepSpec, Partial<Point> | null][]) => loadCaveats(steps(...measured));

describe('the label of latencies', () => {
  it('is said once for each kind, and not of an open loop', () => {
    const [closed, synthetic] = (['closed', 'synthetic'] as const).map((loop) => ({ latencyMs: latency({ loop }) }));
    expect(caveats([step(10), closed ?? null], [step(20), closed ?? null], [step(30), synthetic ?? null])).toEqual([
      expect.stringMatching(/^Latencies are those of a closed loop: /),
      expect.stringMatching(/^Latencies are synthetic: /),
    ]);
    expect(caveats([openStep(1000), { requestsPerSecond: 1000 }])).toEqual([]);
  });

  it('is not said where no latency was measured', () => {
    expect(caveats([step(10), { latencyMs: latency({ max: null }) }], [step(20), null])).toEqual([]);
  });
});

describe('the workers of a tool', () => {
  it('are said where a step had far fewer of them than one with fewer connections', () => {
    const ran = (connections: number, toolWorkers: number) => [step(connections), { toolWorkers }] as const;
    expect(caveats([...ran(1, 1)], [...ran(28, 28)], [...ran(100, 25)])).toEqual([]);
    expect(caveats([...ran(28, 28)], [...ran(97, 1)])).toEqual([
      'Step 2: its 97 connections could be shared out to no more than 1 of the load generator’s workers, where fewer connections had 28: what it gave may be the load generator’s limit.',
    ]);
  });
});

describe('a rate', () => {
  it('that was met to a hundredth is nothing to say', () => {
    expect(caveats([openStep(10_000), { requestsPerSecond: 9_900 }])).toEqual([]);
  });

  it('that was not met is said beside what was achieved', () => {
    expect(caveats([openStep(50_000), { requestsPerSecond: 41_234.4, unsent: 43_828 }])).toEqual([
      'Step 1: 50,000 req/s were asked for and 41,234 achieved; 43,828 requests were due and never sent.',
    ]);
    expect(caveats([openStep(50_000), { requestsPerSecond: 41_234.4, unsent: null }])).toEqual([
      'Step 1: 50,000 req/s were asked for and 41,234 achieved.',
    ]);
  });
});

describe('several clients', () => {
  const nothing = { p50: null, p90: null, p95: null, p97_5: null, p99: null, p99_9: null, p99_99: null };

  it('without histograms have ranges', () => {
    const ranged = { latencyRangeMs: { ...nothing, p99: { low: 3, high: 9 } } };
    expect(caveats([step(10), ranged], [step(20), {}], [step(30), ranged])).toEqual([
      expect.stringMatching(/^Steps 1 and 3 were driven by several clients whose tool emits no histogram: /),
    ]);
  });

  it('say how much of a step they had in common, where it is less than nine tenths', () => {
    const together = (commonWindowUs: number) => caveats([step(10), { commonWindowUs, durationUs: 10_000_000 }]);
    expect(together(9_000_000)).toEqual([]);
    expect(together(7_260_000)).toEqual([
      'Step 1: its clients drove load at the same time for 7.3 of 10.0 s; its throughput is of that time.',
    ]);
  });
});

it('a profiled step stands apart', () => {
  expect(caveats([step(10), {}], [step(10, { profiles: ['cpu'] }), {}])).toEqual([
    expect.stringMatching(/^Step 2 was profiled, /),
  ]);
});
