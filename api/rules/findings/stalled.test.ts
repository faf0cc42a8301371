import { describe, expect, it } from 'vitest';
import { type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from '../verdict/with-verdict.ts';

const SECONDS = Array.from({ length: 20 }, () => 10_000);
const without = (...empty: number[]): number[] => SECONDS.map((count, second) => (empty.includes(second) ? 0 : count));

function found(bySecond: number[], over: Partial<SaidStep> = {}): string[] {
  const step: SaidStep = {
    connections: 10,
    pipelining: 1,
    requestsPerSecond: 9_500,
    latencyMs: { p50: 1 },
    ...over,
    evidence: { requestsBySecond: bySecond, requestsBySecondSource: 'server', ...over.evidence },
  };
  const run = withVerdict(saidRun([step]));
  return run.findings.flatMap(({ code, sentence, severity }) =>
    code === 'stalled' ? [`${severity}: ${sentence}`] : [],
  );
}

describe('a second in which nothing was answered', () => {
  it('is a finding, with when and how long', () => {
    expect(found(without(7))).toEqual([
      'suspect: Step 1: for 1 s nothing was answered, about 7 s into the load (the server’s count; the usual second has 10,000). Throughput and the slowest latencies include it. Run it again to see whether it recurs.',
    ]);
    expect(found(without(4, 9, 10))[0]).toContain(
      'for 3 s nothing was answered: 2 s from about second 9 and 1 s from about second 4 (',
    );
    expect(found(without(1, 3, 5, 7, 8, 10))[0]).toContain('1 s from about second 3 and 2 shorter times (');
  });

  it('is probably one where two seconds lack what the slowest latency leaves out', () => {
    const parted = SECONDS.map((count, second) => ({ 7: 6_500, 8: 3_000 })[second] ?? count);
    expect(found(parted, { latencyMs: { p50: 1, max: 1_040 } })).toEqual([
      'suspect: Step 1: probably nothing was answered for about 1.04 s, about 7 s into the load: 2 s there have 48 % of the usual requests (the server’s count; the usual second has 10,000), and the slowest request took 1.04 s. Throughput and the slowest latencies include it. Run it again to see whether it recurs.',
    ]);
    // One request waited for longer than the rest lacks, none waited for as long, or the loop is open.
    expect(found(parted, { latencyMs: { p50: 1, max: 3_000 } })).toEqual([]);
    expect(found(parted, { latencyMs: { p50: 1, max: 300 } })).toEqual([]);
    expect(found(SECONDS, { latencyMs: { p50: 1, max: 1_040 } })).toEqual([]);
    expect(found(parted, { rate: 10_000, latencyMs: { p50: 1, max: 1_040 } })).toEqual([]);
  });

  it('is seen in an open loop by how far the answers were behind the rate, and that they caught up', () => {
    const met = Array.from({ length: 14 }, () => 100);
    const late = met.map((count, second) => ({ 6: 40, 7: 30, 8: 230 })[second] ?? count);
    const open = { rate: 100, requestsPerSecond: 100, latencyMs: { p50: 1, p99: 1_172, max: 1_300 } };
    const evidence = { requestsBySecondSource: 'tool' as const };
    expect(found(late, { ...open, evidence })).toEqual([
      'suspect: Step 1: about 7 s into the load answers fell 130 requests behind the rate, what is due in 1.3 s, and then caught up (the tool’s count; the usual second has 100); the slowest request took 1.3 s. The slowest latencies include it. Run it again to see whether it recurs.',
    ]);
    // Across one end of a second alone.
    const parted = met.map((count, second) => ({ 7: 35, 8: 165 })[second] ?? count);
    expect(found(parted, { ...open, evidence })[0]).toContain('answers fell 65 requests behind the rate');
    // One request waited alone, none waited as long, or a queue stays.
    expect(found(met, { ...open, evidence })).toEqual([]);
    expect(found(late, { ...open, evidence, latencyMs: { p50: 1, max: 300 } })).toEqual([]);
    const queue = met.map((count, second) => (second > 6 ? 60 : count));
    expect(found(queue, { ...open, evidence })).toEqual([]);
  });

  it('says how long the slowest request took, where that is longer than the seconds without an answer', () => {
    expect(found(without(7), { latencyMs: { p50: 1, max: 2_000 } })[0]).toContain(
      'for at least 1 s nothing was answered, about 7 s into the load (the server’s count; the usual second has 10,000), and the slowest request took 2 s.',
    );
    expect(found(without(7), { latencyMs: { p50: 1, max: 900 } })[0]).toContain('for 1 s nothing was answered');
  });

  it('is no longer than two seconds that both have an answer leave room for', () => {
    const nearlyEmpty = SECONDS.map((count, second) => ({ 7: 100, 8: 100 })[second] ?? count);
    expect(found(nearlyEmpty, { latencyMs: { p50: 1, max: 2_400 } })[0]).toContain(
      'probably nothing was answered for about 1.98 s, about 7 s into the load: 2 s there have 1 % of the usual requests (the server’s count; the usual second has 10,000), and the slowest request took 2.4 s.',
    );
  });

  it('is none where connections were still being opened until the first answer', () => {
    const late = [500, ...SECONDS.slice(1)];
    expect(found(late, { latencyMs: { p50: 1, max: 1_040 } })).toEqual([]);
    expect(found([0, ...late], { latencyMs: { p50: 1, max: 1_040 } })).toEqual([]);
  });

  it('says no more than a tool’s seconds do, which are of what succeeded', () => {
    const errors = { connection: 0, timeout: 0, reset: 0, non2xx: 100, mismatch: 0 };
    const evidence = { requestsBySecondSource: 'tool' as const };
    expect(found(without(7), { evidence })[0]).toContain('nothing was answered, about 7 s into the load (the tool’s');
    expect(found(without(7), { evidence, seconds: 20, point: { errors, requests: 200_000 } })[0]).toContain(
      'no request succeeded, about 7 s',
    );
  });

  it('says what the hosts did meanwhile', () => {
    const host = { hostId: 'h', name: 's1', cpus: 2, busyShare: 0.03, stealShare: 0, targetCpus: 0, toolCpus: null };
    const server = { hostId: 'h', cpus: 2 };
    const stalls = [{ atSecond: 7, seconds: 1, hosts: [{ ...host, segmentsRetransmitted: 12 }] }];
    expect(found(without(7), { server, evidence: { stalls } })[0]).toContain(
      ' Then, on s1: 3 % of 2 CPUs busy (target 0, all else 0.06), no steal, 12 TCP segments retransmitted within a second of it. ',
    );
    const none = [{ atSecond: 7, seconds: 1, hosts: [{ ...host, segmentsRetransmitted: 0 }] }];
    expect(found(without(7), { server, evidence: { stalls: none } })[0]).toContain(', no TCP segments retransmitted. ');
    const idle = [{ atSecond: 7, seconds: 1, hosts: [{ ...host, targetIdleSeconds: 1, segmentsRetransmitted: 0 }] }];
    expect(found(without(7), { server, evidence: { stalls: idle } })[0]).toContain(
      ' segments retransmitted. The target used no CPU for about 1 s meanwhile: it was stopped, waited for something, or got no requests. ',
    );
    const unseen = [{ atSecond: 7, seconds: 1, hosts: [{ ...host, targetCpus: null, segmentsRetransmitted: null }] }];
    expect(found(without(7), { server, evidence: { stalls: unseen } })[0]).toContain(
      ' Then, on s1: 3 % of 2 CPUs busy, no steal. ',
    );
  });

  it.each<[string, number[], Partial<SaidStep>]>([
    ['no such second', SECONDS, {}],
    ['seconds before the first answer', without(0, 1), {}],
    ['an open loop with an interval longer than a second', [1, 0, 1, 1, 0, 1, 0, 1], { rate: 0.7 }],
    ['so low a rate that chance makes such seconds', without(7).map((count) => count / 1000), { rate: 10 }],
    ['answers that take seconds, and come together', [0, 0, 500, 0, 500, 0, 500], { latencyMs: { p50: 2000 } }],
    ['no latency, so that answers may take as long', without(7), { latencyMs: {} }],
  ])('is none where there is %s', (_, bySecond, over) => {
    expect(found(bySecond, over)).toEqual([]);
  });
});
