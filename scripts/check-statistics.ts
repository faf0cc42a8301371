/**
 * `npm run check:statistics`: how often comparisons claim what is not so, and find what is, in simulated sessions. What decides
 * in them is what decides in the product. Fails when a rate breaks its bound. `--json` prints one object, `--sessions` makes
 * the intervals closer, `--seed` draws other sessions.
 */
import { parseArgs } from 'node:util';
import { EFFECTS_PERCENT, ROUNDS } from '../api/testing/statistics/power-curves.ts';
import { broken, type Rate } from '../api/testing/statistics/rate.ts';
import { STUDIES } from '../api/testing/statistics/studies.ts';

/** With fewer, chance alone breaks a bound now and then. */
const SESSIONS_LEAST = 20_000;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    sessions: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
const [sessions, seed] = [Number(values.sessions), Number(values.seed)];
if (!Number.isInteger(sessions) || sessions < SESSIONS_LEAST) refuse(`Use at least ${SESSIONS_LEAST} --sessions.`);
// Studies count on from the seed.
if (!Number.isInteger(seed) || seed < 0 || seed > 2 ** 31) refuse('Use a whole number up to 2147483648 as --seed.');

const all: Rate[] = [];
for (const { title, share, rates } of STUDIES) {
  const found = rates(Math.ceil(sessions * share), seed);
  all.push(...found);
  if (!values.json) print(title, found);
}
const failed = all.filter(broken);
if (values.json)
  console.log(JSON.stringify({ name: 'statistics', seed, sessions, broken: failed.map(({ id }) => id), rates: all }));
else
  console.log(
    failed.length === 0 ? 'Every bound is kept.' : `Bounds broken: ${failed.map(({ id }) => id).join(', ')}.`,
  );
if (failed.length > 0) process.exitCode = 1;

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
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
