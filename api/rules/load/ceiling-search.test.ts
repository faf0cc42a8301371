import { describe, expect, it } from 'vitest';
import type { CeilingSearch, StepSpec } from '../../contract/load.ts';
import { nextRung, searchResult } from './ceiling-search.ts';
import { SEARCH_STEPS_MOST } from './planned-rungs.ts';
import type { Rung, RungFigures } from './search-rung.ts';

const closed = (connections: number): StepSpec => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
});
const open = (requestsPerSecond: number): StepSpec => ({
  loop: 'open',
  requestsPerSecond,
  arrivals: 'constant',
  connections: null,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
});
const search = (over: Partial<CeilingSearch> = {}): CeilingSearch => ({
  vary: 'connections',
  most: 10_000,
  growth: 2,
  precision: 0.1,
  ceiling: { kind: 'throughput' },
  ...over,
});
const p99Within = (mostMs: number): CeilingSearch['ceiling'] => ({ kind: 'latency', percentile: 'p99', mostMs });

const figures = (requestsPerSecond: number, over: Partial<RungFigures> = {}): RungFigures => ({
  requests: Math.round(requestsPerSecond * 5),
  requestsPerSecond,
  failedRequests: 0,
  latencyMs: { p50: 1, p90: 1, p99: 1, p99_9: 1, loop: 'open' },
  latencyRangeMs: null,
  connectionsEstablished: null,
  unsent: null,
  ...over,
});
const p99 = (value: number | null) => ({ p50: 1, p90: 1, p99: value, p99_9: null, loop: 'open' as const });

/** Runs a search to its end against a server that answers so; null is a step that fails. */
function run(
  asked: CeilingSearch,
  first: StepSpec,
  server: (load: number) => RungFigures | null,
  others: (rung: number) => Rung['others'] = () => null,
) {
  const rungs: Rung[] = [];
  const loads: number[] = [];
  for (let spec = nextRung(asked, first, rungs); spec; spec = nextRung(asked, first, rungs)) {
    const load =
      (asked.vary === 'connections' ? spec.connections : spec.loop === 'open' && spec.requestsPerSecond) || 0;
    loads.push(load);
    rungs.push({ stepIndex: rungs.length, spec, figures: server(load), others: others(rungs.length) });
    if (rungs.length > SEARCH_STEPS_MOST) throw new Error('it does not end');
  }
  return { loads, rungs, result: searchResult(asked, first, rungs, false) };
}

describe('throughput over connections', () => {
  it('grows until more gives no more, then narrows down to where it stops rising', () => {
    const { loads, result } = run(search(), closed(10), (n) => figures(Math.min(100 * n, 25_000)));
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
    const { result, rungs } = run(search(), closed(10), collapsing);
    expect([result.low, result.high]).toEqual([100, 110]);
    expect(rungs[result.kneeStepIndex ?? -1]?.figures?.requestsPerSecond).toBe(10_000);
    const falling = (n: number) => figures(n <= 100 ? 100 * n : 10_000 - 40 * (n - 100));
    expect(run(search(), closed(10), falling).result).toMatchObject({ low: 95, high: 100 });
    const dipping = (n: number) => figures(n === 20 ? 900 : 100 * n);
    expect(run(search(), closed(10), dipping).result.low).toBeGreaterThan(10);
  });

  it('finds the knee of a server that does worse when it is asked too much', () => {
    const { result } = run(search(), closed(8), (n) => figures(n <= 100 ? 200 * n : 20_000 - 40 * (n - 100)));
    expect(result.low).toBeLessThanOrEqual(100);
    expect(result.high).toBeGreaterThanOrEqual(90);
    expect((result.high ?? 0) / (result.low ?? 1)).toBeLessThanOrEqual(1.1);
  });

  it('is not led astray by noise of two percent', () => {
    let sign = 1;
    const { result, loads } = run(search(), closed(10), (n) => {
      sign = -sign;
      return figures(Math.min(100 * n, 25_000) * (1 + 0.01 * sign));
    });
    expect(loads.length).toBeLessThan(14);
    expect(result.low).toBeGreaterThanOrEqual(220);
    expect(result.high).toBeLessThanOrEqual(275);
  });

  it('says so when the first step gives as much as any', () => {
    const { loads, result } = run(search(), closed(50), () => figures(9000));
    expect(loads).toEqual([50, 100]);
    expect(result).toMatchObject({ kneeStepIndex: 0, low: null, high: 50, done: true });
    expect(result.sentence).toBe(
      'Throughput does not rise beyond the first step: 50 connections gave 9,000 req/s, 100 connections gave 9,000 req/s. Where it stops rising is below that.',
    );
  });

  it('says so when the most was reached and throughput still rose', () => {
    const { loads, result } = run(search({ most: 90 }), closed(10), (n) => figures(100 * n));
    expect(loads).toEqual([10, 20, 40, 80, 90]);
    expect(result).toMatchObject({ kneeStepIndex: 4, low: 90, high: null, done: true });
    expect(result.sentence).toBe(
      'Throughput rises up to 90 connections (9,000 req/s); the search stopped at its upper limit, so the ceiling is higher.',
    );
  });

  it('takes a step that failed for one beyond the ceiling, and goes back', () => {
    const { loads, result } = run(search(), closed(10), (n) => (n > 50 ? null : figures(100 * n)));
    expect(loads).toEqual([10, 20, 40, 80, 60, 50, 55]);
    expect(result).toMatchObject({ kneeStepIndex: 5, low: 50, high: 55 });
    expect(result.sentence).toBe(
      'Throughput rises up to 50 connections (5,000 req/s); the step with 55 connections failed.',
    );
  });

  it('takes a step of which more than 1 % failed for one beyond the ceiling, however much it gave', () => {
    const failing = (n: number) => figures(100 * n, n > 100 ? { failedRequests: Math.round(100 * n * 5 * 0.02) } : {});
    const { result, rungs } = run(search(), closed(10), failing);
    expect(result).toMatchObject({ low: 100, high: 110 });
    expect(rungs[result.kneeStepIndex ?? -1]?.spec.connections).toBe(100);
    expect(result.sentence).toBe(
      'Throughput rises up to 100 connections (10,000 req/s); with 110 connections 2.0 % of the requests failed.',
    );
  });

  it('holds no step against what a failing one gave', () => {
    const fast = (n: number) =>
      n > 200 ? figures(90_000, { failedRequests: 400_000 }) : figures(Math.min(100 * n, 8000));
    const { result, rungs } = run(search(), closed(10), fast);
    expect(rungs[result.kneeStepIndex ?? -1]?.figures?.requestsPerSecond).toBeLessThanOrEqual(8000);
    expect(result.sentence).not.toContain('90,000');
    expect(result).toMatchObject({ low: 75, high: 80 });
  });

  it('does not take two loads next to each other for throughput that no longer rises', () => {
    const { loads, result } = run(search({ precision: 0.01 }), closed(10), (n) => (n > 50 ? null : figures(100 * n)));
    expect(loads.at(-1)).toBe(51);
    expect(result).toMatchObject({ low: 50, high: 51 });
  });

  it('fails at once and says so', () => {
    const { loads, result } = run(search(), closed(10), () => null);
    expect(loads).toEqual([10]);
    expect(result).toMatchObject({ kneeStepIndex: null, low: null, high: 10, done: true });
    expect(result.sentence).toBe('The first step is already beyond the ceiling: the step with 10 connections failed.');
  });

  it('asks for whole numbers, each higher than the one before, however slowly it grows', () => {
    const { loads } = run(search({ growth: 1.1, most: 20 }), closed(1), (n) => figures(100 * n));
    expect(loads).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 20]);
  });

  it('ends after thirty steps and says so', () => {
    const { loads, result } = run(search({ growth: 1.1, most: 1_000_000 }), closed(100), (n) => figures(n));
    expect(loads).toHaveLength(30);
    expect(result.done).toBe(true);
    expect(result.sentence).toMatch(/The search ended after 30 steps\.$/);
  });
});

describe('a rate', () => {
  const rates = search({ vary: 'requestsPerSecond', most: 1_000_000 });

  it('is raised until it is not met, and narrowed down', () => {
    const { loads, result } = run(rates, open(10_000), (asked) => figures(Math.min(asked, 40_000)));
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
});

describe('a bound on the latency', () => {
  const bound = search({ vary: 'requestsPerSecond', most: 1_000_000, ceiling: p99Within(5) });
  /** p99 grows as the server fills: 1 ms / (1 - load / 50,000). */
  const queue = (asked: number) =>
    asked >= 50_000
      ? figures(50_000, { latencyMs: p99(900) })
      : figures(asked, { latencyMs: p99(50_000 / (50_000 - asked)) });

  it('is kept up to the knee', () => {
    const { result } = run(bound, open(10_000), queue);
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
    const { result } = run(search({ ceiling: p99Within(10) }), closed(8), (n) =>
      figures(10_000, { latencyMs: p99(n / 10) }),
    );
    expect([result.low, result.high]).toEqual([96, 104]);
  });
});

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
    const { loads, result } = run(bound, open(200), server, (rung) => (rung === 0 ? crowded : null));
    expect(loads).toEqual([200, 200, 400, 800, 1600, 3200, 4000]);
    expect(result).toMatchObject({ kneeStepIndex: 6, low: 4000, high: null });
  });

  it('passes the ceiling where it does so again without them', () => {
    const { loads, result } = run(
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
    const { loads, result } = run(
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
    const { loads, result } = run(
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
    const { result } = run(
      bound,
      open(1000),
      (asked) => (asked > 1000 ? { ...slow, requestsPerSecond: asked } : kept(asked)),
      (rung) => (rung < 2 ? null : crowded),
    );
    expect(result).toMatchObject({ low: 1000, high: 2000, done: true });
  });

  it('is no proof that throughput no longer rises', () => {
    const flat = (n: number) => figures(Math.min(100 * n, 4000));
    const { loads, result } = run(search(), closed(20), flat, () => crowded);
    expect(loads).toEqual([20, 40, 80, 30, 35, 37]);
    expect(result).toMatchObject({ low: 37, high: null, done: true });
    expect(result.sentence).toMatch(
      /80 connections gave 4,000 req\/s\. But other processes used 92 % of the CPUs of vm: without them it may rise further\.$/,
    );
  });

  it('that failed is repeated no more than any', () => {
    const { loads } = run(
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
      const { result } = run(search({ growth, precision, most: 100_000 }), closed(10), (n) =>
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
