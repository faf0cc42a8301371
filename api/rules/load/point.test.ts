import { describe, expect, it } from 'vitest';
import type { LoadResult } from '../../contract/agent-reports.ts';
import { closedStep } from '../../testing/fake-agent.ts';
import { onlyColumns } from '../samples/columns.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { mergeClients } from './merge-clients.ts';
import { isPointColumn, makePoint, type Window } from './point.ts';

const STEP = closedStep(50, { pipelining: 4, durationSeconds: 3 });
const T0 = 1_795_000_000_000_000;

const result: LoadResult = {
  type: 'drive-load',
  command: ['autocannon'],
  startedAtUs: T0,
  endedAtUs: T0 + 3_400_000,
  requests: 30_000,
  durationUs: 3_000_000,
  requestsPerSecond: 10_000,
  requestsPerSecondStddev: 12,
  requestsPerSecondMax: 10_100,
  bytesPerSecond: 1_000_000,
  latencyMs: {
    mean: 4,
    stddev: 1,
    p50: 4,
    p90: 5,
    p95: null,
    p97_5: 6,
    p99: 7,
    p99_9: 9,
    p99_99: 10,
    max: 12,
    loop: 'closed',
    resolutionUs: 1000,
  },
  toolWorkers: 1,
  errors: { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 },
  offeredPerSecond: null,
  unsent: null,
  histogram: null,
  succeededBySecond: null,
  clock: null,
  connectionsEstablished: 50,
  placement: null,
  drift: [],
  profiles: [],
};

const SERVER = ['process/target/cpuUs', 'target/requestsStale', 'target/worker/0/requests'];
const WITH_TOOL = [...SERVER, 'process/tool/cpuUs'];

const frame = (ms: number, columns: string[], values: number[]): SampleFrame => ({
  incarnationId: 'life',
  columns,
  sequence: ms,
  timeUs: T0 + ms * 1000,
  monotonicUs: ms * 1000,
  boundary: false,
  values,
});

// The tool's runtime starts for 0.4 s before it sends; then 10,000 req/s at 20 us of the server's and 30 us of its own CPU.
const frames = [
  frame(0, SERVER, [1_000_000, 0, 500]),
  frame(900, WITH_TOOL, [1_100_000, 0, 5_500, 700_000]),
  frame(1900, WITH_TOOL, [1_300_000, 0, 15_500, 1_000_000]),
  frame(2900, WITH_TOOL, [1_500_000, 0, 25_500, 1_300_000]),
  frame(3400, WITH_TOOL, [1_600_000, 0, 30_500, 1_450_000]),
];

const window = (frames: SampleFrame[], over: Partial<Window> = {}): Window => ({
  startedAtUs: result.startedAtUs,
  endedAtUs: result.endedAtUs,
  samplesPerSecond: 1,
  frames,
  ...over,
});

/** A point of one client. */
function pointOf(one: LoadResult, server: Window, client: Window) {
  const merged = mergeClients([{ name: 'client', result: one }], { durationSeconds: 3, startAtUs: null });
  if ('fault' in merged) throw new Error(merged.fault);
  const { requestsPerSecond } = one;
  return makePoint(STEP, merged, server, [{ requestsPerSecond, window: client, loadFromUs: null }]);
}

describe('a point', () => {
  const point = pointOf(result, window(frames), window(frames));

  it("holds the tool's own figures as they are", () => {
    expect(point.requests).toBe(30_000);
    expect(point.latencyMs).toEqual(result.latencyMs);
  });

  it('counts connections x pipelining as what can be in flight', () => {
    expect(point.inFlightMax).toBe(200);
  });

  it('counts the streams that connections really had, where the tool tells', () => {
    const streams = { leastPerConnection: 1, mostPerConnection: 1, takenBack: 7 };
    const withheld = pointOf({ ...result, streams }, window(frames), window(frames));
    expect(withheld).toMatchObject({ inFlightMax: 50, streams });
    expect(point.streams).toBeNull();
  });

  it("has the server's own count over the whole window beside the tool's", () => {
    expect(point.serverRequests).toBe(30_000);
  });

  it('bills the server 600,000 us over 30,000 requests', () => {
    expect(point.serverCpuUsPerRequest).toBe(20);
  });

  it("does not bill the start of the tool's runtime to its requests: 750,000 us in 2.5 s at 10,000 req/s", () => {
    expect(point.clientCpus).toBeCloseTo(0.3, 9);
    expect(point.clientCpuUsPerRequest).toBeCloseTo(30, 9);
  });

  it('has no server figures when the server was not counted, instead of zeros', () => {
    const uncounted = frames.map((f) => frame(f.monotonicUs / 1000, ['cpu/0/userUs'], [1]));
    const bare = pointOf(result, window(uncounted), window(uncounted));
    expect(bare.serverRequests).toBeNull();
    expect(bare.serverCpuUsPerRequest).toBeNull();
    expect(bare.clientCpuUsPerRequest).toBeNull();
  });

  it("holds the CPU time of a target that counts nothing against the tool's count: 600,000 us over 30,000", () => {
    const uncounted = frames.map((f) => frame(f.monotonicUs / 1000, ['process/target/cpuUs'], [f.values[0] ?? 0]));
    const bare = pointOf(result, window(uncounted), window(frames));
    expect([bare.serverRequests, bare.serverCpuUsPerRequest]).toEqual([null, 20]);
    const none = pointOf({ ...result, requests: 0, requestsPerSecond: 0 }, window(uncounted), window(frames));
    expect(none.serverCpuUsPerRequest).toBeNull();
  });

  it('has no CPU per request of a target whose counters could not be read', () => {
    const stale = frames.map((f) => frame(f.monotonicUs / 1000, f.columns, f.values.with(1, 1)));
    expect(pointOf(result, window(stale), window(frames)).serverCpuUsPerRequest).toBeNull();
  });

  it('states the longest hole in the samples, also at the edges', () => {
    expect(point.sampleGapSeconds).toBe(0);
    expect(pointOf(result, window(frames.slice(0, 2)), window(frames)).sampleGapSeconds).toBe(2.5);
    expect(pointOf(result, window([]), window([])).sampleGapSeconds).toBe(3.4);
  });

  it('is the same from the columns that it is made of alone', () => {
    const wide = frames.map((f) => ({
      ...f,
      columns: ['cpu/0/userUs', ...f.columns, 'process/tool/thread/0/cpuUs'],
      values: [7, ...f.values, 9],
    }));
    const thin = wide.map(onlyColumns(isPointColumn));
    expect(thin.every(({ columns }, i) => columns.length === (i === 0 ? 3 : 4))).toBe(true);
    expect(pointOf(result, window(thin), window(thin))).toEqual(point);
  });

  it('ten times a second misses a hole of 0.7 s that once a second is no hole, over any number of frames', () => {
    const tenths = Array.from({ length: 35 }, (_, n) => frame(n * 100, SERVER, [n, 0, n]));
    const seen = (kept: SampleFrame[], samplesPerSecond: number) =>
      pointOf(result, window(kept, { samplesPerSecond }), window(tenths, { samplesPerSecond })).sampleGapSeconds;
    expect(seen(tenths, 10)).toBe(0);
    const holed = tenths.filter((_, n) => n < 10 || n > 15);
    expect([seen(holed, 10), seen(holed, 1)]).toEqual([0.7, 0]);
    const hour = Array.from({ length: 200_000 }, (_, n) => frame(n / 60, SERVER, [n, 0, n]));
    expect(seen(hour, 10)).toBe(0);
  });

  it('has no CPU per request when nothing succeeded', () => {
    const nothing = pointOf({ ...result, requests: 0, requestsPerSecond: 0 }, window(frames), window(frames));
    expect(nothing.clientCpuUsPerRequest).toBeNull();
  });
});

describe('the CPUs of the target', () => {
  it('are those while load was driven: requests per second x CPU per request, whatever the tool took to start', () => {
    const { serverCpus, serverCpuUsPerRequest, requestsPerSecond } = pointOf(result, window(frames), window(frames));
    expect(serverCpus).toBeCloseTo(0.2, 9);
    expect((requestsPerSecond * (serverCpuUsPerRequest ?? 0)) / 1e6).toBeCloseTo(0.2, 9);
  });

  it('are unknown when the tool drove nothing', () => {
    expect(pointOf({ ...result, durationUs: 0 }, window(frames), window(frames)).serverCpus).toBeNull();
  });
});

describe('a point of two hosts', () => {
  const SKEW_US = 3_600_000_000;
  // The server's clock is an hour ahead; its window holds 200 ms more at either end, in which it served nothing.
  const atServer = [
    frame(-200, SERVER, [1_000_000, 0, 500]),
    frame(900, SERVER, [1_100_000, 0, 5_500]),
    frame(1900, SERVER, [1_300_000, 0, 15_500]),
    frame(2900, SERVER, [1_500_000, 0, 25_500]),
    frame(3600, SERVER, [1_600_000, 0, 30_500]),
  ].map((f) => ({ ...f, timeUs: f.timeUs + SKEW_US }));
  const apart = window(atServer, { startedAtUs: T0 + SKEW_US - 200_000, endedAtUs: T0 + SKEW_US + 3_600_000 });
  const TOOL = ['process/tool/cpuUs'];
  const atClient = [0, 900, 1900, 2900, 3400].map((ms) => frame(ms, TOOL, [ms * 300]));

  it("takes each side's figures from its own frames, and no clock from the other", () => {
    const point = pointOf(result, apart, window(atClient));
    expect(point.serverRequests).toBe(30_000);
    expect(point.serverCpuUsPerRequest).toBe(20);
    expect(point.serverCpus).toBeCloseTo(0.2, 9);
    expect(point.clientCpus).toBeCloseTo(0.3, 9);
    expect(point.clientCpuUsPerRequest).toBeCloseTo(30, 9);
    expect([point.startedAtUs, point.endedAtUs]).toEqual([result.startedAtUs, result.endedAtUs]);
    expect(point.sampleGapSeconds).toBe(0);
  });

  it('states the longest hole of either side', () => {
    const thin = { ...apart, frames: atServer.filter((_, i) => i !== 2) };
    expect(pointOf(result, thin, window(atClient)).sampleGapSeconds).toBe(2);
    const bare = window(atClient.slice(0, 1));
    expect(pointOf(result, thin, bare).sampleGapSeconds).toBe(3.4);
  });
});

describe('a point of several clients', () => {
  const startAtUs = T0 + 900_000;
  const asked = { durationSeconds: 3, startAtUs };
  const clock = { offsetUs: 0, uncertaintyUs: 100 };
  const two = ['a', 'b'].map((name) => ({ name, result: { ...result, clock, endedAtUs: T0 + 3_900_000 } }));
  const merged = mergeClients(two, asked);
  if ('fault' in merged) throw new Error(merged.fault);
  const clients = two.map(() => ({ requestsPerSecond: 10_000, window: window(frames), loadFromUs: null }));

  it('sums the CPUs of the tools, and divides by the requests of all', () => {
    const point = makePoint(STEP, merged, window(frames), clients);
    expect(point).toMatchObject({ requests: 60_000, requestsPerSecond: 20_000, commonWindowUs: 3_000_000 });
    expect(point.clientCpus).toBeCloseTo(0.6, 9);
    expect(point.clientCpuUsPerRequest).toBeCloseTo(30, 9);
  });

  it('does not know them when one of them was not sampled', () => {
    const [first] = clients;
    if (!first) throw new Error('no client');
    const point = makePoint(STEP, merged, window(frames), [first, { ...first, window: window([]) }]);
    expect([point.clientCpus, point.clientCpuUsPerRequest]).toEqual([null, null]);
    expect(point.sampleGapSeconds).toBe(3.4);
  });

  it('does not take a tool that waits for the agreed start for one that rests', () => {
    // It is known from 0 s on, waits until 1 s, and then uses half a CPU.
    const waiting = [0, 1, 2, 3].map((s) => frame(s * 1000, WITH_TOOL, [0, 0, 0, Math.max(0, s - 1) * 500_000]));
    const cpus = (loadFromUs: number | null) =>
      makePoint(STEP, merged, window(frames), [{ requestsPerSecond: 10_000, window: window(waiting), loadFromUs }]);
    expect(cpus(T0 + 1_000_000).clientCpus).toBeCloseTo(0.5, 9);
    expect(cpus(null).clientCpus).toBeCloseTo(1 / 3, 9);
  });
});
