import { describe, expect, it } from 'vitest';
import { roundOrder } from '../statistics/round-order.ts';
import { type ExperimentState, MAX_ATTEMPTS, nextMove, RETRY_PAUSE_US } from './next-move.ts';
import { type Attempt, slotsOf, wholeRounds } from './slots.ts';

const NOW = 1_000_000_000_000;
const LONG_AGO = NOW - 2 * RETRY_PAUSE_US;

const attempt = (round: number, position: number, over: Partial<Attempt> = {}): Attempt => ({
  runId: `${round}.${position}.${over.attempt ?? 0}`,
  round,
  position,
  attempt: 0,
  state: 'finished',
  failure: null,
  startedAtUs: LONG_AGO - 1,
  endedAtUs: LONG_AGO,
  figure: 10_000,
  invalid: null,
  ...over,
});

const invalid = (round: number, position: number, over: Partial<Attempt> = {}): Attempt =>
  attempt(round, position, { invalid: '5 of 10 requests failed.', ...over });

const failed = (round: number, position: number, over: Partial<Attempt> = {}): Attempt =>
  attempt(round, position, { state: 'failed', figure: null, failure: { code: 'x', sentence: 'It broke.' }, ...over });

const experiment = (over: Partial<ExperimentState> = {}): ExperimentState => ({
  status: 'running',
  stoppedSentence: null,
  configurations: 2,
  configurationNames: ['off', 'on'],
  rounds: 2,
  extensionRounds: null,
  extended: null,
  seed: 7,
  ranToItsEnd: false,
  attempts: [],
  ...over,
});

const all = (rounds: number): Attempt[] =>
  Array.from({ length: rounds }, (_, round) => [attempt(round, 0), attempt(round, 1)]).flat();
const move = (over: Partial<ExperimentState>, nowUs = NOW) => nextMove(experiment(over), nowUs);

describe('the next move of an experiment', () => {
  it('is none before it is started and after it is over', () => {
    for (const status of ['planned', 'done'] as const) expect(move({ status })).toEqual({ type: 'none' });
  });

  it('queues the places one after another in the order drawn from the seed', () => {
    const order = roundOrder(2, 2, 7).flat();
    const done: Attempt[] = [];
    for (const [at, configuration] of order.entries()) {
      const next = move({ attempts: done });
      expect(next).toMatchObject({ type: 'queue', attempt: 0, slot: { configuration } });
      done.push(attempt(Math.floor(at / 2), at % 2));
    }
    expect(move({ attempts: done })).toEqual({ type: 'finish', stoppedSentence: null });
  });

  it.each(['queued', 'measuring', 'restoring'] as const)('waits for a run that is %s', (state) => {
    const attempts = [attempt(0, 0, { state, figure: null, endedAtUs: null })];
    expect(move({ attempts })).toEqual({ type: 'wait' });
  });

  it('pauses after a failed run, then makes up for it in its place', () => {
    const attempts = [attempt(0, 0), failed(0, 1, { endedAtUs: NOW - 1 })];
    const paused = move({ attempts });
    expect(paused).toMatchObject({ type: 'pause', untilUs: NOW - 1 + RETRY_PAUSE_US });
    expect(paused.type === 'pause' && paused.sentence).toContain('It broke.');
    const later = move({ attempts }, NOW + RETRY_PAUSE_US);
    expect(later).toMatchObject({ type: 'queue', attempt: 1, slot: { round: 0, position: 1 } });
  });

  it.each([
    ['failed', failed(0, 0)],
    ['measured nothing', attempt(0, 0, { figure: null })],
    ['measured 0, and that has no ratio', attempt(0, 0, { figure: 0 })],
    ['measured what is invalid, however high it is', invalid(0, 0, { figure: 1e9 })],
  ])('does not count a run that %s', (_how, first) => {
    expect(move({ attempts: [first] })).toMatchObject({ type: 'queue', attempt: 1, slot: { round: 0, position: 0 } });
  });

  it('ends at the last attempt of a place, with its reason', () => {
    const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, i) => failed(0, 0, { attempt: i }));
    expect(move({ attempts: attempts.slice(1) }).type).toBe('queue');
    const end = move({ attempts });
    expect(end.type === 'finish' && end.stoppedSentence).toMatch(
      / in round 1 gave no figure 3 times, .* it failed: It broke\.$/,
    );
  });

  it('ends when a configuration is always invalid, within the same bound', () => {
    const attempts: Attempt[] = [];
    const moves: string[] = [];
    for (let now = NOW; moves.at(-1) !== 'finish'; now += 2 * RETRY_PAUSE_US) {
      const next = move({ attempts }, now);
      moves.push(next.type);
      if (next.type === 'finish')
        expect(next.stoppedSentence).toMatch(
          /gave no figure 3 times, .* its primary step is invalid: 5 of 10 requests/,
        );
      if (next.type === 'queue') attempts.push(invalid(0, 0, { attempt: next.attempt, endedAtUs: now }));
    }
    expect(moves).toEqual(['queue', 'queue', 'queue', 'finish']);
  });

  it('counts failed and invalid attempts of a place together', () => {
    const attempts = [failed(0, 0), invalid(0, 0, { attempt: 1 }), failed(0, 0, { attempt: 2 })];
    expect(move({ attempts: attempts.slice(0, 2) })).toMatchObject({ type: 'queue', attempt: 2 });
    expect(move({ attempts }).type).toBe('finish');
  });

  it('does not use up attempts on runs that no host took', () => {
    const attempts = Array.from({ length: 5 }, (_, i) => failed(0, 0, { attempt: i, startedAtUs: null }));
    expect(move({ attempts })).toMatchObject({ type: 'queue', attempt: 5 });
  });

  it('ends when a person canceled a run: who chooses which runs count chooses the result', () => {
    const end = move({ attempts: [attempt(0, 0), failed(0, 1, { state: 'canceled' })] });
    expect(end.type === 'finish' && end.stoppedSentence).toContain('was canceled by a person');
  });

  it('ends a stopped one when its run is over, and cancels that first', () => {
    const stopped = { stoppedSentence: 'Stopped by Ada.' };
    const running = (state: Attempt['state']) => [attempt(0, 0, { runId: 'r', state, figure: null })];
    expect(move({ ...stopped, attempts: running('measuring') })).toEqual({
      type: 'cancel',
      runId: 'r',
      sentence: 'Stopped by Ada.',
    });
    expect(move({ ...stopped, attempts: running('restoring') })).toEqual({ type: 'wait' });
    const end = { type: 'finish', ...stopped };
    expect(move({ ...stopped, attempts: running('canceled') })).toEqual(end);
    expect(move({ ...stopped, attempts: all(1) })).toEqual(end);
  });

  it('looks once where an extension was declared, and goes by what was seen', () => {
    const planned = { extensionRounds: 3, attempts: all(2) };
    expect(move(planned)).toEqual({ type: 'look' });
    expect(move({ ...planned, extended: false })).toEqual({ type: 'finish', stoppedSentence: null });
    expect(move({ ...planned, extended: true })).toMatchObject({ type: 'queue', slot: { round: 2, position: 0 } });
    expect(move({ ...planned, extended: true, attempts: all(5) })).toEqual({ type: 'finish', stoppedSentence: null });
  });
});

describe('rounds that count', () => {
  it('are not made of invalid runs, which are made up for', () => {
    const again = attempt(0, 0, { attempt: 1, runId: 'again' });
    const attempts = [invalid(0, 0), again, ...all(2).slice(1)];
    const [first] = wholeRounds(slotsOf(experiment(), attempts));
    expect(first).toContain('again');
    expect(wholeRounds(slotsOf(experiment(), [invalid(0, 0), ...all(2).slice(1)]))).toHaveLength(1);
  });

  it('stay those of the day on which it ran to its end, whatever later rules call invalid or valid', () => {
    const over = experiment({ status: 'done', ranToItsEnd: true });
    const stricter = [invalid(0, 0), ...all(2).slice(1)];
    expect(wholeRounds(slotsOf(over, stricter))).toEqual(wholeRounds(slotsOf(over, all(2))));
    const laxer = [...all(2), attempt(0, 0, { attempt: 1, runId: 'made up' })];
    expect(wholeRounds(slotsOf(over, laxer))[0]).toContain('made up');
  });

  it('are whole, and each has its runs by configuration', () => {
    const attempts = [...all(1), failed(1, 0), attempt(1, 0, { attempt: 1, runId: 'again' }), failed(1, 1)];
    const slots = slotsOf(experiment(), attempts);
    const [first] = roundOrder(2, 2, 7);
    expect(wholeRounds(slots)).toEqual([[0, 1].map((configuration) => `0.${first?.indexOf(configuration)}.0`)]);
    const whole = slotsOf(experiment(), [...attempts, attempt(1, 1, { attempt: 1, runId: 'last' })]);
    expect(new Set(wholeRounds(whole)[1])).toEqual(new Set(['again', 'last']));
  });
});
