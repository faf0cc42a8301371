import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pythonPath } from '../../../scripts/test/python-packages.mjs';
import { normalFrom } from '../../testing/statistics/sessions.ts';
import { changePointsOf } from './e-divisive.ts';
import { randomOf } from './seeded-random.ts';

const ALPHA = 0.001;
const script = path.resolve(import.meta.dirname, '../../testing/oracle/ask_otava.py');

function otava<T>(asked: object): T {
  const env = { ...process.env, PYTHONPATH: pythonPath('apache-otava'), PYTHONDONTWRITEBYTECODE: '1' };
  return JSON.parse(execFileSync('python3', [script], { input: JSON.stringify(asked), env, encoding: 'utf8' }));
}

/** Those of its own tests; some have values of 0, of which there is no logarithm. */
const itsOwn = otava<number[][]>({ tests: path.join(pythonPath('apache-otava'), 'source/tests') })
  .filter((series) => series.every((value) => value > 0))
  .map((series) => series.map(Math.log));

/** Up to three steps, of up to 10 % up or down, in 20 to 100 values that vary by 2 %. */
function stepped(seed: number): number[] {
  const random = randomOf(seed);
  const normal = normalFrom(random);
  const count = 20 + Math.floor(80 * random());
  const steps = Array.from({ length: Math.floor(4 * random()) }, () => ({
    at: Math.floor(count * random()),
    by: 0.2 * (random() - 0.5),
  }));
  return Array.from({ length: count }, (_, i) =>
    steps.reduce((level, { at, by }) => (i >= at ? level + by : level), 0.02 * normal()),
  );
}

const series = [...itsOwn, ...Array.from({ length: 300 }, (_, seed) => stepped(seed))];
const found = (segmentLeast: number): number[][] =>
  series.map((values) => changePointsOf(values, { alpha: ALPHA, segmentLeast }).map(({ index }) => index));

it('finds the change points of apache-otava in every series, once it differs where we do on purpose', () => {
  expect(itsOwn.length).toBeGreaterThan(20);
  expect(Math.max(...itsOwn.map(({ length }) => length))).toBeGreaterThan(300);
  const theirs = otava<number[][]>({ series, alpha: ALPHA, ours: true });
  expect(theirs.flat().length).toBeGreaterThan(200);
  expect(found(1)).toEqual(theirs);
});

it('agrees with it as it is, and with segments of three values, in most series', () => {
  const theirs = otava<number[][]>({ series, alpha: ALPHA, ours: false });
  const same = found(3).filter((ours, i) => ours.join() === theirs[i]?.join());
  expect(same.length / series.length).toBeGreaterThan(0.85);
});
