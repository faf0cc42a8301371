import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 30, idle: 70 }) };
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 95, idle: 5 }) };
/** Of 16,000 asked, 15,700 a second were achieved in 10 s: 98 %. */
const RATE = { rate: 16_000, requestsPerSecond: 15_700, seconds: 10, connections: 1000 };

function judged(step: Partial<SaidStep>) {
  const run = withVerdict(saidRun([{ ...RATE, server: IDLE, clients: [IDLE], ...step }]));
  const found = run.findings.find(({ code }) => code === 'offered-rate-not-met')?.sentence;
  return { wall: run.verdict?.wall, validity: run.verdict?.validity, found, because: run.verdict?.because };
}
const evidence = (requestsBySecond: number[]) => ({ requestsBySecond, requestsBySecondSource: 'tool' as const });
const NO_RANGE = { p50: null, p90: null, p95: null, p97_5: null, p99: null, p99_9: null, p99_99: null };
const behind = (perSecond: number) => evidence(Array.from({ length: 10 }, () => 16_000 - perSecond));

describe('a rate that was achieved with a queue', () => {
  const backlog = { latencyMs: { p50: 380 }, point: { unsent: 2729 } };

  it('is not met: what waits at the end is work of 108 ms, and half of the requests waited for 380', () => {
    expect(judged(backlog)).toMatchObject({ wall: 'unknown', validity: 'suspect' });
    expect(judged({ ...backlog, server: FULL })).toMatchObject({ wall: 'server-cpu' });
    expect(judged(backlog).found).toBe(
      'Step 1: 98 % of 16,000 req/s achieved, but 2,729 requests were due and never sent, and p50 was 380 ms. Latencies include a queue. Lower the rate.',
    );
  });

  it('is not met where answers fall further behind each second', () => {
    // 300 a second: 600 on the mean of the first third, 2,700 on that of the last, 131 ms more.
    const growing = { evidence: behind(300), latencyMs: { p50: 90 }, point: { unsent: 900 } };
    expect(judged(growing)).toMatchObject({ wall: 'unknown', validity: 'suspect' });
    expect(judged(growing).found).toContain(
      'Step 1: 98 % of 16,000 req/s achieved, but the backlog grew from 600 requests in the first third of 10 s to 2,700 in the last. Latencies include a queue. Lower the rate.',
    );
  });
});

describe('a rate that was met', () => {
  it.each<[string, Partial<SaidStep>]>([
    ['with a few requests in flight at the end', { latencyMs: { p50: 1 }, point: { unsent: 40 } }],
    [
      'with a stall at its end: half of the requests waited for 2 ms',
      { latencyMs: { p50: 2 }, point: { unsent: 2729 } },
    ],
    [
      'by a server that takes 400 ms, where its tool counts what is in flight',
      { latencyMs: { p50: 400 }, point: { unsent: 900 } },
    ],
    [
      'with a queue of its beginning that drained',
      {
        evidence: evidence([14_000, 15_000, 16_500, 16_500, 16_500, 16_500, 16_000, 16_000, 16_000]),
        latencyMs: { p50: 60 },
      },
    ],
    [
      'by several clients without a common median, the highest of theirs 1.1 ms',
      {
        evidence: behind(480),
        requestsPerSecond: 15_520,
        latencyMs: { p50: null },
        point: { unsent: 900, latencyRangeMs: { ...NO_RANGE, p50: { low: 0.8, high: 1.1 } } },
      },
    ],
    ['as steadily as can be', { evidence: behind(0), latencyMs: { p50: 400 } }],
    ['with 50 a second less than asked, which nothing waits for', { evidence: behind(50), latencyMs: { p50: 1 } }],
  ])('%s', (_, step) => {
    expect(judged(step)).toMatchObject({ wall: 'offered-load', validity: 'valid', found: undefined });
  });

  it('counts failures among its answers, which the tool leaves out of its seconds', () => {
    const errors = { connection: 0, timeout: 0, reset: 0, non2xx: 1440, mismatch: 0 };
    const point = { unsent: 0, requests: 160_000, errors };
    const failing = { evidence: behind(144), requestsPerSecond: 16_000, latencyMs: { p50: 100 }, point };
    expect(judged(failing)).toMatchObject({ wall: 'offered-load', validity: 'suspect', found: undefined });
  });

  it('goes by the median alone where nothing counted what waited, and accuses no figure', () => {
    expect(judged({ latencyMs: { p50: 99 } })).toMatchObject({ wall: 'offered-load', validity: 'valid' });
    const slow = judged({ latencyMs: { p50: 380 } });
    expect(slow).toMatchObject({ wall: 'unknown', validity: 'valid', found: undefined });
    expect(slow.because).toContain(
      'whether requests queued is unknown: p50 was 380 ms, and nothing counted waiting requests',
    );
    // A tool that holds requests back times them from when it sent them.
    expect(judged({ latencyMs: { p50: 380, loop: 'closed' } })).toMatchObject({ wall: 'offered-load' });
  });
});
