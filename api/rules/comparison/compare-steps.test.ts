import { describe, expect, it } from 'vitest';
import type { LatencyMs } from '../../contract/point.ts';
import { openStep } from '../../testing/fake-agent.ts';
import { latency, samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { byPlace, compareSteps } from './compare-steps.ts';

const withSteps = (id: string, ...connections: number[]) =>
  sampleRun({ id, load: { steps: connections.map((c) => step(c)) } });

describe('steps meet', () => {
  const matched = (runs: Parameters<typeof compareSteps>[0], baseline = 0) =>
    compareSteps(runs, baseline).map(({ spec, cells }) => [spec.connections, ...cells.map((cell) => cell.stepIndex)]);

  it('by what was asked, in the order of the baseline, then what only others have', () => {
    expect(matched([withSteps('a', 10, 50, 100), withSteps('b', 200, 100, 10)])).toEqual([
      [10, 0, 2],
      [50, 1, null],
      [100, 2, 1],
      [200, null, 0],
    ]);
  });

  it('never across loops, nor at another rate, arrivals or number of tool workers', () => {
    const a = sampleRun({ id: 'a', load: { steps: [step(10), openStep(1000, { connections: 10 })] } });
    const others = [
      openStep(1000),
      openStep(1000, { connections: 10, arrivals: 'poisson' }),
      openStep(2000, { connections: 10 }),
      step(10, { toolWorkers: 2 }),
    ];
    const b = sampleRun({ id: 'b', load: { steps: others } });
    expect(compareSteps([a, b], 0).map(({ cells }) => cells.map((cell) => cell.stepIndex))).toEqual([
      [0, null],
      [1, null],
      [null, 0],
      [null, 1],
      [null, 2],
      [null, 3],
    ]);
    const same = sampleRun({ id: 'c', load: { steps: [openStep(1000, { connections: 10, durationSeconds: 60 })] } });
    expect(compareSteps([a, same], 0)[1]?.cells.map((cell) => cell.stepIndex)).toEqual([1, 0]);
  });

  it('without those that were profiled, which are repetitions of their own', () => {
    const profiled = step(10, { profiles: ['cpu'] });
    const a = sampleRun({ id: 'a', load: { steps: [profiled, step(10)] } });
    const b = sampleRun({ id: 'b', load: { steps: [step(10), profiled] } });
    expect(compareSteps([a, b], 0).map(({ cells }) => cells.map((cell) => cell.stepIndex))).toEqual([[1, 0]]);
  });

  it('in the order of the baseline wherever it stands', () => {
    expect(matched([withSteps('a', 10, 50), withSteps('b', 50, 10)], 1)).toEqual([
      [50, 1, 0],
      [10, 0, 1],
    ]);
  });

  it('the first with the first and the second with the second when one load is asked for twice', () => {
    expect(matched([withSteps('a', 10, 50, 10), withSteps('b', 10, 10, 10)])).toEqual([
      [10, 0, 0],
      [50, 1, null],
      [10, 2, 1],
      [10, null, 2],
    ]);
  });

  it('by their place where a plan says so, whatever they ask for', () => {
    const [a, b] = [withSteps('a', 100, 10), withSteps('b', 200, 10)];
    const places = compareSteps([a, b], 0, byPlace).map(({ spec, cells }) => [
      spec.connections,
      ...cells.map((cell) => cell.stepIndex),
    ]);
    expect(places).toEqual([
      [100, 0, 0],
      [10, 1, 1],
    ]);
    const profiled = sampleRun({ id: 'c', load: { steps: [step(200, { profiles: ['cpu'] }), step(10)] } });
    expect(compareSteps([a, profiled], 0, byPlace)[0]?.cells[1]).toEqual({ stepIndex: null, deltas: null });
  });

  it('whatever they lasted, but not at another depth', () => {
    const deep = sampleRun({
      id: 'b',
      load: { steps: [step(10, { durationSeconds: 30 }), step(50, { pipelining: 4 })] },
    });
    expect(matched([withSteps('a', 10, 50), deep])).toEqual([
      [10, 0, 0],
      [50, 1, null],
      [50, null, 1],
    ]);
  });
});

describe('a difference is relative to the baseline', () => {
  const one = (id: string, over: Parameters<typeof samplePoint>[0]) =>
    sampleRun({ id, load: { steps: [step(10)] }, points: [samplePoint(over)] });
  const deltas = (from: Parameters<typeof samplePoint>[0], to: Parameters<typeof samplePoint>[0]) =>
    compareSteps([one('a', from), one('b', to)], 0)[0]?.cells[1]?.deltas;

  it('of throughput and CPU time: 12,000 of 10,000 is 0.2 more, 15 µs of 20 µs is a quarter less', () => {
    const got = deltas(
      { requestsPerSecond: 10_000, serverCpuUsPerRequest: 20, clientCpuUsPerRequest: 30 },
      { requestsPerSecond: 12_000, serverCpuUsPerRequest: 15, clientCpuUsPerRequest: 30 },
    );
    expect(got?.requestsPerSecond).toBeCloseTo(0.2, 12);
    expect(got?.serverCpuUsPerRequest).toBeCloseTo(-0.25, 12);
    expect(got?.clientCpuUsPerRequest).toBe(0);
  });

  it('and absent where a side lacks the figure, or the baseline is 0', () => {
    expect(deltas({ serverCpuUsPerRequest: null }, {})?.serverCpuUsPerRequest).toBeNull();
    expect(deltas({}, { clientCpuUsPerRequest: null })?.clientCpuUsPerRequest).toBeNull();
    expect([deltas({ requestsPerSecond: 0 }, {}), deltas({}, { requestsPerSecond: 0 })]).toEqual([null, null]);
  });

  const MS = 1000;
  const cases: [string, Partial<LatencyMs>, Partial<LatencyMs>, number | null][] = [
    ['17 to 18 whole ms: one tick, next to none', { p99: 17, resolutionUs: MS }, { p99: 18, resolutionUs: MS }, null],
    ['20 to 30 whole ms', { p99: 20, resolutionUs: MS }, { p99: 30, resolutionUs: MS }, 0.5],
    ['4 to 6 whole ms: anything from 4 to 7', { p99: 4, resolutionUs: MS }, { p99: 6, resolutionUs: MS }, null],
    ['0.887 exact to 1 whole ms', { p99: 0.887, resolutionUs: 1 }, { p99: 1, resolutionUs: MS }, null],
    [
      '12.4 exact to 13 whole ms, closer than 1 ms',
      { p99: 12.4, resolutionUs: 1 },
      { p99: 13, resolutionUs: MS },
      null,
    ],
    ['4 to 4 whole ms: both are [4, 5)', { p99: 4, resolutionUs: MS }, { p99: 4, resolutionUs: MS }, null],
    ['0 to 0 whole ms', { p99: 0, resolutionUs: MS }, { p99: 0, resolutionUs: MS }, null],
    ['0 to 1 whole ms: no ratio to [0, 1)', { p99: 0, resolutionUs: MS }, { p99: 1, resolutionUs: MS }, null],
    ['1 to 0 whole ms', { p99: 1, resolutionUs: MS }, { p99: 0, resolutionUs: MS }, null],
    ['[4, 5) to 4.6 exact overlaps', { p99: 4, resolutionUs: MS }, { p99: 4.6, resolutionUs: 1 }, null],
    ['[40, 41) to 50 exact does not', { p99: 40, resolutionUs: MS }, { p99: 50, resolutionUs: 1 }, 0.25],
    ['0.4 to 0.5 at 1 µs', { p99: 0.4, resolutionUs: 1 }, { p99: 0.5, resolutionUs: 1 }, 0.25],
    ['closed to open loop', { p99: 4, loop: 'closed' }, { p99: 8, loop: 'open' }, null],
    ['no p99 in the baseline', { p99: null }, { p99: 8 }, null],
    ['no p99 in the other', { p99: 4 }, { p99: null }, null],
  ];
  it.each(cases)('of latency, %s', (_name, from, to, expected) => {
    const got = deltas({ latencyMs: latency(from) }, { latencyMs: latency(to) })?.latencyMsP99;
    if (expected === null) expect(got).toBeNull();
    else expect(got).toBeCloseTo(expected, 12);
  });

  it('so the baseline itself has none, nor has a step that a side did not measure', () => {
    const runs = [
      sampleRun({ id: 'a' }),
      sampleRun({ id: 'b', points: [samplePoint(), null] }),
      sampleRun({ id: 'c', points: [null, samplePoint()] }),
    ];
    const has = (baseline: number) =>
      compareSteps(runs, baseline).map(({ cells }) => cells.map((cell) => cell.deltas !== null));
    expect(has(0)).toEqual([
      [false, true, false],
      [false, false, true],
    ]);
    expect(has(1)).toEqual([
      [true, false, false],
      [false, false, false],
    ]);
  });
});

it('gives no difference where nothing but failures came on a side', () => {
  const errors = { connection: 0, timeout: 0, reset: 0, non2xx: 40_000, mismatch: 0 };
  const of = (id: string, over: Parameters<typeof samplePoint>[0]) => {
    const run = withSteps(id, 10);
    return { ...run, steps: run.steps.map((one) => ({ ...one, point: samplePoint(over) })) };
  };
  const [good, refused] = [of('a', {}), of('b', { requests: 40_000, requestsPerSecond: 40_700, errors })];
  for (const runs of [
    [good, refused],
    [refused, good],
  ]) {
    expect(compareSteps(runs, 0)[0]?.cells.map(({ deltas }) => deltas)).toEqual([null, null]);
  }
});
