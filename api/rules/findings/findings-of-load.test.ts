import { describe, expect, it } from 'vitest';
import type { NetworkCounters, SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { Finding } from '../../contract/verdict.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { cpu, NO_COUNTERS, type SaidStep, saidRun, side } from '../../testing/sample-verdict.ts';
import { withVerdict } from '../verdict/with-verdict.ts';
import { whyInvalid } from './findings-of-load.ts';

const IDLE: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ busy: 10 }) };
const findingsOf = (...steps: Partial<SaidStep>[]): Finding[] =>
  withVerdict(saidRun(steps.map((step) => ({ requestsPerSecond: 1000, server: IDLE, clients: [IDLE], ...step }))))
    .findings;
const one = (step: Partial<SaidStep>): Finding | undefined => findingsOf(step)[0];

const NONE = { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 };
const failing = (requests: number, errors: Partial<typeof NONE>) => ({
  point: { requests, errors: { ...NONE, ...errors } },
});

describe('connects that failed', () => {
  const point = { requests: 10_000, errors: NONE, connectsFailed: 200 };

  it('are no failed requests, and a note where all connections opened', () => {
    expect(findingsOf({ point })).toEqual([
      expect.objectContaining({
        code: 'connects-failed',
        severity: 'note',
        sentence:
          'Step 1: 200 connects failed; no request had gone out by them. Check refused connections, the open-file limit and net.core.somaxconn.',
      }),
    ]);
  });

  it('are told beside the connections that were missing', () => {
    const missing = one({ point: { ...point, connectionsAsked: 100, connectionsEstablished: 50 } });
    expect(missing).toMatchObject({ code: 'connections-missing', severity: 'suspect' });
    const { spec } = saidRun([]);
    const wrk = { ...spec, load: { ...spec.load, tool: 'wrk' } } as typeof spec;
    const given = withVerdict(saidRun([{ requestsPerSecond: 1000, point }], { spec: wrk })).findings;
    expect(given.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringContaining('200 connects failed, and wrk does not try them again: the load may have been lower'),
    );
    expect(missing?.sentence).toContain('so the load was lower than asked; 200 connects failed.');
  });
});

describe('a rate', () => {
  const late = {
    rate: 1000,
    seconds: 10,
    requestsPerSecond: 500,
    latencyMs: { p50: 2 },
    point: { requests: 9_999, unsent: 0, durationUs: 20e6, errors: { ...NONE, timeout: 1 } },
  };

  it('of which all was sent and one answer came late has no growing queue', () => {
    const run = withVerdict(saidRun([{ server: IDLE, clients: [IDLE], ...late }]));
    expect(run.findings[0]?.sentence).toContain(
      '500 of 1,000 req/s achieved (50 %, met from 95 %), though all requests were sent and no queue grew: the others were answered later, or not at all.',
    );
    expect(run.steps[0]?.verdict).toMatchObject({
      wall: 'offered-load',
      sentence: 'Limited by the offered rate: all of 1,000 req/s were sent; some answers came late.',
    });
  });

  it('whose answers take long is met late, while as many come as are sent', () => {
    const slow = { rate: 100, seconds: 5, latencyMs: { p50: 600 } };
    const of = (requestsBySecond: number[]) =>
      one({
        ...slow,
        requestsPerSecond: requestsBySecond.reduce((sum, count) => sum + count) / 5,
        point: { requests: 440, unsent: 0, durationUs: 5e6, errors: NONE },
        evidence: { requestsBySecond, requestsBySecondSource: 'tool' },
      })?.sentence;
    expect(of([40, 100, 100, 100, 100])).toContain('though all requests were sent and no queue grew');
    expect(of([90, 85, 80, 70, 60])).toContain('Latencies include a growing queue.');
    // Too few seconds to tell whether one grew.
    expect(of([40, 100])).toContain('all requests were sent: too short to tell whether a queue grew. Measure longer.');
  });

  it.each([
    ['half of the requests waited', { latencyMs: { p50: 5000 } }],
    ['some were not sent', { point: { ...late.point, unsent: 500 } }],
    ['what was sent is not known', { point: { ...late.point, unsent: null } }],
  ])('has one where %s', (_what, over) => {
    expect(one({ ...late, ...over })?.sentence).toContain('Latencies include a growing queue. Lower the rate.');
  });

  it('that was exceeded by more than chance is suspect', () => {
    const over = (requestsPerSecond: number, requests: number) =>
      one({ rate: 1000, requestsPerSecond, point: { requests, errors: NONE } });
    expect(over(1900, 19_000)).toMatchObject({ code: 'offered-rate-not-met', severity: 'suspect' });
    expect(over(1900, 19_000)?.sentence).toContain('1,900 of 1,000 req/s achieved (190 %, at most 105 %)');
    expect(over(1053, 10_000_000)?.sentence).toContain('(105.3 %, at most 105 %)');
    const { verdict } = withVerdict(saidRun([{ rate: 1000, requestsPerSecond: 1900, server: IDLE, clients: [IDLE] }]));
    expect(verdict?.wall).toBe('unknown');
    expect(over(1060, 20)).toBeUndefined();
    expect(over(1040, 100_000)).toBeUndefined();
  });
});

describe('requests that failed', () => {
  it('are nothing to say up to a thousandth, make a point suspect above, and invalid above a hundredth', () => {
    expect(one(failing(10_000, { non2xx: 10 }))).toBeUndefined();
    expect(one(failing(9_990, { timeout: 10 }))).toBeUndefined();
    expect(one(failing(10_000, { non2xx: 11 }))).toMatchObject({ code: 'errors', severity: 'suspect', stepIndex: 0 });
    expect(one(failing(10_000, { non2xx: 100 }))).toMatchObject({ severity: 'suspect' });
    expect(one(failing(10_000, { non2xx: 101 }))).toMatchObject({ severity: 'invalid' });
  });

  it('are told by kind, with what is to be done', () => {
    expect(one(failing(1_500, { timeout: 400, reset: 100 }))?.sentence).toBe(
      'Step 1: 500 of 2,000 requests failed (25 %; timeout: 400, reset: 100): invalid above 1 %, as the figures leave out what got no answer. Check that the target answers with 2xx, or lower the load.',
    );
    expect(one(failing(10_000, { non2xx: 11 }))?.sentence).toContain(
      'Step 1: 11 of 10,000 requests failed (0.11 %; not 2xx: 11): suspect above 0.1 %, as the figures mix answers and failures. Check that the target answers with 2xx, or lower the load.',
    );
    expect(one(failing(500, { non2xx: 500 }))?.sentence).toContain('(none succeeded; not 2xx: 500)');
  });

  it('are held against the seconds that were asked where nobody says how many requests there were', () => {
    const unsaid = { requests: null, durationUs: null, errors: { ...NONE, non2xx: 500 } };
    expect(one({ seconds: 10, point: unsaid })).toMatchObject({ code: 'errors', severity: 'invalid' });
  });

  it('are all of them where nothing was answered and nothing counted', () => {
    const [finding] = findingsOf({ requestsPerSecond: 0, point: { requests: 0, errors: NONE } });
    expect(finding).toMatchObject({ code: 'errors', severity: 'invalid' });
    expect(finding?.sentence).toContain(
      'Step 1: no request was answered: there is nothing to judge. Check that the target answers with 2xx, or lower the load.',
    );
  });

  it('leave the point without a wall', () => {
    const [step] = withVerdict(saidRun([{ requestsPerSecond: 9, ...failing(100, { reset: 50 }) }])).steps;
    expect(step?.verdict).toMatchObject({ validity: 'invalid', wall: null, confidence: 'cannot-tell' });
    expect(step?.verdict?.sentence).toBe('Invalid: 33 % of the requests failed.');
    expect(step?.verdict?.because).toMatch(/^50 of 150 requests failed/);
  });
});

it.each<[string, Partial<SaidStep>]>([
  ['sound', {}],
  ['of too few connections, which is suspect', { connections: 1000, point: { connectionsEstablished: 9 } }],
  ['with one failure in a thousand', failing(9_990, { timeout: 10 })],
  ['with one failure in fifty', failing(9_800, { timeout: 200 })],
  ['with nothing but failures', failing(0, { reset: 50 })],
  ['empty', { requestsPerSecond: 0, point: { requests: 0, errors: NONE } }],
  ['of more in flight than can be', { requestsPerSecond: 4.9e6, connections: 10, latencyMs: { mean: 1 } }],
])('a point that is %s is invalid by itself just when its verdict says so', (_what, said) => {
  const [step] = withVerdict(saidRun([{ requestsPerSecond: 1000, server: IDLE, clients: [IDLE], ...said }])).steps;
  if (!step?.point || !step.verdict) throw new Error('it was measured');
  const why = whyInvalid({ spec: step.spec, point: step.point });
  expect(why !== null).toBe(step.verdict.validity === 'invalid');
  if (why) expect(step.verdict.because).toContain(why.slice(1));
});

describe('the load', () => {
  it('is suspect with fewer than 98 % of the connections', () => {
    const with_ = (established: number | null) =>
      one({ connections: 1000, point: { connectionsEstablished: established } });
    expect(with_(980)).toBeUndefined();
    expect(with_(null)).toBeUndefined();
    expect(with_(979)).toMatchObject({ code: 'connections-missing', severity: 'suspect' });
    expect(with_(979)?.sentence).toContain(
      'Step 1: 979 of 1,000 connections opened (97.9 %, enough from 98 %), so the load was lower than asked. Check refused connections, the open-file limit and net.core.somaxconn.',
    );
  });

  it('is suspect with under 95 % of the rate, and says what was never sent', () => {
    const at = (requestsPerSecond: number, unsent = 43_828) =>
      one({ rate: 50_000, requestsPerSecond, point: { unsent } });
    expect(at(47_500, 0)).toBeUndefined();
    expect(at(41_234.4)?.sentence).toContain(
      'Step 1: 41,234 of 50,000 req/s achieved (82 %, met from 95 %); 43,828 requests were due and never sent. Latencies include a growing queue. Lower the rate.',
    );
  });

  it('is suspect with more workers than the tool may use CPUs', () => {
    const on = (workers: number, cpusAllowed: number) => one({ workers, clients: [{ ...IDLE, cpusAllowed }] });
    expect(on(4, 4)).toBeUndefined();
    expect(on(5, 4)).toMatchObject({ code: 'oversubscribed-client', severity: 'suspect' });
    expect(on(5, 4)?.sentence).toContain(
      'Step 1: 5 tool workers on c1 shared 4 CPUs: switching may cost throughput and add latency. Ask for 4 workers or fewer.',
    );
  });

  it('is suspect where its clients drove it together for under nine tenths of the time', () => {
    const together = (commonWindowUs: number) => one({ point: { commonWindowUs, durationUs: 10_000_000 } });
    expect(together(9_000_000)).toBeUndefined();
    expect(together(7_260_000)?.sentence).toContain(
      'Step 1: the clients drove load together for 7.3 of 10.0 s, and throughput is the sum of what each gave on average over its own time',
    );
    const { spec } = sampleRun({ id: 'a', load: { tool: 'volley' } });
    const said = { requestsPerSecond: 1000, point: { commonWindowUs: 7_260_000, durationUs: 10_000_000 } };
    expect(withVerdict(saidRun([said], { spec })).findings.map(({ sentence }) => sentence)).toContainEqual(
      'Step 1: the clients drove load together for 7.3 of 10.0 s, and throughput counts that time alone. Measure longer, or check why they did not overlap.',
    );
  });

  it('is suspect where a tool had far fewer workers than with fewer connections', () => {
    const ran = (connections: number, toolWorkers: number) => ({
      connections,
      point: { toolWorkers },
      clients: [{ cpus: 64 }],
    });
    const uneven = (...steps: Partial<SaidStep>[]) =>
      findingsOf(...steps).filter(({ code }) => code === 'uneven-tool-workers');
    expect(uneven(ran(1, 1), ran(28, 28), ran(100, 25))).toEqual([]);
    // As a document may say.
    expect(uneven(ran(0, 0), ran(0, 0))).toEqual([]);
    expect(uneven(ran(28, 28), ran(97, 1))).toMatchObject([{ severity: 'suspect', stepIndex: 1 }]);
    expect(uneven(ran(28, 28), ran(97, 1))[0]?.sentence).toContain(
      'Step 2: 1 tool worker drove 97 connections; fewer connections had 28: the tool may be the limit. Ask for a number that divides, such as 84.',
    );
  });
});

it('segments that a host sent again are no doubt about load that did not leave it', () => {
  const counters = { ...NO_COUNTERS, segmentsSent: 51_893, segmentsRetransmitted: 113 };
  const run = saidRun([{ requestsPerSecond: 1000, server: { ...IDLE, counters }, clients: [IDLE] }]);
  const [host] = sampleRun({ id: 'said' }).hosts;
  if (!host) throw new Error('a sample without a host');
  const spec = {
    ...run.spec,
    server: { hostId: host.hostId, address: null },
    clients: [{ hostId: host.hostId, processes: null }],
  };
  const found = (hosts: Run['hosts'], of = spec) =>
    withVerdict({ ...run, hosts, spec: of as Run['spec'] }).findings.find(({ code }) => code === 'retransmits');
  const alone = found([host]);
  expect(alone).toMatchObject({ severity: 'note' });
  expect(alone?.sentence).toContain(
    'Step 1: s1 retransmitted 113 of 51,893 TCP segments (0.22 %, more than 0.1 %). This counts all TCP of the host; the load stayed on it, so whose segments these were is unknown.',
  );
  expect(alone?.sentence).not.toMatch(/lost|NIC/);
  const apart = found([host, { ...host, hostId: 'other', roles: ['client'] }]);
  expect(apart).toMatchObject({ severity: 'suspect' });
  expect(apart?.sentence).toContain(
    'Step 1: s1 retransmitted 113 of 51,893 TCP segments (0.22 %, more than 0.1 %), counting all TCP of the host: packets were lost or late, and a lost one can hold its connection up for 200 ms. Check NICs, switches and qdiscs for drops.',
  );
});

describe('a host', () => {
  const counted = (counters: Partial<NetworkCounters>, over: Partial<SaidStep> = {}) =>
    one({ seconds: 10, server: { ...IDLE, counters: { ...NO_COUNTERS, ...counters } }, ...over });

  it.each<[string, Partial<NetworkCounters>, Partial<NetworkCounters>, Partial<Finding>]>([
    [
      'segments sent again',
      { segmentsSent: 100_000, segmentsRetransmitted: 100 },
      { segmentsSent: 100_000, segmentsRetransmitted: 101 },
      { code: 'retransmits', severity: 'suspect' },
    ],
    [
      'a listen queue',
      { listenOverflows: 0 },
      { listenOverflows: 1 },
      { code: 'listen-overflow', severity: 'suspect' },
    ],
    ['softnet drops', { softnetDropped: 0 }, { softnetDropped: 1 }, { code: 'softnet-drop', severity: 'suspect' }],
    [
      'softirq cut short',
      { softnetTimeSqueezed: 0 },
      { softnetTimeSqueezed: 101 },
      { code: 'softnet-drop', severity: 'suspect' },
    ],
    ['a CPU limit', { cgroupThrottledUs: 0 }, { cgroupThrottledUs: 1 }, { code: 'throttled', severity: 'suspect' }],
    ['traffic control', { qdiscOverlimits: 0 }, { qdiscOverlimits: 3 }, { code: 'throttled', severity: 'suspect' }],
    [
      'a cloud’s limit',
      { allowanceExceeded: [{ name: 'pps_allowance_exceeded', count: 0 }] },
      { allowanceExceeded: [{ name: 'pps_allowance_exceeded', count: 2 }] },
      { code: 'throttled', severity: 'suspect' },
    ],
  ])('is suspect for %s, and not below', (_, below, above, expected) => {
    expect(counted(below)).toBeUndefined();
    expect(counted(above)).toMatchObject({ ...expected, stepIndex: 0 });
  });

  it('whose softirq is cut short now and then is noted only', () => {
    expect(counted({ softnetTimeSqueezed: 100 })).toMatchObject({ code: 'softnet-drop', severity: 'note' });
  });

  it('is suspect when the hypervisor takes more than 2 % of it', () => {
    const stolen = (steal: number) => one({ clients: [{ cpus: 8, cpu: cpu({ busy: 10, steal }) }] });
    expect(stolen(2)).toBeUndefined();
    expect(stolen(3)?.sentence).toContain('the hypervisor took 3 % of its CPU time');
  });

  it('is suspect when others used more than a twentieth of its CPUs', () => {
    const others = (otherCpus: number) => one({ server: { ...IDLE, otherCpus } });
    expect(others(0.4)).toBeUndefined();
    expect(others(0.6)).toMatchObject({ code: 'competing-load', severity: 'suspect' });
    expect(others(0.6)?.sentence).toBe(
      'Step 1: other processes on s1 used 0.60 of its 8 CPUs (8 %, more than 5 %). Target or load generator may have lacked CPU. Find them in the run’s snapshots, stop them and rerun.',
    );
  });

  it('is suspect when others used those of the host of the services', () => {
    const backendHost = (otherCpus: number): SideEvidence => ({
      ...side('server', { cpus: 8, otherCpus }),
      side: 'backend',
      name: 'db',
    });
    const others = (otherCpus: number) => one({ server: IDLE, evidence: { backendHost: backendHost(otherCpus) } });
    expect(others(0.4)).toBeUndefined();
    expect(others(0.6)?.sentence).toContain(
      'Step 1: other processes on db used 0.60 of its 8 CPUs (8 %, more than 5 %). The target’s services may have lacked CPU. Find them in the run’s snapshots, stop them and rerun.',
    );
  });

  it('of both sides is told of once', () => {
    const both = { ...IDLE, hostId: '01890000-0000-7000-8000-00000000aaaa', otherCpus: 2 };
    expect(findingsOf({ server: both, clients: [both] })).toHaveLength(1);
  });
});

describe('samples that are missing', () => {
  it('are a note up to a tenth of the step', () => {
    const hole = (sampleGapSeconds: number) => one({ seconds: 10, point: { sampleGapSeconds } });
    expect(hole(0)).toBeUndefined();
    expect(hole(1)).toMatchObject({ code: 'samples-missing', severity: 'note' });
    expect(hole(1.1)).toMatchObject({ code: 'samples-missing', severity: 'suspect' });
  });
});

describe('notes', () => {
  it('are said once for all steps, and leave validity alone', () => {
    const run = withVerdict(
      saidRun([
        { requestsPerSecond: 1, seconds: 2, latencyMs: { p50: 1 } },
        { requestsPerSecond: 2, seconds: 5, latencyMs: { p50: 1 } },
        { requestsPerSecond: 3, seconds: 3, latencyMs: { p50: 1, loop: 'synthetic' } },
      ]),
    );
    expect(run.findings.map(({ code, severity, stepIndex }) => [code, severity, stepIndex])).toEqual([
      ['client-unobserved', 'note', null],
      ['server-unobserved', 'note', null],
      ['closed-loop-latency', 'note', null],
      ['synthetic-latency', 'note', 2],
      ['too-short', 'note', null],
    ]);
    expect(run.steps.map(({ verdict }) => verdict?.validity)).toEqual(['valid', 'valid', 'valid']);
    expect(run.findings.at(-1)?.sentence).toBe(
      'Steps 1 and 3: under 5 s is too short for a steady figure. Measure longer.',
    );
  });

  it('too-short goes by what was measured, to a tenth', () => {
    const lasted = (seconds: number) => one({ seconds: 5, point: { durationUs: seconds * 1e6 } })?.code;
    expect([5.1, 4.96, 4.9].map(lasted)).toEqual([undefined, undefined, 'too-short']);
    expect(findingsOf(...[1, 2, 4, 5, 1].map((seconds) => ({ seconds })))[0]?.sentence).toMatch(
      /^Steps 1 to 3 and 5: /,
    );
  });

  it('say nothing of a latency that nobody has', () => {
    expect(findingsOf({}, { rate: 1000, latencyMs: { p99: 1 } })).toEqual([]);
  });

  it('say of profiled steps, and of ranges, that they are that', () => {
    const nothing = { p50: null, p90: null, p95: null, p97_5: null, p99: null, p99_9: null, p99_99: null };
    const ranged = { point: { latencyRangeMs: { ...nothing, p99: { low: 3, high: 9 } } } };
    expect(findingsOf({}, { profiles: ['cpu'] }, ranged, ranged)).toMatchObject([
      { code: 'latency-range', sentence: expect.stringMatching(/^Steps 3 and 4: several clients and no histogram/) },
      { code: 'profiled', stepIndex: 1, sentence: expect.stringMatching(/^Step 2 was profiled, /) },
    ]);
  });
});

describe('findings that a run has already', () => {
  const drift: Finding = {
    code: 'tuning-drift',
    severity: 'suspect',
    hostId: null,
    stepIndex: null,
    sentence: 'It moved.',
  };

  it('of tuning are kept and count, and those of its own are made anew', () => {
    const run = withVerdict(saidRun([{ requestsPerSecond: 1, server: IDLE, clients: [IDLE] }], { findings: [drift] }));
    expect(run.findings).toEqual([drift]);
    expect(run.verdict).toMatchObject({ validity: 'suspect' });
    expect(run.verdict?.because).toContain('Suspect: a setting did not stay.');
    expect(withVerdict(withVerdict(run))).toEqual(run);
  });

  it('of another step do not count', () => {
    const findings = [{ ...drift, stepIndex: 1 }];
    const said = { requestsPerSecond: 1, server: IDLE, clients: [IDLE] };
    const run = withVerdict(saidRun([said, said], { findings }));
    expect(run.steps.map(({ verdict }) => verdict?.validity)).toEqual(['valid', 'suspect']);
  });

  it('are all there is where nothing was measured', () => {
    const run = saidRun([{ requestsPerSecond: 1 }], { findings: [drift] });
    const bare = withVerdict({ ...run, steps: run.steps.map((step) => ({ ...step, point: null })) });
    expect(bare).toMatchObject({ findings: [drift], verdict: null, steps: [{ verdict: null }] });
  });
});

it('a run of 200 steps is judged within a second', () => {
  const steps = Array.from({ length: 200 }, (_, i) => ({
    connections: i + 1,
    pipelining: 1,
    requestsPerSecond: 1000 * i,
    latencyMs: { mean: 1 },
    server: IDLE,
    clients: [IDLE, IDLE],
    evidence: { requestsBySecond: Array.from({ length: 30 }, (_, second) => 1000 * i + (second % 7)) },
  }));
  const run = saidRun(steps);
  // CPU time, as other tests run beside this one. It takes about a tenth of that.
  const took = Array.from({ length: 3 }, () => {
    const begun = process.cpuUsage();
    withVerdict(run);
    return process.cpuUsage(begun).user / 1e6;
  });
  expect(Math.min(...took)).toBeLessThan(1);
});
