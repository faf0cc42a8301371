import { describe, expect, it } from 'vitest';
import { closed, figures, open, p99, p99Within, runSearch, search } from '../../../testing/play-search.ts';
import { searchResult } from './ceiling-search.ts';

describe('a rung beside other processes', () => {
  const bound = search({ vary: 'requestsPerSecond', most: 4000, ceiling: p99Within(50) });
  const crowded = { share: 0.92, name: 'vm' };
  const slow = figures(200, { latencyMs: p99(156.287) });
  const kept = (asked: number) => figures(asked, { latencyMs: p99(3) });

  it('is measured again before it ends the search', () => {
    let first = true;
    const server = (asked: number) => {
      const answer = first ? slow : kept(asked);
      first = false;
      return answer;
    };
    const { loads, result } = runSearch(bound, open(200), server, (rung) => (rung === 0 ? crowded : null));
    expect(loads).toEqual([200, 200, 400, 800, 1600, 3200, 4000]);
    expect(result).toMatchObject({ kneeStepIndex: 6, low: 4000, high: null });
  });

  it('passes the ceiling where it does so again without them', () => {
    const { loads, result } = runSearch(
      bound,
      open(200),
      () => slow,
      (rung) => (rung === 0 ? crowded : null),
    );
    expect(loads).toEqual([200, 200]);
    expect(result).toMatchObject({ low: null, high: 200, done: true });
    expect(result.sentence).toBe(
      'The first step is already beyond the ceiling: with 200 req/s asked its p99 was 156 ms.',
    );
  });

  it('that passed it twice says nothing of the ceiling', () => {
    const { loads, result } = runSearch(
      bound,
      open(200),
      () => slow,
      () => crowded,
    );
    expect(loads).toEqual([200, 200]);
    expect(result).toEqual({
      kneeStepIndex: null,
      low: null,
      high: null,
      done: true,
      sentence:
        'The ceiling is not known: with 200 req/s asked its p99 was 156 ms, but other processes used 92 % of the CPUs of vm. Stop them or start lower, and search again.',
    });
  });

  it('ends the bracket below it, and leaves open whether it is beyond', () => {
    const { loads, result } = runSearch(
      bound,
      open(1000),
      (asked) => (asked > 1000 ? { ...slow, requestsPerSecond: asked } : kept(asked)),
      () => crowded,
    );
    expect(loads.slice(0, 5)).toEqual([1000, 2000, 2000, 1500, 1500]);
    expect(result).toMatchObject({ low: 1000, high: null, done: true });
    expect(result.sentence).toBe(
      'p99 stays within 50 ms up to 1,000 req/s asked (3 ms at 1,000 req/s); with 1,062 req/s asked its p99 was 156 ms, but other processes used 92 % of the CPUs of vm: the ceiling may be higher.',
    );
  });

  it('keeps the higher end that was measured without them', () => {
    const { result } = runSearch(
      bound,
      open(1000),
      (asked) => (asked > 1000 ? { ...slow, requestsPerSecond: asked } : kept(asked)),
      (rung) => (rung < 2 ? null : crowded),
    );
    expect(result).toMatchObject({ low: 1000, high: 2000, done: true });
  });

  it('is no proof that throughput no longer rises', () => {
    const flat = (n: number) => figures(Math.min(100 * n, 4000));
    const { loads, result } = runSearch(search(), closed(20), flat, () => crowded);
    expect(loads).toEqual([20, 40, 80, 30, 35, 37]);
    expect(result).toMatchObject({ low: 37, high: null, done: true });
    expect(result.sentence).toMatch(
      /80 connections gave 4,000 req\/s\. But other processes used 92 % of the CPUs of vm: without them it may rise further\.$/,
    );
  });

  it('that failed is repeated no more than any', () => {
    const { loads } = runSearch(
      bound,
      open(200),
      () => null,
      () => crowded,
    );
    expect(loads).toEqual([200]);
  });

  it('that was not repeated in a run that is over leaves its search at its end', () => {
    const rungs = [{ stepIndex: 0, spec: open(200), figures: slow, others: crowded }];
    expect(searchResult(bound, open(200), rungs, true).sentence).toMatch(/^The ceiling is not known: /);
  });
});
