import { describe, expect, it } from 'vitest';
import { cpu, NO_COUNTERS, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { toolRun } from '../../testing/tool-outputs.ts';
import { withVerdict } from '../verdict/with-verdict.ts';

const NOTHING: SaidStep = { requestsPerSecond: 1_000_000 };
const { imported } = toolRun('wrk.txt');
const validityOf = (step: SaidStep) => withVerdict(saidRun([step], { imported })).steps[0]?.verdict?.validity;
const failed = (timeout: number) => ({ connection: 0, timeout, reset: 0, non2xx: 0, mismatch: 0 });

describe('an imported point whose throughput nothing could contradict', () => {
  it('is unchecked, and so is its run', () => {
    expect(validityOf(NOTHING)).toBe('unchecked');
    const run = withVerdict(saidRun([NOTHING], { imported }));
    expect(run.verdict?.validity).toBe('unchecked');
    // What agents measured is never that: it was looked at, whatever there was to see.
    expect(withVerdict(saidRun([NOTHING])).verdict?.validity).toBe('valid');
  });

  it.each<[string, Partial<SaidStep>]>([
    ['connections without a latency', { connections: 100, pipelining: 1 }],
    ['a median below the resolution', { connections: 100, pipelining: 1, latencyMs: { p50: 0 } }],
    ['how busy a CPU was', { clients: [{ cpus: 8, cpu: cpu({ user: 20, idle: 80 }) }] }],
    ['a latency without pipelining', { connections: 100, latencyMs: { mean: 1 } }],
    [
      'a latency that the tool corrected',
      { connections: 100, pipelining: 1, latencyMs: { mean: 1, loop: 'synthetic' } },
    ],
    ['no failed request', { seconds: 10, point: { errors: failed(0) } }],
    ['all connections established', { connections: 100, point: { connectionsEstablished: 100 } }],
    ['how much the hypervisor took', { clients: [{ cpus: 8, cpu: cpu({ user: 20, idle: 80, steal: 0 }) }] }],
    ['counters of the server', { server: { counters: NO_COUNTERS } }],
  ])('has %s', (_, step) => {
    expect(validityOf({ ...NOTHING, ...step })).toBe('unchecked');
  });

  it.each<[string, Partial<SaidStep>]>([
    ['latency against connections', { connections: 2000, pipelining: 1, latencyMs: { mean: 1 } }],
    ['a rate', { rate: 1_000_000 }],
    ['a count of its own of the server', { point: { serverRequests: 10_000_000 } }],
  ])('is valid where the source says %s, which speaks for it', (_, step) => {
    expect(validityOf({ ...NOTHING, ...step })).toBe('valid');
  });

  it('is valid by the checks that it names', () => {
    const because = (step: SaidStep) => withVerdict(saidRun([step], { imported })).steps[0]?.verdict?.because;
    expect(because({ ...NOTHING, connections: 2000, pipelining: 1, latencyMs: { p50: 1 } })).toMatch(
      / No check failed; checked: Little’s law by half the median\.$/,
    );
    const below = { p50: 0, p95: 1, p99: 1 };
    expect(because({ ...NOTHING, connections: 500, pipelining: 1, latencyMs: below })).toMatch(
      / checked: Little’s law by the percentiles\.$/,
    );
    expect(because(NOTHING)).toMatch(/ Whether the figure is possible could not be checked\.$/);
    expect(because({ ...NOTHING, seconds: 10, point: { errors: failed(0) } })).toMatch(
      / Whether the figure is possible could not be checked; looked at: failed requests\.$/,
    );
    expect(because({ ...NOTHING, seconds: 10, point: { errors: failed(9_000_000) } })).not.toMatch(/check/);
  });

  it('comes after a valid one, and before one that is suspect', () => {
    const checked = { rate: 500_000, requestsPerSecond: 500_000 };
    const suspect = { rate: 4_000_000, requestsPerSecond: 2_000_000 };
    const best = (...steps: SaidStep[]) => withVerdict(saidRun(steps, { imported })).verdict;
    expect(best(NOTHING, checked, suspect)).toMatchObject({ stepIndex: 1, validity: 'valid' });
    expect(best(NOTHING, suspect)).toMatchObject({ stepIndex: 0, validity: 'unchecked' });
    expect(best(NOTHING, suspect)?.because).toMatch(/^Best unchecked step: 1,000,000 req\/s/);
  });
});
