/**
 * `npm run check:statistics`: how often comparisons claim what is not so, and find what is, in simulated sessions. What decides
 * in them is what decides in the product. Fails when a rate breaks its bound. `--json` prints one object, `--sessions` makes
 * the intervals closer, `--seed` draws other sessions, `--shortest` has too few to judge a bound. It computes without a
 * pause, so signals end it as they end any program.
 */
import { EFFECTS_PERCENT, ROUNDS } from '../api/testing/statistics/power-curves.ts';
import { broken, type Rate } from '../api/testing/statistics/rate.ts';
import { STUDIES } from '../api/testing/statistics/studies.ts';
import { printFigures } from './bench/figures.mjs';
import { benchOptions, holdToGoals } from './bench/options.mjs';
import { endWithNpm } from './start/npm-watch.mjs';

/** With fewer, chance alone breaks a bound now and then. */
const SESSIONS_LEAST = 20_000;

endWithNpm();
const options = benchOptions({
  sessions: { usual: SESSIONS_LEAST, shortest: 400, least: SESSIONS_LEAST },
  // Studies count on from the seed.
  seed: { usual: 1, shortest: 1, least: 0, most: 2 ** 31 },
});

const all: Rate[] = [];
for (const { title, share, rates } of STUDIES) {
  const found = rates(Math.ceil(options.sessions * share), options.seed);
  all.push(...found);
  if (!options.json) print(title, found);
}
if (options.json) printFigures('statistics', all.map(figureOf), true);
const failed = all.filter(broken);
if (!options.json && !options.shortest && failed.length === 0) console.log('Every bound is kept.');
holdToGoals(
  failed.map(({ id }) => `The bound of ${id} is broken.`),
  options,
);

function figureOf({ id, rate, low, high, sessions }: Rate) {
  return { id, value: rate, unit: 'share', low, high, n: sessions };
}

function print(title: string, rates: Rate[]): void {
  const curves = rates.every(({ id }) => id.startsWith('power.'));
  console.log(
    `${title} (${curves ? `${rates[0]?.sessions ?? 0} sessions each; simulated, by formula` : '95 % interval'})`,
  );
  for (const line of curves ? curveLines(rates) : rates.map(rateLine)) console.log(line);
  console.log('');
}

function rateLine(one: Rate): string {
  const { what, rate, low, high, sessions: of, bound } = one;
  const interval = `${percent(low)} to ${percent(high)}`.padEnd(16);
  const held = bound === null ? 'contrast' : `${bound.type === 'near' ? 'about' : 'at most'} ${percent(bound.rate)}`;
  return `  ${percent(rate).padStart(7)}  ${interval} of ${String(of).padStart(6)}  ${held.padEnd(16)} ${broken(one) ? 'BROKEN ' : ''}${what}`;
}

function curveLines(rates: Rate[]): string[] {
  const cell = (rounds: number, effect: number): string => {
    const one = rates.find(({ id }) => id === `power.${rounds}.${effect}`);
    if (!one) return '';
    return `${percent(one.rate)} ${percent(one.bound?.rate ?? Number.NaN)}${broken(one) ? ' BROKEN' : ''}`;
  };
  const line = (cells: string[]): string => `  ${cells.map((text) => text.padStart(17)).join('')}`;
  return [
    line(['rounds', ...EFFECTS_PERCENT.map((effect) => `${effect} %`)]),
    ...ROUNDS.map((rounds) => line([String(rounds), ...EFFECTS_PERCENT.map((effect) => cell(rounds, effect))])),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
