import { describe, expect, it } from 'vitest';
import { closed, figures, open, p99, p99Within, runSearch, search } from '../../../testing/play-search.ts';
import { searchResult } from './ceiling-search.ts';
import type { RungFigures } from './search-rung.ts';

describe('a rate', () => {
  const rates = search({ vary: 'requestsPerSecond', most: 1_000_000 });

  it('is raised until it is not met, and narrowed down', () => {
    const { loads, result } = runSearch(rates, open(10_000), (asked) => figures(Math.min(asked, 40_000)));
    expect(loads).toEqual([10_000, 20_000, 40_000, 80_000, 60_000, 50_000, 45_000, 42_500]);
    expect(result).toMatchObject({ kneeStepIndex: 2, low: 40_000, high: 42_500 });
    expect(result.sentence).toBe(
      'The rate is met up to 40,000 req/s asked (40,000 req/s); of 42,500 req/s asked only 94.1 % came, 40,000 req/s.',
    );
  });

  it('is met to 95 %: at less it is not, whatever was gained', () => {
    const at = (share: number) =>
      searchResult(
        rates,
        open(1000),
        [{ stepIndex: 0, spec: open(1000), figures: figures(1000 * share), others: null }],
        false,
      );
    expect(at(0.95)).toMatchObject({ kneeStepIndex: 0, low: 1000, high: null });
    expect(at(0.949)).toMatchObject({ kneeStepIndex: null, low: null, high: 1000 });
  });

  it('is not called met where answers came late, which is no ceiling', () => {
    const late = figures(930, { unsent: 0, latencyMs: { ...p99(40), p50: 5 } });
    const rung = { stepIndex: 0, spec: open(1000), figures: late, others: null };
    expect(searchResult(rates, open(1000), [rung], false).sentence).toBe(
      'So far: All requests are sent up to 1,000 req/s asked (930 req/s answered in time).',
    );
  });
});

describe('a bound on the latency', () => {
  const bound = search({ vary: 'requestsPerSecond', most: 1_000_000, ceiling: p99Within(5) });
  /** p99 grows as the server fills: 1 ms / (1 - load / 50,000). */
  const queue = (asked: number) =>
    asked >= 50_000
      ? figures(50_000, { latencyMs: p99(900) })
      : figures(asked, { latencyMs: p99(50_000 / (50_000 - asked)) });

  it('is kept up to the knee', () => {
    const { result } = runSearch(bound, open(10_000), queue);
    // 5 ms at 40,000.
    expect(result.low).toBeLessThanOrEqual(40_000);
    expect(result.high).toBeGreaterThan(40_000);
    expect((result.high ?? 0) / (result.low ?? 1)).toBeLessThanOrEqual(1.1);
    expect(result.sentence).toBe(
      'p99 stays within 5 ms up to 40,000 req/s asked (5 ms at 40,000 req/s); with 42,500 req/s asked its p99 was 6.67 ms.',
    );
  });

  const one = (over: Partial<RungFigures>) =>
    searchResult(
      bound,
      open(1000),
      [{ stepIndex: 0, spec: open(1000), figures: figures(1000, over), others: null }],
      false,
    );

  it.each<[string, Partial<RungFigures>, string]>([
    ['above it', { latencyMs: p99(5.001) }, 'with 1,000 req/s asked its p99 was 5.001 ms'],
    ['a tool without the percentile', { latencyMs: p99(null) }, 'with 1,000 req/s asked the tool gave no p99'],
    ['more than 1 % failed', { failedRequests: 51 }, 'with 1,000 req/s asked 1.0 % of the requests failed'],
    ['no success', { requests: 0, failedRequests: 40_700 }, 'with 1,000 req/s asked no request succeeded'],
    ['a rate that is not met', { requestsPerSecond: 900 }, 'of 1,000 req/s asked only 90.0 % came, 900 req/s'],
    [
      'a queue',
      { unsent: 170, latencyMs: { ...p99(4), p50: 380 } },
      'with 1,000 req/s asked 170 requests were due and never sent, and p50 was 380 ms',
    ],
  ])('is passed by %s', (_, over, reason) => {
    expect(one(over)).toMatchObject({ kneeStepIndex: null, low: null, high: 1000, done: true });
    expect(one(over).sentence).toBe(`The first step is already beyond the ceiling: ${reason}.`);
  });

  it('is kept at the bound, and with 1 % of errors', () => {
    expect(one({ latencyMs: p99(5) })).toMatchObject({ kneeStepIndex: 0, low: 1000 });
    expect(one({ failedRequests: 50 })).toMatchObject({ kneeStepIndex: 0, low: 1000 });
  });

  it('holds the highest of several clients against the bound where they have none in common', () => {
    const range = (high: number) => {
      const both = { low: 1, high };
      return one({ latencyMs: p99(null), latencyRangeMs: { p50: both, p90: both, p99: both, p99_9: null } });
    };
    expect(range(5)).toMatchObject({ kneeStepIndex: 0, low: 1000 });
    expect(range(5).sentence).toContain('5 ms at most over the clients at 1,000 req/s');
    expect(range(6)).toMatchObject({ kneeStepIndex: null, high: 1000 });
  });

  it('holds for a closed loop as well', () => {
    const { result } = runSearch(search({ ceiling: p99Within(10) }), closed(8), (n) =>
      figures(10_000, { latencyMs: p99(n / 10) }),
    );
    expect([result.low, result.high]).toEqual([96, 104]);
  });
});
