import { describe, expect, it } from 'vitest';
import { normalFrom } from '../../testing/statistics/sessions.ts';
import { type Effect, effectOfRounds } from '../statistics/effect.ts';
import { randomOf } from '../statistics/seeded-random.ts';
import { type Bisection, learnt, type Next, nextOf } from './bisection.ts';

const commits = (count: number): string[] => Array.from({ length: count }, (_, i) => `c${i}`);
const BISECTION: Bisection = {
  revisions: commits(17),
  direction: 'lower',
  margin: 0.02,
  alpha: 0.05,
  roundsFirst: 6,
  roundsMost: 96,
  measured: [],
};

interface World {
  /** ln of each revision's figure. */
  levelOf: (revision: string) => number;
  runSd?: number;
  notBuildable?: string[];
  seed?: number;
}

/** Plays a bisection to its end. */
function played(start: Bisection, { levelOf, runSd = 0.02, notBuildable = [], seed = 1 }: World) {
  const normal = normalFrom(randomOf(seed));
  const asked: Extract<Next, { type: 'measure' }>[] = [];
  let bisection = start;
  for (;;) {
    const next = nextOf(bisection);
    if (next.type !== 'measure') return { next, asked };
    asked.push(next);
    if (asked.length > 100) throw new Error('does not end');
    const missing = [next.baseline, next.other].find((revision) => notBuildable.includes(revision));
    bisection = learnt(bisection, { ...next, other: missing ?? next.other }, missing ? 'not-buildable' : effect(next));
  }

  function effect({ baseline, other, rounds, alpha }: Extract<Next, { type: 'measure' }>): Effect {
    const runs = (revision: string): number[] =>
      Array.from({ length: rounds }, () => 1000 * Math.exp(levelOf(revision) + runSd * normal()));
    const found = effectOfRounds({ baseline: runs(baseline), other: runs(other) }, alpha);
    if ('fault' in found) throw new Error(found.fault);
    return found;
  }
}

const indexOf = (revision: string): number => Number(revision.slice(1));
const slowSince =
  (first: number) =>
  (revision: string): number =>
    indexOf(revision) >= first ? Math.log(0.8) : 0;

describe('a bisection', () => {
  it.each(Array.from({ length: 16 }, (_, i) => i + 1))('finds the commit at place %i of 16', (first) => {
    const { next, asked } = played(BISECTION, { levelOf: slowSince(first) });
    expect(next).toEqual({ type: 'found', revision: `c${first}` });
    expect(asked[0]).toMatchObject({ baseline: 'c0', other: 'c16', rounds: 6 });
  });

  it('asks about log₂ of the range when the noise is small', () => {
    expect(played(BISECTION, { levelOf: slowSince(5), runSd: 0.002 }).asked).toHaveLength(1 + 4);
  });

  it('stops when the ends do not differ', () => {
    const { next } = played(BISECTION, { levelOf: () => 0 });
    expect(next).toEqual({ type: 'range', good: 'c0', bad: 'c16', because: 'not-reproduced' });
  });

  it('stops when the ends differ the other way', () => {
    const { next } = played(BISECTION, { levelOf: (revision) => -slowSince(3)(revision) });
    expect(next).toMatchObject({ type: 'range', because: 'other-way' });
  });

  it('doubles the rounds while the answer is unknown, up to the most, and ends in the range', () => {
    // 3 % at a spread of 30 % a run: 96 rounds have an error of 4.3 %.
    const { next, asked } = played(BISECTION, { levelOf: (revision) => slowSince(5)(revision) / 7, runSd: 0.3 });
    expect(asked.map(({ rounds }) => rounds)).toEqual([6, 12, 24, 48, 96]);
    expect(new Set(asked.map(({ alpha }) => alpha))).toEqual(new Set([0.01]));
    expect(next).toEqual({ type: 'range', good: 'c0', bad: 'c16', because: 'ends-unclear' });
  });

  it('narrows to a range when a revision between lies halfway', () => {
    const levelOf = (revision: string): number => (indexOf(revision) < 8 ? 0 : indexOf(revision) === 8 ? -0.1 : -0.2);
    const { next } = played(BISECTION, { levelOf, runSd: 0.03 });
    expect(next).toMatchObject({ type: 'range', because: 'too-noisy' });
  });

  it('goes around revisions that cannot be built', () => {
    const { next } = played(BISECTION, { levelOf: slowSince(10), notBuildable: ['c8', 'c7', 'c12'] });
    expect(next).toEqual({ type: 'found', revision: 'c10' });
  });

  it('ends in a range when only those are left', () => {
    const { next } = played(BISECTION, { levelOf: slowSince(10), notBuildable: ['c9', 'c10', 'c11'] });
    expect(next).toEqual({ type: 'range', good: 'c8', bad: 'c12', because: 'not-buildable' });
  });

  it.each(['c0', 'c16'])('needs both ends: %s cannot be built', (end) => {
    const { next } = played(BISECTION, { levelOf: slowSince(10), notBuildable: [end] });
    expect(next).toMatchObject({ type: 'range', because: 'end-not-buildable' });
  });

  it('of two neighbours measures them, and nothing else', () => {
    const { next, asked } = played({ ...BISECTION, revisions: commits(2) }, { levelOf: slowSince(1) });
    expect([next, asked.length]).toEqual([{ type: 'found', revision: 'c1' }, 1]);
  });

  it('names a wrong commit seldom: 5 % at a spread of 3.5 %', () => {
    const small = { ...BISECTION, revisions: commits(9) };
    const ends = Array.from({ length: 100 }, (_, seed) => {
      const first = 1 + (seed % 8);
      const levelOf = (revision: string): number => (indexOf(revision) >= first ? Math.log(0.95) : 0);
      const { next } = played(small, { levelOf, runSd: 0.035, seed });
      return next.type === 'found' ? (next.revision === `c${first}` ? 'right' : 'wrong') : next.because;
    });
    const count = (word: string): number => ends.filter((end) => end === word).length;
    expect(count('right')).toBeGreaterThanOrEqual(85);
    expect(count('wrong')).toBeLessThanOrEqual(5);
  });
});
