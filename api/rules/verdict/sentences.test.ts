import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { cpu, NO_COUNTERS, nicUse, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { percentAbove } from './amounts.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, iowait: 0, idle: 70 }),
};
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 60, system: 28, softirq: 5, irq: 0, idle: 7 }) };
const LOAD = { connections: 100, pipelining: 1, requestsPerSecond: 50_000 };

const judged = (...steps: Partial<SaidStep>[]): Run =>
  withVerdict(saidRun(steps.map((step) => ({ ...LOAD, server: IDLE, clients: [IDLE], ...step }))));
const foundIn = (step: Partial<SaidStep>, code: string) =>
  judged(step).findings.find((finding) => finding.code === code)?.sentence;
const verdictOf = (step: Partial<SaidStep>) => judged(step).verdict;
const counters = (rose: Partial<NonNullable<SideEvidence['counters']>>) => ({
  ...IDLE,
  counters: { ...NO_COUNTERS, ...rose },
});

describe('the next thing to try', () => {
  it('is to stop what else used the CPUs, before either side is given more of them', () => {
    const next = (server: Partial<SideEvidence>) => verdictOf({ server })?.next;
    expect(next(FULL)).toContain('give it more CPUs');
    expect(next({ ...FULL, otherCpus: 2 })).toBe('Stop other processes and rerun.');
    expect(next({ ...IDLE, otherCpus: 2 })).not.toContain('Stop other');
  });

  it('asks of a host’s own target nothing that only the reference server can do', () => {
    const full = { server: { ...FULL, cpu: IDLE.cpu ?? null, hottestThread: { name: 'worker 1', busy: 0.99 } } };
    const said = (steps: Partial<SaidStep>, target: Run['spec']['target'] | null) => {
      const run = saidRun([{ ...LOAD, clients: [IDLE], ...steps } as SaidStep]);
      return withVerdict({ ...run, spec: { ...run.spec, ...(target && { target }) } as Run['spec'] }).verdict?.next;
    };
    const own = { kind: 'named' as const, name: 'own', tls: false, parameters: [] };
    expect(said(full, null)).toContain('prefork');
    expect(said(full, own)).toMatch(/^Give the target more workers \(in its own configuration\)/);
    expect(said({ server: FULL }, null)).toMatch(/^Profile/);
    expect(said({ server: FULL }, own)).toMatch(
      /^Profile what the CPUs of its host run \(on-CPU\) and make a request cheaper/,
    );
    expect(said({ server: IDLE }, { kind: 'listening', port: 80, tls: false })).not.toContain('profile');
  });
});

describe('a figure beside its threshold', () => {
  it('never reads as the threshold that it is above', () => {
    expect([0.052, 0.0502, 0.0500001, 0.06, 0.5].map((share) => percentAbove(share, 0.05))).toEqual([
      '5.2 %',
      '5.02 %',
      '5.00001 %',
      '6 %',
      '50 %',
    ]);
    expect(percentAbove(0.00101, 0.001)).toBe('0.101 %');
  });

  const failed = (timeout: number) => ({
    point: { requests: 1_000_000 - timeout, errors: { connection: 0, timeout, reset: 0, non2xx: 0, mismatch: 0 } },
  });
  it.each<[string, Partial<SaidStep>, string, string]>([
    ['competing load', { server: { ...IDLE, otherCpus: 0.416 } }, 'competing-load', '(5.2 %, more than 5 %)'],
    [
      'steal',
      { server: { ...IDLE, cpu: cpu({ user: 20, idle: 77.7, steal: 2.3 }) } },
      'throttled',
      'took 2.3 % of its CPU time',
    ],
    [
      'retransmits',
      { server: counters({ segmentsSent: 100_000, segmentsRetransmitted: 101 }) },
      'retransmits',
      '(0.101 %, more than 0.1 %)',
    ],
    [
      'a few failures',
      failed(1001),
      'errors',
      'Step 1: 1,001 of 1,000,000 requests failed (0.1001 %; timeout: 1,001): suspect above 0.1 %, as the figures leave out what got no answer. Check that the target answers with 2xx, or lower the load.',
    ],
    [
      'some failures',
      failed(9999),
      'errors',
      'Step 1: 9,999 of 1,000,000 requests failed (0.9 %; timeout: 9,999): suspect above 0.1 %, as the figures leave out what got no answer. Check that the target answers with 2xx, or lower the load.',
    ],
    [
      'many failures',
      failed(10_040),
      'errors',
      'Step 1: 10,040 of 1,000,000 requests failed (1.004 %; timeout: 10,040): invalid above 1 %, as the figures leave out what got no answer. Check that the target answers with 2xx, or lower the load.',
    ],
    [
      'too little in flight',
      { latencyMs: { mean: 0.994, resolutionUs: 1 } },
      'littles-law',
      'Step 1: by Little’s law 50,000 req/s × 0.99 ms mean is at most 49.8 of 100 possible in flight (49.7 %, doubtful under 50 %): a rate held the tool back, connections waited for it, or latency leaves requests out. If no rate was asked, give the tool more CPU or fewer connections.',
    ],
    [
      'whole milliseconds',
      { connections: 400, latencyMs: { mean: 2 } },
      'littles-law',
      'Step 1: by Little’s law 50,000 req/s × a mean of up to 3 ms is at most 150 of 400 possible in flight (38 %, doubtful under 50 %): a rate held the tool back, connections waited for it, or latency leaves requests out. If no rate was asked, give the tool more CPU or fewer connections.',
    ],
    [
      'a median that is just too high',
      { latencyMs: { p50: 4.001, resolutionUs: 1 } },
      'littles-law',
      'Step 1: by Little’s law 50,000 req/s × 4 ms median / 2 (the least mean) is at least 100 in flight; 100 connections can have one each: a little more than is possible. Throughput, latency and requests in flight cannot all be right; which one is wrong is not known. Do not use it; measure again with another tool, such as volley.',
    ],
    [
      'drift',
      {
        evidence: {
          requestsBySecond: Array.from({ length: 20 }, (_, i) => 1000 - i * 5.2),
          requestsBySecondSource: 'server',
        },
      },
      'unsteady',
      '(by 10.4 % of the median second, steady is up to 10 %',
    ],
  ])('is told exactly enough: %s', (_, step, code, text) => {
    expect(foundIn(step, code)).toContain(text);
  });

  it('is no more than all of it', () => {
    const because = verdictOf({ server: { ...IDLE, hottestThread: { name: 'worker 3', busy: 1.05 } } })?.because;
    expect(because).toContain('worker 3 used 100 % of what it can use at a time (saturated from 95 %)');
  });
});

describe('one of a thing', () => {
  it('is not told as several', () => {
    expect(foundIn({ rate: 10_000, requestsPerSecond: 9000, point: { unsent: 1 } }, 'offered-rate-not-met')).toContain(
      '; 1 request was due and never sent.',
    );
    expect(foundIn({ workers: 2, clients: [{ ...IDLE, cpus: 1 }] }, 'oversubscribed-client')).toContain(
      'Ask for a single worker.',
    );
    const locks = {
      profile: 'block' as const,
      blockedSeconds: 3,
      profileSeconds: 5,
      functionName: 'f',
      functionSeconds: 3,
    };
    expect(verdictOf({ connections: 1, profiles: ['block'], evidence: { locks } })?.because).toContain(
      '3 s of 1 connection × 5 s',
    );
  });
});

describe('a rate', () => {
  it('that was met by a full server leaves no room above it, and says so', () => {
    expect(verdictOf({ rate: 10_000, requestsPerSecond: 9_600, server: FULL })).toMatchObject({
      wall: 'offered-load',
      sentence: 'Rate met at 9,600 req/s; server CPU at 93 % leaves little headroom.',
      because:
        '9,600 of the 10,000 req/s offered were achieved (96 %, met from 95 %), so the rate was the limit; the client was 30 % busy and the server was saturated. Little headroom for a higher one: server CPU, where 93 % of its 8 CPUs were busy (saturated from 85 %).',
    });
  });

  it('that was not met makes no queue in the latencies of a tool that holds requests back', () => {
    const missed = { rate: 10_000, requestsPerSecond: 9_000 };
    expect(foundIn(missed, 'offered-rate-not-met')).toContain(
      'Step 1: 9,000 of 10,000 req/s achieved (90 %, met from 95 %). Latencies include a growing queue. Lower the rate.',
    );
    expect(foundIn({ ...missed, latencyMs: { loop: 'closed', p99: 3 } }, 'offered-rate-not-met')).toContain(
      'Step 1: 9,000 of 10,000 req/s achieved (90 %, met from 95 %). The tool held requests back, and its latencies do not show for how long. Lower the rate.',
    );
  });
});

describe('what to do next', () => {
  it('asks for no NIC between two programs of one machine', () => {
    const nics = [nicUse({ name: 'lo', rxBitsPerSecond: 1e8, txBitsPerSecond: 1e8 })];
    expect(verdictOf({ server: { ...IDLE, nics } })?.next).toContain('the NICs beside their ceilings');
    expect(verdictOf({ server: { ...IDLE, nics }, evidence: { sharedMachine: true } })?.next).not.toContain('NIC');
  });

  it('is about connections where a cloud’s limit is of those', () => {
    const exceeded = (name: string) => ({ server: counters({ allowanceExceeded: [{ name, count: 3 }] }) });
    expect(verdictOf(exceeded('conntrack_allowance_exceeded'))?.next).toContain('Open fewer connections');
    expect(verdictOf(exceeded('pps_allowance_exceeded'))?.next).toContain('Send fewer and fuller packets');
  });
});

describe('several', () => {
  it('clients of which one was not measured are not one client that was not', () => {
    const run = judged({ clients: [{ ...IDLE, name: 'c1' }, { name: 'c2' }], server: FULL });
    expect(run.findings.find(({ code }) => code === 'client-unobserved')?.sentence).toMatch(/^Not every client was/);
    expect(run.verdict?.because).toContain('Not every client was measured');
    const none = judged({
      clients: [],
      server: { ...FULL, nics: [nicUse({ txBitsPerSecond: 9, ceilingBitsPerSecond: 10 })] },
    });
    expect(none.findings.find(({ code }) => code === 'client-unobserved')?.sentence).toMatch(/^The client was not/);
    expect(none.verdict?.because).toContain('; the client was not measured. This step');
  });

  it('walls elsewhere are named, and a load once', () => {
    const both = { connections: 200, requestsPerSecond: 40_000, clients: [FULL], server: FULL };
    expect(judged({}, both, both).verdict?.because).toContain(
      'Measured elsewhere in this run: client CPU with server CPU at 200 connections.',
    );
  });
});
