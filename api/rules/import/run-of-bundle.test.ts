import { describe, expect, it } from 'vitest';
import type { Bundle, BundlePoint, BundleRun } from '../../contract/bundle.ts';
import { bundle } from '../../contract/bundle.ts';
import { run as runSchema } from '../../contract/run.ts';
import { JOURNAL_ENTRIES, journalBundle, journalRun, journalRuns } from '../../testing/journal.ts';
import { bundleFaults } from './bundle-faults.ts';
import { runsOfBundle } from './run-of-bundle.ts';

let made = 0;
const newId = () => `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}`;
const importing = { newId, importedAtUs: 7, importedByName: 'Ada', fileName: 'x.json' };

const bundleOf = (run: Partial<BundleRun>, point: Partial<BundlePoint> = {}): Bundle =>
  bundle.parse({
    bundleVersion: 1,
    source: { title: 'a test' },
    runs: [{ name: 'one', points: [{ requestsPerSecond: 1000, ...point }], ...run }],
  });
function imported(run: Partial<BundleRun>, point: Partial<BundlePoint> = {}) {
  const [first] = runsOfBundle(bundleOf(run, point), importing);
  if (!first?.steps[0]?.point || !first.steps[0].evidence) throw new Error('nothing was read');
  return { run: first, step: first.steps[0], point: first.steps[0].point, evidence: first.steps[0].evidence };
}

describe('clients of which only some were measured', () => {
  it('stand there all, so that nothing is said of them together', () => {
    const hardware = { clients: [{ cpus: 4 }, { cpus: 4 }] };
    const { point, evidence } = imported({ hardware }, { clients: [{ processCpuPercent: 100 }] });
    expect(evidence.clients).toMatchObject([{ processCpus: 1 }, { processCpus: null, cpu: null }]);
    expect([point.clientCpus, point.clientCpuUsPerRequest]).toEqual([null, null]);
    expect(imported({ hardware }).evidence.clients).toEqual([]);
  });
});

describe('the reference set', () => {
  it.each(JOURNAL_ENTRIES)('of entry %s is without faults, and each run is a Run', (entry) => {
    expect(bundleFaults(journalBundle(entry))).toEqual([]);
    for (const run of journalRuns(entry)) expect(runSchema.parse(run)).toEqual(run);
  });

  it('has every point of the journal, and its figures as they stand there', () => {
    const points = JOURNAL_ENTRIES.map((entry) => journalRuns(entry).map((run) => run.steps.length));
    expect(points).toEqual([
      [1, 1, 1],
      [2, 3, 6, 1],
      [3, 3, 3, 2, 2, 2, 2, 7],
      [6, 6],
    ]);
    const noWorkers = journalRun('04', 'no workers').steps[1];
    expect(noWorkers).toMatchObject({
      spec: { loop: 'closed', connections: 2000, pipelining: 100, durationSeconds: 30 },
      point: {
        requestsPerSecond: 4_913_152,
        latencyMs: { p50: 1225, mean: null, p99: null, loop: 'closed', resolutionUs: 1000 },
        inFlightMax: 200_000,
        toolWorkers: 1,
        requests: null,
        errors: null,
        rounded: false,
      },
      evidence: { server: null, clients: [], sharedMachine: null },
    });
    expect(journalRun('04', 'no workers').steps[0]?.point?.rounded).toBe(true);
  });

  it('has what was used as shares, CPUs and bits', () => {
    const ramp = journalRun('04', '30 workers, ramp').steps[1];
    expect(ramp?.evidence?.clients).toMatchObject([
      {
        cpus: 32,
        cpusAllowed: 32,
        processCpus: 28.23,
        cpu: { user: 0.6757, system: 0.0863, softirq: null, idle: 0.165, busy: null },
        nics: [{ name: 'ens5', rxBitsPerSecond: 233 * 8e6, txBitsPerSecond: null, ceilingBitsPerSecond: 12.5e9 }],
      },
    ]);
    expect(ramp?.point?.clientCpuUsPerRequest).toBeCloseTo(28.23e6 / 2_073_538, 9);
    const read = journalRun('08', 'baseline').steps[1];
    expect(read?.evidence?.server?.cpu).toMatchObject({ user: 0.2, system: 0.25, softirq: null, idle: 0.15 });
    expect(read?.evidence?.server?.nics[0]?.txBitsPerSecond).toBe(3491 * 1024 * 1024 * 8);
    expect(read?.point).toMatchObject({ bytesPerSecond: 3491 * 1024 * 1024, latencyMs: { p50: 0, p95: 1, p99: 1 } });
    expect(read?.evidence?.clients).toEqual([]);
  });

  it('says one figure of the server for every /simple point of entry 06b, and what it leaves where CPUs were kept free', () => {
    for (const step of journalRun('06b', '/simple baseline').steps) {
      expect(step.evidence?.server?.cpu).toMatchObject({ busy: 0.26, idle: null });
    }
    // 33.28 CPUs of 128 were busy; up to 16 of them may be the 16 beside the server.
    const pinned = journalRun('06b', '/simple IRQ only').steps[0]?.evidence?.server;
    expect(pinned).toMatchObject({ cpus: 128, cpusAllowed: 112 });
    expect(pinned?.cpu?.busy).toBeCloseTo(17.28 / 112, 9);
    expect(pinned?.cpu?.idle).toBeCloseTo(1 - 33.28 / 112, 9);
  });

  it('has the rates of vegeta as an open loop', () => {
    const [met, , missed] = journalRun('06b', '/simple vegeta, 8 processes').steps;
    expect(met).toMatchObject({
      spec: { loop: 'open', requestsPerSecond: 100_000, arrivals: null, connections: null },
      point: { offeredPerSecond: 100_000, latencyMs: { loop: 'open', p50: 0.17 }, errors: { non2xx: 0, timeout: 0 } },
    });
    expect(missed?.point).toMatchObject({ offeredPerSecond: 500_000, requestsPerSecond: 409_269 });
  });

  it('takes hosts that are described alike for the same ones, and others not', () => {
    const [baseline, pinned] = journalRuns('08');
    expect(baseline?.hosts.map(({ hostId }) => hostId)).toEqual(pinned?.hosts.map(({ hostId }) => hostId));
    expect(new Set(baseline?.hosts.map(({ hostId }) => hostId)).size).toBe(2);
  });

  it('keeps what its source says against itself as notes', () => {
    const notes = journalRun('08', 'IRQs pinned').findings;
    expect(notes.every(({ code, severity }) => code === 'source-note' && severity === 'note')).toBe(true);
    expect(notes.map(({ sentence }) => sentence).join(' ')).toContain('halved the workers (32 to 16)');
  });
});

describe('a bundle', () => {
  it('that says nothing is null everywhere, and nothing is filled in', () => {
    const { run, point, evidence } = imported({});
    expect(run.spec).toMatchObject({
      target: { framework: null, workers: null },
      requests: [],
      tuning: { targetCpus: null, described: null },
      load: { tool: null, toolWorkers: null, steps: [{ loop: 'closed', connections: null, pipelining: null }] },
    });
    expect(run.hosts).toEqual([]);
    expect(evidence).toMatchObject({ server: null, clients: [], sharedMachine: null });
    const { requestsPerSecond: _, latencyMs, rounded, ...rest } = point;
    expect(rounded).toBe(false);
    expect(Object.values(rest).filter((value) => value !== null)).toEqual([]);
    expect(Object.values(latencyMs).filter((value) => typeof value === 'number')).toEqual([1000]);
  });

  it('tells tuning that is not known from none', () => {
    const described = (tuning?: BundleRun['tuning']) => {
      const { spec } = imported(tuning ? { tuning } : {}).run;
      return 'described' in spec.tuning ? spec.tuning.described : 'not imported';
    };
    expect(described()).toBeNull();
    expect(described({})).toEqual([]);
    expect(described({ settings: { irqbalance: 'off' } })).toEqual([{ setting: 'irqbalance', value: 'off' }]);
  });

  it.each([
    [{ latencyMs: { p50: '<1', p99: 3 } }, {}, 0, 1000],
    [{ latencyMs: { p50: 4, p99: 9 } }, { tool: 'autocannon' }, 4, 1000],
    [{ latencyMs: { p50: 4, p99: 9 } }, {}, 4, 1000],
    [{ latencyMs: { p50: 0.17, p99: 11.4 } }, {}, 0.17, 10],
    [{ latencyMs: { p50: 0.123_456 } }, {}, 0.123_456, 1],
    [{ latencyMs: { p50: 0.5 } }, { latencyResolutionMs: 0.5 }, 0.5, 500],
    [{ latencyMs: { p50: '<0.5', p99: 3.25 } }, {}, 0, 500],
  ] as [Partial<BundlePoint>, BundleRun['load'], number, number][])(
    'reads latencies as they are written: %o',
    (point, load, p50, resolutionUs) => {
      expect(imported({ load }, point).point.latencyMs).toMatchObject({ p50, resolutionUs });
    },
  );

  it.each([
    [{}, {}, 'closed'],
    [{}, { tool: 'wrk' }, 'synthetic'],
    [{ requestsPerSecondAsked: 5 }, { tool: 'wrk2' }, 'open'],
    [{}, { tool: 'mine', latency: 'open' }, 'open'],
  ] as [Partial<BundlePoint>, BundleRun['load'], string][])('labels the latency of %o, %o', (point, load, loop) => {
    expect(imported({ load }, point).point.latencyMs.loop).toBe(loop);
  });

  it('turns a share of failures into a number only where that follows, and says how', () => {
    const point = { successPercent: 90 };
    expect(imported({}, point).point.errors).toBeNull();
    const known = imported({ load: { durationSeconds: 10 } }, point);
    expect(known.point.errors).toMatchObject({ non2xx: 1000, timeout: 0 });
    expect(known.run.findings.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('90 %')]);
    expect(imported({}, { errors: { timeout: 3 } }).point.errors).toMatchObject({ timeout: 3, reset: 0 });
  });

  it('leaves the CPU time per request open where one of the clients has none', () => {
    const both = (second: number | undefined) =>
      imported(
        {},
        { clients: [{ processCpuPercent: 100 }, second === undefined ? {} : { processCpuPercent: second }] },
      );
    expect(both(300).point).toMatchObject({ clientCpus: 4, clientCpuUsPerRequest: 4000 });
    expect(both(undefined).point).toMatchObject({ clientCpus: null, clientCpuUsPerRequest: null });
    expect(both(300).run.hosts.map(({ name }) => name)).toEqual(['client 1', 'client 2']);
  });

  it.each([
    ['two runs of a name', { name: 'one' }, {}, "'one' names two runs"],
    ['CPU parts above all of it', {}, { server: { cpu: { userPercent: 80, idlePercent: 40 } } }, 'add up to 120 %'],
    ['a rate in two units', {}, { readMegabytesPerSecond: 1, readMebibytesPerSecond: 1 }, 'several units'],
    ['bytes without a time', {}, { bytesRead: 5 }, 'measuredSeconds'],
    ['pipelining in an open loop', {}, { requestsPerSecondAsked: 5, pipelining: 2 }, 'closed loop'],
    ['more clients than there are', { hardware: { clients: [{}] } }, { clients: [{}, {}] }, 'describes 1'],
    ['CPUs that there are not', { hardware: { server: { cpus: 4 } }, tuning: { targetCpus: '0-7' } }, {}, 'CPU 7'],
  ] as [string, Partial<BundleRun>, Partial<BundlePoint>, string][])('with %s is at fault', (_, run, point, words) => {
    const whole = bundleOf(run, point);
    const twice = { ...whole, runs: run.name ? [...whole.runs, ...whole.runs] : whole.runs };
    expect(bundleFaults(twice).map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
  });

  it('that compares a run it does not have is at fault', () => {
    const comparison = { baseline: 'one', others: ['two'] };
    expect(bundleFaults({ ...bundleOf({}), comparison })).toEqual([
      { path: 'comparison', message: "no run is named 'two'" },
    ]);
  });
});
