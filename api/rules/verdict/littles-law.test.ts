import { describe, expect, it } from 'vitest';
import type { Finding } from '../../contract/verdict.ts';
import { closedStep } from '../../testing/fake-agent.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const judged = (step: Partial<SaidStep>) => {
  const run = withVerdict(saidRun([{ connections: 100, pipelining: 1, requestsPerSecond: 10_000, ...step }]));
  const finding = run.findings.find(({ code }) => code === 'littles-law');
  return { finding, ratio: run.steps[0]?.verdict?.littlesRatio };
};
const severityOf = (step: Partial<SaidStep>): Finding['severity'] | undefined => judged(step).finding?.severity;

/** 100 connections and 10,000 req/s: 10 ms are all of them in flight. */
describe('Little’s law', () => {
  it.each<[string, Partial<SaidStep>, Finding['severity'] | undefined]>([
    ['a mean of what is possible', { latencyMs: { mean: 10 } }, undefined],
    ['a mean 15 % above it', { latencyMs: { mean: 11.5 } }, undefined],
    ['a mean more than 15 % above it', { latencyMs: { mean: 11.6 } }, 'invalid'],
    ['a mean of half of it', { latencyMs: { mean: 5, resolutionUs: 1 } }, undefined],
    ['a mean under half of it', { latencyMs: { mean: 4.99, resolutionUs: 1 } }, 'suspect'],
    ['the same in whole milliseconds, which may be up to one more', { latencyMs: { mean: 4.99 } }, undefined],
    ['less than a millisecond, in whole ones', { latencyMs: { mean: 0 }, requestsPerSecond: 60_000 }, undefined],
    ['the same, of too few requests', { latencyMs: { mean: 0 }, requestsPerSecond: 49_000 }, 'suspect'],
    [
      'a mean above what the connections that opened can have',
      { latencyMs: { mean: 10 }, point: { connectionsEstablished: 80 } },
      'invalid',
    ],
    ['a median of 1.5 times what is possible', { latencyMs: { p50: 15 } }, undefined],
    ['a median above that', { latencyMs: { p50: 15.1 } }, 'suspect'],
    ['a median of twice what is possible', { latencyMs: { p50: 20 } }, 'suspect'],
    ['a median whose half is impossible', { latencyMs: { p50: 20.1 } }, 'invalid'],
    ['a median that is far too low', { latencyMs: { p50: 0.1, resolutionUs: 1 } }, undefined],
    ['a mean beside a median goes first', { latencyMs: { mean: 10, p50: 90 } }, undefined],
    ['pipelining that nobody says', { latencyMs: { mean: 1000 }, pipelining: null }, undefined],
    ['pipelining makes room', { latencyMs: { mean: 1000 }, pipelining: 100 }, undefined],
    ['latency corrected afterwards', { latencyMs: { mean: 1000, loop: 'synthetic' } }, undefined],
    ['an open loop', { latencyMs: { mean: 1000 }, rate: 10_000 }, undefined],
    ['a p99 alone, whose hundredth is what is possible', { latencyMs: { p99: 1000 } }, undefined],
    ['a p99 alone, whose hundredth is 15 % above it', { latencyMs: { p99: 1150 } }, undefined],
    ['a p99 alone, whose hundredth is more', { latencyMs: { p99: 1151 } }, 'invalid'],
    ['a median below the resolution, beside a possible p95', { latencyMs: { p50: 0, p95: 200, p99: 200 } }, undefined],
    ['the same beside an impossible one', { latencyMs: { p50: 0, p95: 231, p99: 231 } }, 'invalid'],
    ['percentiles that add up to what is impossible', { latencyMs: { p50: 12, p90: 60, p99: 300 } }, 'invalid'],
    ['a median above 1.5 times it, beside a tail', { latencyMs: { p50: 18, p90: 20, p99: 21 } }, 'suspect'],
    ['the same, beside a longer one', { latencyMs: { p50: 18, p90: 36, p99: 38 } }, 'suspect'],
    ['percentiles below the resolution', { latencyMs: { p50: 0, p99: 0 }, requestsPerSecond: 1e9 }, undefined],
  ])('%s', (_, step, severity) => {
    expect(severityOf(step)).toBe(severity);
  });

  it.each<[string, Partial<SaidStep>, [number, number]]>([
    ['cut off by a millisecond', { latencyMs: { mean: 0.99 }, requestsPerSecond: 100_000 }, [99, 100]],
    ['beyond it by what two clocks differ', { latencyMs: { mean: 11 } }, [110, 110]],
    ['far from it', { latencyMs: { mean: 4 } }, [40, 50]],
  ])('reads no more in flight than a closed loop can hold: a mean %s', (_, step, [low, high]) => {
    const run = withVerdict(saidRun([{ connections: 100, pipelining: 1, requestsPerSecond: 10_000, ...step }]));
    const row = run.steps[0]?.verdict?.evidence.find(({ resource }) => resource === 'in-flight');
    expect([row?.usedLow, row?.usedHigh, row?.ceiling]).toEqual([low, high, 100]);
  });

  it('says nothing where requests failed: their latency is not among those of the mean', () => {
    const failing = (non2xx: number) => ({
      point: { requests: 10_000, errors: { connection: 0, timeout: 0, reset: 0, non2xx, mismatch: 0 } },
    });
    expect(severityOf({ latencyMs: { mean: 1, resolutionUs: 1 }, ...failing(10) })).toBe('suspect');
    expect(severityOf({ latencyMs: { mean: 1, resolutionUs: 1 }, ...failing(11) })).toBeUndefined();
    expect(severityOf({ latencyMs: { mean: 12 }, ...failing(100) })).toBe('invalid');
    expect(severityOf({ latencyMs: { mean: 12 }, ...failing(101) })).toBeUndefined();
  });

  it('gives the ratio where it is known well, or proves something', () => {
    expect(judged({ latencyMs: { mean: 9, resolutionUs: 1 } }).ratio).toBeCloseTo(0.9);
    expect(judged({ latencyMs: { mean: 0.2 } }).ratio).toBeNull();
    expect(judged({ latencyMs: { p50: 9 } }).ratio).toBeNull();
    expect(judged({ latencyMs: { p50: 40 } }).ratio).toBeCloseTo(2);
  });

  it('gives no ratio where percentiles prove nothing', () => {
    expect(judged({ latencyMs: { p99: 1100 } }).ratio).toBeNull();
    expect(judged({ latencyMs: { p99: 1200 } }).ratio).toBeCloseTo(1.2);
  });

  it('does not blame the tool where a server may have allowed fewer streams', () => {
    const { spec } = sampleRun({ id: 'a', load: { protocol: 'h2' } });
    const said = saidRun([{ connections: 1, pipelining: 1000, requestsPerSecond: 10_000, latencyMs: { mean: 12.8 } }]);
    const run = withVerdict({
      ...said,
      spec: { ...spec, load: { ...spec.load, steps: [closedStep(1, { pipelining: 1000 })] } },
    });
    const finding = run.findings.find(({ code }) => code === 'littles-law');
    expect(finding?.sentence).toContain(
      'Step 1: by Little’s law 10,000 req/s × a mean of up to 13.8 ms is at most 138 of 1,000 possible in flight (14 %, doubtful under 50 %): the server allowed fewer streams, streams waited for the tool, or latency leaves requests out. Ask for fewer streams (servers often allow 100 to 250) on more connections.',
    );
    expect(finding?.sentence).not.toContain('more CPU');
  });

  it('says the arithmetic of the percentiles', () => {
    expect(judged({ latencyMs: { p50: 0, p95: 400 } }).finding?.sentence).toContain(
      'by Little’s law 10,000 req/s × 20 ms (the least mean that the percentiles allow) is at least 200 in flight; 100 connections can have one each: 2 times what is possible.',
    );
  });

  it('says of a doubtful median the median, whatever bounds the mean', () => {
    expect(judged({ latencyMs: { p50: 18, p90: 36, p99: 38 } }).finding?.sentence).toContain(
      '10,000 req/s × 18 ms median is 180 in flight; 100 connections can have one each. Only very uneven latencies give 1.8 times that.',
    );
  });

  it('says the arithmetic of what is too low', () => {
    expect(judged({ latencyMs: { mean: 2, resolutionUs: 1000 } }).finding?.sentence).toBe(
      'Step 1: by Little’s law 10,000 req/s × a mean of up to 3 ms is at most 30 of 100 possible in flight (30 %, doubtful under 50 %): a rate held the tool back, connections waited for it, or latency leaves requests out. If no rate was asked, give the tool more CPU or fewer connections.',
    );
  });
});
