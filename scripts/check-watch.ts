/**
 * `npm run check:watch`: how often nights without a change raise an alert, and how soon a change is told, in simulated nights.
 * What judges and confirms in them is what does so in the product. Fails when a goal is missed. `--json` prints one object,
 * `--series` makes the intervals closer, `--seed` draws other nights, `--shortest` has too few to judge a goal. It computes
 * without a pause, so signals end it as they end any program.
 */
import { drifts, type Found, falseAlerts, hostMoves, steps } from '../api/testing/watch/studies.ts';
import { figure, printFigures } from './bench/figures.mjs';
import { benchOptions, holdToGoals } from './bench/options.mjs';
import { endWithNpm } from './start/npm-watch.mjs';

/** With fewer, chance alone misses a goal now and then. */
const SERIES_LEAST = 200;
/** 200 nights without a change take longest, and come to 200 values each. */
const SHARE_WITHOUT_CHANGE = 0.15;

endWithNpm();
const options = benchOptions({
  series: { usual: SERIES_LEAST, shortest: 4, least: SERIES_LEAST },
  // Series count on from the seed.
  seed: { usual: 1, shortest: 1, least: 0, most: 2 ** 31 },
});

const { series, seed } = options;
const found: Found[] = [
  ...falseAlerts(Math.ceil(series * SHARE_WITHOUT_CHANGE), seed),
  ...steps(series, seed),
  ...drifts(series, seed),
  ...hostMoves(series, seed),
];
if (options.json) {
  const figures = found.map(({ id, unit, values }) => figure(id, unit, values));
  printFigures('watch', figures, true);
} else for (const one of found) console.log(line(one));
const missed = found.filter((one) => !isReached(one));
if (!options.json && !options.shortest && missed.length === 0) console.log('Every goal is reached.');
holdToGoals(
  missed.map(({ id }) => `The goal of ${id} is missed.`),
  options,
);

function isReached({ goal, values }: Found): boolean {
  if (goal === null) return true;
  const mean = meanOf(values);
  return goal.type === 'at-most' ? mean <= goal.value : mean >= goal.value;
}

function line(one: Found): string {
  const { id, what, unit, values, goal } = one;
  const { value, low, high, n } = figure(id, unit, values);
  const goalText = goal === null ? 'contrast' : `${goal.type === 'at-most' ? 'at most' : 'at least'} ${goal.value}`;
  const measured = `${value} ${unit} (${low} to ${high}, ${n} series)`;
  return `${isReached(one) ? '' : 'MISSED '}${measured.padEnd(46)} ${goalText.padEnd(12)} ${what}`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
