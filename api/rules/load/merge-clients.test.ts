import { describe, expect, it } from 'vitest';
import type { LoadResult } from '../../contract/agent-reports.ts';
import type { LatencyHistogram } from '../../contract/load.ts';
import { mergeClients } from './merge-clients.ts';

const START = 1_700_000_000_000_000;
const ASKED = { durationSeconds: 10, startAtUs: START };

const latencyMs: LoadResult['latencyMs'] = {
  mean: 2,
  stddev: 1,
  p50: 1,
  p90: 3,
  p95: null,
  p97_5: 4,
  p99: 5,
  p99_9: 6,
  p99_99: 7,
  max: 8,
  loop: 'closed',
  resolutionUs: 1000,
};

const result = (over: Partial<LoadResult> = {}): LoadResult => ({
  type: 'drive-load',
  command: ['tool'],
  startedAtUs: START,
  endedAtUs: START + 10_000_000,
  requests: 10_000,
  durationUs: 10_000_000,
  requestsPerSecond: 1000,
  requestsPerSecondStddev: 5,
  requestsPerSecondMax: 1100,
  bytesPerSecond: 100_000,
  latencyMs,
  errors: { connection: 1, timeout: 2, reset: 3, non2xx: 4, mismatch: 5 },
  toolWorkers: 2,
  offeredPerSecond: null,
  unsent: null,
  histogram: null,
  succeededBySecond: null,
  clock: { offsetUs: 0, uncertaintyUs: 100 },
  connectionsEstablished: 50,
  placement: null,
  drift: [],
  profiles: [],
  ...over,
});

const merge = (results: LoadResult[], asked = ASKED) => {
  const outcome = mergeClients(
    results.map((one, i) => ({ name: `cli-${i + 1}`, result: one })),
    asked,
  );
  return outcome;
};
const whole = (results: LoadResult[], asked = ASKED) => {
  const outcome = merge(results, asked);
  if ('fault' in outcome) throw new Error(outcome.fault);
  return outcome;
};
const fault = (results: LoadResult[], asked = ASKED) => {
  const outcome = merge(results, asked);
  return 'fault' in outcome ? outcome.fault : null;
};

/** A client whose clock is behind that of the API, and which began later. */
const shifted = (lateUs: number, offsetUs: number, over: Partial<LoadResult> = {}): LoadResult => {
  const startedAtUs = START + lateUs - offsetUs;
  const { durationUs } = { durationUs: 10_000_000, ...over };
  return result({ startedAtUs, endedAtUs: startedAtUs + durationUs, clock: { offsetUs, uncertaintyUs: 50 }, ...over });
};

describe('one client', () => {
  it('passes through unchanged, by its own clock, whether or not it knows how that stands', () => {
    const one = result({ clock: null, requestsPerSecondStddev: 7 });
    const merged = whole([one]);
    expect(merged).toMatchObject({ commonWindowUs: null, latencyRangeMs: null, connectionsEstablished: 50 });
    for (const [name, value] of Object.entries(merged.figures))
      expect(value).toEqual(one[name as keyof LoadResult] ?? null);
  });
});

describe('sums', () => {
  it('are of requests, errors, bytes, workers and connections', () => {
    const { figures, connectionsEstablished } = whole([
      result(),
      result({ requests: 5000, connectionsEstablished: 7 }),
    ]);
    expect(figures).toMatchObject({
      requests: 15_000,
      bytesPerSecond: 200_000,
      toolWorkers: 4,
      errors: { connection: 2, timeout: 4, reset: 6, non2xx: 8, mismatch: 10 },
      offeredPerSecond: null,
      unsent: null,
      requestsPerSecondStddev: null,
    });
    expect(connectionsEstablished).toBe(57);
  });

  it('are not known when one of them is not', () => {
    const known = result({ offeredPerSecond: 900, unsent: 3 });
    expect(whole([known, known]).figures).toMatchObject({ offeredPerSecond: 1800, unsent: 6 });
    const silent = result({ toolWorkers: null, connectionsEstablished: null });
    expect(whole([known, silent]).figures).toMatchObject({ offeredPerSecond: null, unsent: null, toolWorkers: null });
    expect(whole([known, silent]).connectionsEstablished).toBeNull();
  });
});

describe('the common window', () => {
  it('goes from the latest start to the earliest end by the clock of the API, whatever the clients’ clocks say', () => {
    const merged = whole([shifted(0, 0), shifted(400_000, -7_200_000_000), shifted(100_000, 5_000_000)]);
    expect(merged.commonWindowUs).toBe(9_600_000);
    expect(merged.figures).toMatchObject({
      startedAtUs: START + 400_000,
      endedAtUs: START + 10_000_000,
      durationUs: 10_400_000,
      requestsPerSecond: 3000,
    });
  });

  it('begins no earlier than was agreed: samples begin before the tool', () => {
    const early = result({ startedAtUs: START - 900_000, endedAtUs: START + 10_000_000 });
    expect(whole([early, result()]).commonWindowUs).toBe(10_000_000);
  });

  it('counts the seconds inside it, and of the ones at its edges as much as lies inside', () => {
    // Both ramp up; the second began half a second later, so the first's first half second is not common.
    const series = [100, 200, 300, 400];
    const four = { durationUs: 4_000_000, requests: 1000, succeededBySecond: series };
    const merged = whole([shifted(0, 0, four), shifted(500_000, 1_000_000, four)], { ...ASKED, durationSeconds: 4 });
    // The window is 3.5 s: 100/2 + 200 + 300 + 400 of the first, 100 + 200 + 300 + 400/2 of the second.
    expect(merged.commonWindowUs).toBe(3_500_000);
    expect(merged.figures.requestsPerSecond).toBeCloseTo((950 + 800) / 3.5, 9);
  });

  it('takes a last second that was cut short for as long as it was', () => {
    const cut = { durationUs: 2_500_000, requests: 250, succeededBySecond: [100, 100, 50] };
    const merged = whole([shifted(0, 0, cut), shifted(0, 0, cut)], { ...ASKED, durationSeconds: 2 });
    expect(merged.figures.requestsPerSecond).toBeCloseTo(200, 9);
  });

  it('counts answers that failed, as a single client does', () => {
    const told = { requests: 10_000, succeededBySecond: Array.from({ length: 10 }, () => 900) };
    expect(whole([shifted(0, 0, told), shifted(0, 0, told)]).figures.requestsPerSecond).toBeCloseTo(2000, 9);
  });

  it('gives the same whether a steady client tells its seconds or only its mean', () => {
    const steady = Array.from({ length: 10 }, () => 1000);
    const told = whole([shifted(0, 0, { requests: 10_000, succeededBySecond: steady }), shifted(300_000, 0)]);
    expect(told.figures.requestsPerSecond).toBeCloseTo(2000, 9);
  });

  it('fails a step of which less than half is common, with the names and the times', () => {
    expect(fault([shifted(0, 0), shifted(5_000_000, 0)])).toBeNull();
    expect(fault([shifted(0, 0), shifted(5_100_000, 0)])).toBe(
      'The clients drove load together only 4.9 s of 10 s: cli-2 began 5.1 s after the first, and cli-1 ended first. Either their clocks jumped, or one was held up.',
    );
    expect(fault([shifted(0, 0), shifted(60_000_000, 0)])).toContain('at no time of the 10 s');
  });

  it('cannot be told without the clock of each', () => {
    expect(fault([result(), result({ clock: null })])).toMatch(
      /^The offset of the clock of cli-2 to the API’s clock is unknown/,
    );
  });
});

const histogram = (buckets: Record<number, number>): LatencyHistogram => ({
  significantDigits: 3,
  valuesUs: Object.keys(buckets).map(Number),
  counts: Object.values(buckets),
});

describe('latency', () => {
  const fast = histogram({ 100: 9000, 200: 1000 });
  const slow = histogram({ 200: 50, 5003: 50 });

  it('is of the merged histogram where each has one', () => {
    const merged = whole([
      result({ histogram: fast }),
      result({ histogram: slow, requests: 100, latencyMs: { ...latencyMs, mean: 2.5, max: 5.001 } }),
    ]);
    expect(merged.histogram).toEqual(histogram({ 100: 9000, 200: 1050, 5003: 50 }));
    expect(merged.latencyRangeMs).toBeNull();
    // 10,100 requests: 99 % of them are 9,999 and in the second bucket, 99.9 % are 10,090 and in the last.
    expect(merged.figures.latencyMs).toMatchObject({ p50: 0.1, p90: 0.2, p99: 0.2, p99_9: 5.003, max: 8 });
  });

  it('is the range of the clients where one has no histogram: percentiles are never averaged', () => {
    const merged = whole([result({ histogram: fast }), result({ latencyMs: { ...latencyMs, p50: 3, p99: 50 } })]);
    expect(merged.histogram).toBeNull();
    expect(merged.figures.latencyMs).toMatchObject({ p50: null, p90: null, p99: null, loop: 'closed' });
    expect(merged.latencyRangeMs).toMatchObject({
      p50: { low: 1, high: 3 },
      p90: { low: 3, high: 3 },
      p95: null,
      p99: { low: 5, high: 50 },
    });
  });

  it('claims neither a range nor a highest that one of them does not know', () => {
    const unsure = result({ latencyMs: { ...latencyMs, p99: null, max: null } });
    const merged = whole([result(), unsure]);
    expect([merged.latencyRangeMs?.p99, merged.latencyRangeMs?.p50]).toEqual([null, { low: 1, high: 1 }]);
    expect(merged.figures.latencyMs.max).toBeNull();
  });

  it('has the mean and the deviation of all requests', () => {
    // 10,000 at 2 ± 1 ms and 30,000 at 6 ± 0 ms: mean 5, mean of squares (5 x 1 + 36 x 3) / 4 = 28.25.
    const { latencyMs: both } = whole([
      result(),
      result({ requests: 30_000, latencyMs: { ...latencyMs, mean: 6, stddev: 0, max: 9 } }),
    ]).figures;
    expect(both.mean).toBe(5);
    expect(both.stddev).toBeCloseTo(Math.sqrt(3.25), 9);
    expect(both.max).toBe(9);
    const without = { ...latencyMs, stddev: null };
    expect(whole([result(), result({ latencyMs: without })]).figures.latencyMs).toMatchObject({
      mean: 2,
      stddev: null,
    });
  });

  it('is of those that had an answer at all', () => {
    const none = result({
      requests: 0,
      requestsPerSecond: 0,
      latencyMs: { ...latencyMs, mean: null, stddev: null, p50: null, p99: null, max: null },
    });
    expect(whole([result({ histogram: fast }), none])).toMatchObject({ histogram: fast, latencyRangeMs: null });
    expect(whole([result(), none]).figures.latencyMs.mean).toBe(2);
    const silent = whole([none, none]);
    expect([silent.latencyRangeMs, silent.histogram, silent.figures.latencyMs.mean]).toEqual([null, null, null]);
  });

  it('fails where the labels are not the same', () => {
    const corrected = result({ latencyMs: { ...latencyMs, loop: 'synthetic', resolutionUs: 1 } });
    expect(fault([result(), corrected])).toBe(
      "The clients' latencies mean different things (cli-1: closed, 1000 µs; cli-2: synthetic, 1 µs): use the same version of the tool on each.",
    );
  });
});
