import { describe, expect, it } from 'vitest';
import { run as runSchema } from '../../contract/run.ts';
import {
  agentOutput,
  recognise,
  TOOL_OUTPUT_NAMES,
  TOOL_OUTPUTS,
  toolOutput,
  toolRun,
} from '../../testing/tool-outputs.ts';
import { readJson } from './read-json.ts';
import { readToolOutput } from './read-tool-output.ts';
import { runOfOutputs } from './run-of-outputs.ts';
import type { ToolFormat } from './tool-reading.ts';
import { Unreadable } from './unreadable.ts';

const IMPORTING = { newId: () => 'id', importedAtUs: 1, importedByName: null, fileName: null };
const NONE = { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 };
const read = (tool: ToolFormat, text: string) => readToolOutput(tool, text);
const golden = (name: keyof typeof TOOL_OUTPUTS) => read(TOOL_OUTPUTS[name], toolOutput(name));
const changed = (name: keyof typeof TOOL_OUTPUTS, change: (said: Record<string, never>) => void) => {
  const said = JSON.parse(toolOutput(name));
  change(said);
  return read(TOOL_OUTPUTS[name], JSON.stringify(said));
};

describe('an output of', () => {
  it('autocannon has whole milliseconds, no p95, and its own averages', () => {
    expect(golden('autocannon.json')).toMatchObject({
      url: 'http://127.0.0.1:8101/read',
      step: { loop: 'closed', connections: 50, pipelining: 1, durationSeconds: null },
      point: {
        toolWorkers: 1,
        startedAtUs: Date.parse('2026-11-20T10:52:47.529Z') * 1000,
        requests: 243_791,
        durationUs: 4_030_000,
        requestsPerSecond: 60_948,
        requestsPerSecondStddev: 4701.12,
        requestsPerSecondMax: 66_216,
        bytesPerSecond: 280_969_216,
        latencyMs: {
          mean: 0.23,
          stddev: 0.66,
          p50: 0,
          p90: 1,
          p95: null,
          p97_5: 1,
          p99: 2,
          p99_9: 8,
          p99_99: 15,
          max: 27,
        },
        inFlightMax: 50,
        errors: NONE,
      },
    });
    expect(golden('autocannon.json').point.latencyMs).toMatchObject({ loop: 'closed', resolutionUs: 1000 });
  });

  it('wrk has the figures of its text: binary megabytes, and nothing said of pipelining', () => {
    expect(golden('wrk.txt')).toMatchObject({
      url: 'http://127.0.0.1:8101/read',
      step: { loop: 'closed', connections: 50, pipelining: null, durationSeconds: 4 },
      point: {
        toolWorkers: 1,
        requests: 448_480,
        durationUs: 4_100_000,
        requestsPerSecond: 109_381.58,
        bytesPerSecond: (1.93 * 2 ** 30) / 4.1,
        inFlightMax: null,
        latencyMs: {
          mean: 0.45331,
          p50: 0.436,
          p90: 0.755,
          p95: null,
          p99: 1.07,
          max: 5.03,
          loop: 'synthetic',
          resolutionUs: 10,
        },
      },
      notes: [expect.stringContaining('several requests at once'), expect.stringContaining('redirect')],
    });
  });

  it('wrk has the finer figures of a script where one printed them', () => {
    expect(golden('wrk-done.txt')).toMatchObject({
      step: { connections: 10, pipelining: null, durationSeconds: 2 },
      point: {
        toolWorkers: 2,
        durationUs: 2_100_070,
        bytesPerSecond: 28_005_772 / 2.10007,
        latencyMs: { p50: 0.073, p99: 1.147, p99_9: 2.442, max: 4.938, resolutionUs: 1, loop: 'synthetic' },
      },
    });
    expect(read('wrk', agentOutput('wrk.txt'))).toMatchObject({
      step: { pipelining: 1 },
      point: { inFlightMax: 20, latencyMs: { p95: 0.908, p99_99: 12.182 } },
      notes: [],
    });
    const deep = read('wrk', agentOutput('wrk-pipelining-4.txt'));
    expect(deep).toMatchObject({
      step: { pipelining: 4 },
      point: { inFlightMax: 80, latencyMs: { mean: null, p50: null } },
    });
  });

  it('wrk has its errors, and no latency where nothing went well', () => {
    const failing = toolOutput('wrk.txt').replace(
      'Requests/sec',
      '  Socket errors: connect 1, read 2, write 4, timeout 8\n  Non-2xx or 3xx responses: 448480\nRequests/sec',
    );
    expect(read('wrk', failing).point).toMatchObject({
      connectsFailed: 1,
      errors: { connection: 0, reset: 6, timeout: 8, non2xx: 448_480, mismatch: 0 },
      latencyMs: { mean: null, p50: null, p99: null, max: null },
    });
  });

  it('wrk2 has percentiles of its list where the spectrum steps over them, and no rate that was asked', () => {
    expect(golden('wrk2.txt')).toMatchObject({
      step: { loop: 'open', requestsPerSecond: null, connections: 50, durationSeconds: 20 },
      point: {
        requests: 19_901,
        requestsPerSecond: 995.05,
        offeredPerSecond: null,
        latencyMs: {
          mean: 11.662,
          p50: 0.933,
          p90: 12.927,
          p95: 107.711,
          p97_5: 155.391,
          p99: 183.68,
          p99_9: 201.087,
          p99_99: 204.16,
          max: 204.288,
          loop: 'open',
        },
      },
      notes: [expect.stringContaining('-R'), expect.stringContaining('redirect')],
    });
  });

  it.each([
    ['0.18s', 182.399],
    ['0.19s', 185.343],
    ['182.40ms', 182.4],
  ])('wrk2 lists %s, which lies within the steps around it', (listed, p99) => {
    const text = toolOutput('wrk2.txt').replace(' 99.000%  183.68ms', ` 99.000%  ${listed}`);
    expect(read('wrk2', text).point.latencyMs).toMatchObject({ p50: 0.933, p99 });
  });

  it('vegeta has nanoseconds, and a rate only where its command is kept beside it', () => {
    expect(golden('vegeta.json')).toMatchObject({
      step: { loop: 'open', requestsPerSecond: null },
      point: {
        requests: 105_605,
        requestsPerSecond: 105_605 / ((3_999_636_311 + 814_625) / 1e9),
        latencyMs: { mean: 1.027003, p50: 0.826938, p95: 2.376489, p99: 2.857163, max: 12.345626, loop: 'open' },
        offeredPerSecond: null,
        errors: NONE,
      },
      notes: [expect.stringContaining('26,404')],
    });
    expect(read('vegeta', agentOutput('vegeta.json'))).toMatchObject({
      step: { requestsPerSecond: 2001 },
      point: { toolWorkers: 2, offeredPerSecond: 2001 },
      notes: [],
    });
  });

  it('vegeta tells what was not answered by its reasons', () => {
    const failing = (errors: string[]) =>
      changed('vegeta.json', (said) =>
        Object.assign(said, {
          status_codes: { 0: 5, 200: 105_590, 503: 10 },
          errors: ['503 Service Unavailable', ...errors],
        }),
      ).point;
    expect(failing(['read: connection reset by peer'])).toMatchObject({
      requests: 105_600,
      errors: { reset: 5, non2xx: 10, connection: 0 },
    });
    expect(failing(['read: connection reset by peer', 'i/o timeout']).errors).toMatchObject({
      connection: 5,
      reset: 0,
    });
  });

  it('oha has seconds, and says neither connections nor a rate', () => {
    const { step, point, notes } = golden('oha.json');
    expect(step).toMatchObject({ loop: 'closed', connections: null, pipelining: 1 });
    expect(point).toMatchObject({
      requests: 408_832,
      bytesPerSecond: 459_273_271.7562446,
      inFlightMax: null,
      errors: NONE,
    });
    expect(point.requestsPerSecond).toBeCloseTo(102_072.93, 2);
    expect(point.latencyMs.p99).toBeCloseTo(4.353065, 9);
    expect(notes).toEqual([expect.stringContaining('-q')]);
    const ended = changed('oha.json', (said) =>
      Object.assign(said, { errorDistribution: { 'aborted due to deadline': 50, 'connection refused': 2 } }),
    );
    expect(ended.point.errors).toEqual({ ...NONE, connection: 2 });
  });

  it("k6 has as 'fails' what went well", () => {
    expect(golden('k6.json')).toMatchObject({
      step: { loop: 'closed', connections: 50, pipelining: 1 },
      point: {
        requests: 68_913,
        durationUs: 4_001_086,
        errors: NONE,
        latencyMs: { mean: 2.873372010709112, p50: 2.464252, p95: null, p99: 12.744906480000006, loop: 'closed' },
      },
    });
    const failing = changed('k6.json', (said: { metrics?: { http_req_failed: unknown } }) => {
      if (said.metrics) said.metrics.http_req_failed = { passes: 13, fails: 68_900, value: 0.0002 };
    });
    expect(failing.point.errors).toEqual({ ...NONE, non2xx: 13 });
    expect(failing.notes).toContainEqual(expect.stringContaining('how 13 requests failed'));
    expect(read('k6', agentOutput('k6.json'))).toMatchObject({
      step: { loop: 'open', requestsPerSecond: null },
      point: { unsent: 151, errors: { non2xx: 38 }, latencyMs: { loop: 'closed' } },
    });
    // Each iteration of this script makes several requests, which may be under way together.
    const batched = changed('k6.json', (said: { metrics?: { iterations: unknown } }) => {
      if (said.metrics) said.metrics.iterations = { count: 11_485, rate: 2870 };
    });
    expect(batched).toMatchObject({ step: { pipelining: null }, point: { inFlightMax: null } });
  });

  it('h2load counts what was answered, and of a timed load the main duration alone', () => {
    const text = toolOutput('h2load.txt')
      .replace(
        /^requests: .*$/m,
        'requests: 5000 total, 611 started, 511 done, 511 succeeded, 4489 failed, 4489 errored, 0 timeout',
      )
      .replace(/^status codes: .*$/m, 'status codes: 511 2xx, 0 3xx, 0 4xx, 0 5xx');
    expect(read('h2load', text).point).toMatchObject({ requests: 511, errors: { ...NONE, connection: 4489 } });
    const warmed = text.replace(
      /^finished in \S+,/m,
      'Warm-up started for thread #0.\n with 6s of warm-up time and 4s of main duration for measurements\nfinished in 10.00s,',
    );
    expect(read('h2load', warmed).point.durationUs).toBe(4_000_000);
  });

  it('h2load has a mean and no percentiles, by the head of its table', () => {
    expect(golden('h2load.txt')).toMatchObject({
      step: { loop: 'closed', connections: 50, pipelining: null, durationSeconds: 4 },
      point: {
        toolWorkers: 1,
        requests: 322_411,
        requestsPerSecond: 80_602.75,
        bytesPerSecond: 1_486_141_228 / 4,
        latencyMs: { mean: 0.62, stddev: 0.37, max: 11.47, p50: null, p99: null, resolutionUs: 10 },
        errors: NONE,
      },
    });
    const newer = toolOutput('h2load.txt')
      .replace(/^ +min +max +mean +sd .*$/m, '            min  max  median  p95  p99  mean  sd  +/- sd')
      .replace(
        /^time for request:.*$/m,
        'time for request:  17us  11.47ms  600us  1.10ms  2.00ms  620us  370us  72.35%',
      );
    expect(read('h2load', newer).point.latencyMs).toMatchObject({ mean: 0.62, p50: 0.6, p95: 1.1, p99: 2, max: 11.47 });
  });

  it('bombardier has microseconds and what it asked', () => {
    expect(golden('bombardier.json')).toMatchObject({
      step: { loop: 'closed', connections: 50, pipelining: 1, durationSeconds: 4 },
      point: {
        requests: 417_197,
        requestsPerSecond: 417_197 / 4.000664729,
        requestsPerSecondMax: null,
        latencyMs: { p50: 0.457, p95: 0.91, p99: 1.268, max: 6.17, loop: 'closed' },
      },
      notes: [],
    });
    const held = changed('bombardier.json', (said: { spec?: object }) =>
      Object.assign(said.spec ?? {}, { rate: 1000 }),
    );
    expect(held).toMatchObject({
      step: { loop: 'open', requestsPerSecond: 1000 },
      point: { latencyMs: { loop: 'closed' } },
    });
    const orders = { method: 'POST', url: 'http://192.0.2.1:8080/orders?size=1000' };
    const posted = changed('bombardier.json', (said: { spec?: object }) => Object.assign(said.spec ?? {}, orders));
    const { requests } = runOfOutputs('a', 'b', [posted], IMPORTING).spec;
    expect(requests).toEqual([{ method: 'POST', path: '/orders?size=1000', weight: 1 }]);
  });

  it('fortio has seconds, exact to its buckets, and its sockets', () => {
    expect(golden('fortio.json')).toMatchObject({
      step: { loop: 'closed', connections: 50, pipelining: 1, durationSeconds: 4 },
      point: {
        requests: 405_764,
        connectionsEstablished: 50,
        latencyMs: { p90: 0.9402559465554093, resolutionUs: 1000, loop: 'closed' },
        errors: NONE,
      },
    });
    const asked = changed('fortio.json', (said) =>
      Object.assign(said, { RequestedQPS: '1000', RequestedDuration: '1m30s' }),
    );
    expect(asked.step).toMatchObject({ loop: 'open', requestsPerSecond: 1000, durationSeconds: 90 });
    const health = changed('fortio.json', (said) =>
      Object.assign(said, { RunType: 'GRPC Health', RetCodes: { SERVING: 405_764 } }),
    );
    expect(health.point).toMatchObject({ requests: 405_764, errors: NONE });
  });

  it('autocannon has figures of a second, whatever its samples last', () => {
    const of = (sampleInt: number) => changed('autocannon.json', (said) => Object.assign(said, { sampleInt })).point;
    const { requestsPerSecond, bytesPerSecond } = golden('autocannon.json').point;
    expect(of(250)).toMatchObject({
      requestsPerSecond: 4 * requestsPerSecond,
      bytesPerSecond: 4 * (bytesPerSecond ?? 0),
    });
    expect(of(250)).toMatchObject({ requestsPerSecondStddev: null, requestsPerSecondMax: null });
    expect(of(1000)).toEqual(golden('autocannon.json').point);
  });
});

describe('whatever the tool', () => {
  it.each(TOOL_OUTPUT_NAMES)('%s is told by what is in it, and becomes a Run', (name) => {
    expect(recognise(toolOutput(name))).toBe(TOOL_OUTPUTS[name]);
    const run = toolRun(name);
    expect(runSchema.parse(run)).toEqual(run);
    expect(run.best?.requestsPerSecond).toBe(run.steps[0]?.point?.requestsPerSecond);
  });

  it('what its output names of loopback was one machine, and what names nothing is not known', () => {
    const shared = TOOL_OUTPUT_NAMES.map((name) => [name, toolRun(name).steps[0]?.evidence?.sharedMachine]);
    expect(Object.fromEntries(shared)).toMatchObject({
      'wrk.txt': true,
      'fortio.json': true,
      'oha.json': null,
      'k6.json': null,
    });
  });

  it('several outputs of one tool are steps of one run, and say once what is true of all', () => {
    let made = 0;
    const importing = { newId: () => String(++made), importedAtUs: 1, importedByName: null, fileName: null };
    const run = runOfOutputs('both', 'here', [golden('wrk.txt'), golden('wrk-done.txt')], importing);
    expect(run.steps.map(({ index, spec }) => [index, spec.connections])).toEqual([
      [0, 50],
      [1, 10],
    ]);
    expect(run.spec).toMatchObject({ requests: [], load: { tool: 'wrk', toolWorkers: null } });
    expect(run.findings).toMatchObject([{ stepIndex: null }, { stepIndex: null }]);
  });

  it.each(TOOL_OUTPUT_NAMES)('%s is refused in words wherever it is cut off before its figures', (name) => {
    const text = toolOutput(name);
    for (const share of [0, 0.1, 0.3, 0.5, 0.7]) {
      const cut = text.slice(0, Math.floor(text.length * share));
      expect(() => read(TOOL_OUTPUTS[name], cut), `${share} of ${name}`).toThrow(Unreadable);
    }
  });

  it.each(TOOL_OUTPUT_NAMES)('%s with a figure that is none is refused, and never read as another', (name) => {
    const text = toolOutput(name);
    if (!text.startsWith('{')) return;
    for (const wrong of ['-1', '"many"', 'null', '1e999', '{}']) {
      const broken = text.replace(
        /("(?:duration|total|count|ActualDuration|timeTakenSeconds|requests)"\s*:\s*)[\d.]+/g,
        `$1${wrong}`,
      );
      expect(broken).not.toBe(text);
      expect(() => read(TOOL_OUTPUTS[name], broken), wrong).toThrow(Unreadable);
    }
  });

  it('garbage is refused with a sentence or read as a whole Run, never anything else', () => {
    let seed = 42;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const glyphs = [
      '{',
      '}',
      '"',
      '[',
      ']',
      ':',
      ',',
      '-',
      '9'.repeat(30),
      '0',
      '\n',
      ' ',
      'e',
      '\\u0000',
      'null',
      'é',
    ];
    let refused = 0;
    for (let round = 0; round < 1500; round++) {
      const name = TOOL_OUTPUT_NAMES[round % TOOL_OUTPUT_NAMES.length] ?? 'wrk.txt';
      let text = toolOutput(name);
      for (let change = 0; change <= random(4); change++) {
        const at = random(text.length);
        text = text.slice(0, at) + glyphs[random(glyphs.length)] + text.slice(at + random(12));
      }
      try {
        const reading = read(TOOL_OUTPUTS[name], text);
        const importing = {
          newId: () => '01890000-0000-7000-9000-000000000001',
          importedAtUs: 1,
          importedByName: null,
          fileName: null,
        };
        runSchema.parse(runOfOutputs('x', 'x', [reading], importing));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw new Error(`${name}: ${error}\n${text}`);
        expect(error.message).toMatch(/^\S.{5,200}[^.]$/);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(300);
  });
});

describe('JSON', () => {
  it('that is nested too deep is refused before it is parsed', () => {
    expect(() => readJson('['.repeat(1e6) + ']'.repeat(1e6))).toThrow('nested deeper');
    expect(readJson(`{"a":"${'['.repeat(200)}\\"${'{'.repeat(200)}"}`)).toBeTruthy();
  });

  it('that a database cannot keep is refused', () => {
    expect(() => readJson('{"a":"\\u0000"}')).toThrow('NUL');
    expect(() => readJson('{"a":"\\ud800"}')).toThrow('half of one character');
    expect(readJson('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' });
  });

  it.each(['', 'NaN', '{"a":NaN}', '{', '{"a":1}}', 'Infinity'])('%s is none', (text) => {
    expect(() => readJson(text)).toThrow('it is not JSON, or it is truncated');
  });
});
