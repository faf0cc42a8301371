import { describe, expect, it } from 'vitest';
import type { StepSpec } from '../../../contract/load.ts';
import { closed, figures, runSearch, search } from '../../../testing/play-search.ts';
import { nextRung, searchResult } from './ceiling-search.ts';
import type { Rung } from './search-rung.ts';

describe('throughput over connections', () => {
  it('grows until more gives no more, then narrows down to where it stops rising', () => {
    const { loads, result } = runSearch(search(), closed(10), (n) => figures(Math.min(100 * n, 25_000)));
    expect(loads).toEqual([10, 20, 40, 80, 160, 320, 640, 240, 280, 260]);
    expect(result).toEqual({
      kneeStepIndex: 9,
      low: 240,
      high: 260,
      done: true,
      sentence:
        'Throughput stops rising between 240 and 260 connections: 240 gave 24,000 req/s, 260 gave 25,000 req/s, 640 connections gave 25,000 req/s.',
    });
  });

  it('looks between the best step and one that gave clearly less, where the peak may be', () => {
    const collapsing = (n: number) => figures(n <= 100 ? 100 * n : 0, n <= 100 ? {} : { failedRequests: 500 });
    const { result, rungs } = runSearch(search(), closed(10), collapsing);
    expect([result.low, result.high]).toEqual([100, 110]);
    expect(rungs[result.kneeStepIndex ?? -1]?.figures?.requestsPerSecond).toBe(10_000);
    const falling = (n: number) => figures(n <= 100 ? 100 * n : 10_000 - 40 * (n - 100));
    expect(runSearch(search(), closed(10), falling).result).toMatchObject({ low: 95, high: 100 });
    const dipping = (n: number) => figures(n === 20 ? 900 : 100 * n);
    expect(runSearch(search(), closed(10), dipping).result.low).toBeGreaterThan(10);
  });

  it('finds the knee of a server that does worse when it is asked too much', () => {
    const { result } = runSearch(search(), closed(8), (n) => figures(n <= 100 ? 200 * n : 20_000 - 40 * (n - 100)));
    expect(result.low).toBeLessThanOrEqual(100);
    expect(result.high).toBeGreaterThanOrEqual(90);
    expect((result.high ?? 0) / (result.low ?? 1)).toBeLessThanOrEqual(1.1);
  });

  it('is not led astray by noise of two percent', () => {
    let sign = 1;
    const { result, loads } = runSearch(search(), closed(10), (n) => {
      sign = -sign;
      return figures(Math.min(100 * n, 25_000) * (1 + 0.01 * sign));
    });
    expect(loads.length).toBeLessThan(14);
    expect(result.low).toBeGreaterThanOrEqual(220);
    expect(result.high).toBeLessThanOrEqual(275);
  });

  it('says so when the first step gives as much as any', () => {
    const { loads, result } = runSearch(search(), closed(50), () => figures(9000));
    expect(loads).toEqual([50, 100]);
    expect(result).toMatchObject({ kneeStepIndex: 0, low: null, high: 50, done: true });
    expect(result.sentence).toBe(
      'Throughput does not rise beyond the first step: 50 connections gave 9,000 req/s, 100 connections gave 9,000 req/s. Where it stops rising is below that.',
    );
  });

  it('says so when the most was reached and throughput still rose', () => {
    const { loads, result } = runSearch(search({ most: 90 }), closed(10), (n) => figures(100 * n));
    expect(loads).toEqual([10, 20, 40, 80, 90]);
    expect(result).toMatchObject({ kneeStepIndex: 4, low: 90, high: null, done: true });
    expect(result.sentence).toBe(
      'Throughput rises up to 90 connections (9,000 req/s); the search stopped at its upper limit, so the ceiling may be higher.',
    );
  });

  it('says of one load what it gave, as nothing was seen to rise', () => {
    const { result } = runSearch(search(), closed(10), (n) => (n > 10 ? null : figures(1000)));
    expect(result.sentence).toBe('10 connections gave 1,000 req/s; the step with 11 connections failed.');
  });

  it('takes a step that failed for one beyond the ceiling, and goes back', () => {
    const { loads, result } = runSearch(search(), closed(10), (n) => (n > 50 ? null : figures(100 * n)));
    expect(loads).toEqual([10, 20, 40, 80, 60, 50, 55]);
    expect(result).toMatchObject({ kneeStepIndex: 5, low: 50, high: 55 });
    expect(result.sentence).toBe(
      'Throughput rises up to 50 connections (5,000 req/s); the step with 55 connections failed.',
    );
  });

  it('takes a step of which more than 1 % failed for one beyond the ceiling, however much it gave', () => {
    const failing = (n: number) => figures(100 * n, n > 100 ? { failedRequests: Math.round(100 * n * 5 * 0.02) } : {});
    const { result, rungs } = runSearch(search(), closed(10), failing);
    expect(result).toMatchObject({ low: 100, high: 110 });
    expect(rungs[result.kneeStepIndex ?? -1]?.spec.connections).toBe(100);
    expect(result.sentence).toBe(
      'Throughput rises up to 100 connections (10,000 req/s); with 110 connections 2.0 % of the requests failed.',
    );
  });

  it('holds no step against what a failing one gave', () => {
    const fast = (n: number) =>
      n > 200 ? figures(90_000, { failedRequests: 400_000 }) : figures(Math.min(100 * n, 8000));
    const { result, rungs } = runSearch(search(), closed(10), fast);
    expect(rungs[result.kneeStepIndex ?? -1]?.figures?.requestsPerSecond).toBeLessThanOrEqual(8000);
    expect(result.sentence).not.toContain('90,000');
    expect(result).toMatchObject({ low: 75, high: 80 });
  });

  it('does not take two loads next to each other for throughput that no longer rises', () => {
    const { loads, result } = runSearch(search({ precision: 0.01 }), closed(10), (n) =>
      n > 50 ? null : figures(100 * n),
    );
    expect(loads.at(-1)).toBe(51);
    expect(result).toMatchObject({ low: 50, high: 51 });
  });

  it('fails at once and says so', () => {
    const { loads, result } = runSearch(search(), closed(10), () => null);
    expect(loads).toEqual([10]);
    expect(result).toMatchObject({ kneeStepIndex: null, low: null, high: 10, done: true });
    expect(result.sentence).toBe('The first step is already beyond the ceiling: the step with 10 connections failed.');
  });

  it('asks for whole numbers, each higher than the one before, however slowly it grows', () => {
    const { loads } = runSearch(search({ growth: 1.1, most: 20 }), closed(1), (n) => figures(100 * n));
    expect(loads).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 20]);
  });

  it('ends after thirty steps and says so', () => {
    const { loads, result } = runSearch(search({ growth: 1.1, most: 1_000_000 }), closed(100), (n) => figures(n));
    expect(loads).toHaveLength(30);
    expect(result.done).toBe(true);
    expect(result.sentence).toMatch(/The search ended after 30 steps\.$/);
  });
});

describe('a search', () => {
  const first = { ...closed(10), profiles: ['cpu' as const] };
  const rung = (stepIndex: number, spec: StepSpec, rps: number | null): Rung => ({
    stepIndex,
    spec,
    figures: rps === null ? null : figures(rps),
    others: null,
  });

  it('takes no profiled step for a rung, and plans none', () => {
    const profiled = rung(0, first, 100);
    expect(nextRung(search(), first, [profiled])).toEqual(closed(10));
    expect(nextRung(search(), first, [profiled, rung(1, closed(10), 1000)])).toEqual(closed(20));
    expect(searchResult(search(), first, [profiled], false)).toMatchObject({ low: null, high: null, done: false });
  });

  it('says where it is while it goes on, and where it was when the run ended before it', () => {
    const rungs = [rung(0, closed(10), 1000), rung(1, closed(20), 2000)];
    expect(searchResult(search(), closed(10), rungs, false)).toEqual({
      kneeStepIndex: 1,
      low: 20,
      high: null,
      done: false,
      sentence: 'So far: Throughput rises up to 20 connections (2,000 req/s).',
    });
    expect(searchResult(search(), closed(10), rungs, true)).toMatchObject({
      done: true,
      sentence: 'The run ended before the search did. Up to then: Throughput rises up to 20 connections (2,000 req/s).',
    });
    expect(searchResult(search(), closed(10), [], false).sentence).toBe('No step is over yet.');
    expect(searchResult(search(), closed(10), [], true)).toMatchObject({
      kneeStepIndex: null,
      done: true,
      sentence: 'No step of the search came to an end.',
    });
  });

  it('always ends with a bracket as narrow as asked, for any server whose throughput rises and then stays', () => {
    let state = 5;
    const chance = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let round = 0; round < 300; round++) {
      const knee = Math.round(20 + chance() * 5000);
      const growth = 1.3 + chance() * 3;
      const precision = 0.02 + chance() * 0.5;
      const { result } = runSearch(search({ growth, precision, most: 100_000 }), closed(10), (n) =>
        figures(Math.min(n, knee)),
      );
      const [low, high] = [result.low ?? 0, result.high ?? 0];
      // The plateau begins where 3 % less than the most is given.
      expect(low).toBeLessThan(knee / 1.03);
      expect(high).toBeGreaterThanOrEqual(Math.floor(knee / 1.03));
      expect(high <= low * (1 + precision) || high - low < 2).toBe(true);
    }
  });
});
