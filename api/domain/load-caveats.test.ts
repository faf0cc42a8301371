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

describe('failed requests', () => {
  const none = { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 };
  const failing = (requests: number, errors: Partial<Point['errors']>) =>
    [step(10), { requests, errors: { ...none, ...errors } }] as [StepSpec, Partial<Point>];

  it('up to a thousandth are nothing to say', () => {
    expect(caveats(failing(10_000, { non2xx: 10 }), failing(9_990, { timeout: 10 }))).toEqual([]);
  });

  it('beyond that are said once for all steps, of those that were answered and those that were not', () => {
    expect(
      caveats(failing(10_000, {}), failing(10_000, { non2xx: 11 }), failing(1_500, { timeout: 400, reset: 100 })),
    ).toEqual([
      'Requests failed: 11 of 10,000 in step 2 (0.11 %) and 500 of 2,000 in step 3 (25 %); throughput and CPU time per request count failed answers too. Look up their kinds in the table of steps, check that the target answers the path with 2xx, or lower the load, and run again.',
    ]);
  });

  it('say where none succeeded, and are not listed without an end', () => {
    const all = caveats(...Array.from({ length: 7 }, () => failing(500, { non2xx: 500 })));
    expect(all).toHaveLength(1);
    expect(all[0]).toContain('500 of 500 in step 5 (none succeeded) and in 2 more of the steps; ');
    expect(all[0]).toContain('A step in which no request succeeded is never the best.');
  });
});

it('a profiled step stands apart', () => {
  expect(caveats([step(10), {}], [step(10, { profiles: ['cpu'] }), {}])).toEqual([
    expect.stringMatching(/^Step 2 was profiled, /),
  ]);
});
