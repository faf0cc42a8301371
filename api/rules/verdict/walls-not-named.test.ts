import { describe, expect, it } from 'vitest';
import type { NetworkCounters, SideEvidence } from '../../contract/evidence.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { cpu, NO_COUNTERS, nicUse, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';
import { isServers } from './words.ts';

/** What looks like a limit and is none, or is another one than it looks like. */

const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, iowait: 0, idle: 70 }),
};
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 60, system: 28, softirq: 5, irq: 0, idle: 7 }) };
const LOAD = { connections: 64, pipelining: 1, requestsPerSecond: 50_000, server: IDLE, clients: [IDLE] };

function judged(step: Partial<SaidStep>, over: Parameters<typeof saidRun>[1] = {}, ...others: Partial<SaidStep>[]) {
  const run = withVerdict(saidRun([{ ...LOAD, ...step }, ...others.map((other) => ({ ...LOAD, ...other }))], over));
  return { verdict: run.steps[0]?.verdict as PointVerdict, findings: run.findings };
}
const verdictOf = (step: Partial<SaidStep>): PointVerdict => judged(step).verdict;

describe('CPU time that the hypervisor took', () => {
  const stolen: Partial<SideEvidence> = {
    cpus: 8,
    cpu: cpu({ user: 35, system: 15, softirq: 4, irq: 0, iowait: 0, steal: 46, idle: 0 }),
  };

  it('leaves a server no room, though it did not use all', () => {
    const verdict = verdictOf({ server: stolen });
    expect(verdict).toMatchObject({ wall: 'server-cpu', confidence: 'likely' });
    expect(verdict.sentence).toBe('Probably limited by the CPUs of s1, 46 % stolen by the hypervisor.');
    expect(verdict.because).toContain('its CPUs were 54 % busy, with 46 % stolen by the hypervisor');
    expect(verdict.because).toContain('50,000 req/s is what the server gives with what the hypervisor left it.');
  });

  it('makes a figure a lower bound where it was the client’s', () => {
    expect(verdictOf({ clients: [stolen] })).toMatchObject({
      wall: 'client-cpu',
      confidence: 'likely',
      lowerBound: true,
    });
  });

  it('is one limit of a machine that both sides share, and no CPU of it ran out', () => {
    const one = { ...stolen, hostId: 'h', name: 'one' };
    const { sentence, next } = verdictOf({ server: one, clients: [one], evidence: { sharedMachine: true } });
    expect(sentence).toBe('Probably limited by the CPUs of one, 46 % stolen by the hypervisor.');
    expect(next).toContain('CPUs of its own');
  });

  it('is no limit where other processes held the rest', () => {
    const others = { ...stolen, processCpus: 0.6, otherCpus: 3.6 };
    expect(verdictOf({ server: others }).wall).toBe('competing-load');
  });

  it('is no limit where CPUs idled beside it', () => {
    const some = { cpus: 8, cpu: cpu({ user: 35, system: 15, softirq: 4, irq: 0, iowait: 0, steal: 16, idle: 30 }) };
    expect(verdictOf({ server: some }).wall).toBe('unknown');
  });

  it('is no wall of concurrency, though the next step gave more', () => {
    const { verdict } = judged({ server: stolen }, {}, { connections: 128, requestsPerSecond: 60_000 });
    expect(verdict.wall).toBe('server-cpu');
  });
});

describe('the CPU limit of a control group', () => {
  const held = (cgroupThrottledPeriods: number): Partial<SideEvidence> => ({
    ...IDLE,
    counters: { ...NO_COUNTERS, cgroupThrottledUs: 14e6, cgroupPeriods: 100, cgroupThrottledPeriods },
  });

  it('is the likely limit where it held the work up in half of its periods, whatever the CPUs of the host idled', () => {
    const { verdict, findings } = judged({ server: held(80) });
    expect(verdict).toMatchObject({ wall: 'server-cpu', confidence: 'likely' });
    expect(verdict.sentence).toBe('Probably limited by the CPU limit of the control group on s1.');
    expect(verdict.because).toContain('held s1 up in 80 of 100 periods (80 %, the limit from 50 %)');
    expect(findings[0]?.sentence).toContain('held it up for 14 s, summed over CPUs.');
    expect(verdictOf({ clients: [held(50)] })).toMatchObject({ wall: 'client-cpu', lowerBound: true });
  });

  it('is a finding alone below', () => {
    expect(judged({ server: held(49) })).toMatchObject({
      verdict: { wall: 'unknown' },
      findings: [{ code: 'throttled' }],
    });
  });
});

describe('packets that a cloud’s limits delayed', () => {
  const delayed = (count: number): Partial<SideEvidence> => ({
    ...IDLE,
    nics: [nicUse({ txPacketsPerSecond: 50_000, rxPacketsPerSecond: 400_000 })],
    counters: { ...NO_COUNTERS, allowanceExceeded: [{ name: 'bw_out_allowance_exceeded', count }] },
  });
  const of = (count: number) => verdictOf({ seconds: 60, server: delayed(count) });

  it('limit the figure from a hundredth of those in their direction on, are likely to from a thousandth', () => {
    expect(of(30_000)).toMatchObject({ wall: 'nic-bandwidth', confidence: 'measured' });
    expect(of(30_000).because).toContain('30,000 packets on s1 (1 % of all; the limit from 1 %, likely from 0.1 %)');
    expect(of(3_000)).toMatchObject({ wall: 'nic-bandwidth', confidence: 'likely' });
  });

  it('are a finding alone where bursts explain them', () => {
    expect(of(3).wall).toBe('unknown');
    expect(judged({ seconds: 60, server: delayed(3) }).findings).toMatchObject([{ code: 'throttled' }]);
  });
});

describe('locks behind streams of HTTP/2', () => {
  const { spec } = sampleRun({ id: 'a', load: { protocol: 'h2' } });
  const step = (blockedSeconds: number, streams: number | null): Partial<SaidStep> => ({
    connections: 10,
    pipelining: 100,
    profiles: ['block'],
    point:
      streams === null ? {} : { streams: { leastPerConnection: streams, mostPerConnection: streams, takenBack: 0 } },
    evidence: {
      locks: { profile: 'block', blockedSeconds, profileSeconds: 10, functionName: 'main.pick', functionSeconds: 60 },
    },
  });

  it('are told by all requests that the server could handle at once', () => {
    expect(judged(step(60, 100), { spec }).verdict.wall).toBe('unknown');
    const { verdict } = judged(step(6000, 100), { spec });
    expect(verdict.sentence).toBe('Limited by lock contention: requests were blocked 60 % of the time.');
    expect(verdict.because).toContain('6,000 s of 10 connections × 100 streams × 10 s');
  });

  it('are not told where the streams are not known', () => {
    expect(judged(step(6000, null), { spec }).verdict.wall).toBe('unknown');
  });
});

it('a client’s NIC and the server’s CPU, both saturated, are not known to be the server’s limit', () => {
  const nic = nicUse({ txBitsPerSecond: 0.95e9, ceilingBitsPerSecond: 1e9 });
  const verdict = verdictOf({ clients: [{ ...IDLE, nics: [nic] }], server: FULL });
  expect(verdict).toMatchObject({ wall: 'several', confidence: 'likely' });
  expect(isServers(verdict)).toBe(false);
  const own = verdictOf({ server: { ...FULL, nics: [nic] } });
  expect([own.confidence, isServers(own)]).toEqual(['measured', true]);
});

it('a profiled step is not said to have had too little in flight', () => {
  const more = { connections: 128, requestsPerSecond: 62_500 };
  expect(judged({}, {}, more).verdict.wall).toBe('concurrency');
  expect(judged({ profiles: ['cpu'] }, {}, more).verdict.wall).toBe('unknown');
});

it('the only process of a target that used several CPUs is not called one core', () => {
  const several: Partial<SideEvidence> = {
    cpus: 16,
    cpu: cpu({ user: 20, system: 5, softirq: 1, irq: 0, iowait: 0, idle: 74 }),
    processCpus: 3.86,
    processes: 1,
    hottestThread: { name: 'server', busy: 0.965 },
  };
  expect(verdictOf({ server: several }).sentence).toBe(
    'Limited by the only server process at 97 % of the CPUs that it can use at a time.',
  );
  expect(verdictOf({ server: { ...several, processCpus: 0.965 } }).sentence).toBe(
    'Limited by one server core at 97 %.',
  );
});

it('no side used more CPUs than it may use', () => {
  const used = (processCpus: number) => verdictOf({ server: { ...IDLE, cpus: 2, cpu: null, processCpus } });
  expect(used(2.06).sentence).toBe('Limited by server CPU at 100 %.');
  expect(used(2.06).because).toContain('the target used 2 of 2 CPUs (100 %');
});

describe('connection requests that the kernel dropped', () => {
  const sentenceOf = (counters: Partial<NetworkCounters>) =>
    judged({ server: { ...IDLE, counters: { ...NO_COUNTERS, ...counters } } }).findings[0]?.sentence;

  it('are no overflow of a listen queue where none overflowed', () => {
    expect(sentenceOf({ listenOverflows: 0, listenDrops: 12 })).toContain(
      'the kernel of s1 dropped 12 connection requests, though no listen queue overflowed',
    );
    expect(sentenceOf({ listenOverflows: 5, listenDrops: 12 })).toContain('the listen queue on s1 overflowed 5 times');
    expect(sentenceOf({ listenOverflows: 0, listenDrops: 0 })).toBeUndefined();
  });
});

it('too few requests in flight say nothing of a script that may wait', () => {
  const slow: Partial<SaidStep> = { requestsPerSecond: 10, latencyMs: { mean: 1 } };
  const { spec } = saidRun([]);
  const of = (tool: string) => {
    const own = { ...spec, load: { ...spec.load, tool } } as typeof spec;
    return judged(slow, { spec: own }).findings.map(({ code }) => code);
  };
  expect(of('oha')).toContain('littles-law');
  expect(of('k6')).not.toContain('littles-law');
});
