// @ts-check
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';

/**
 * @typedef {object} Figure
 * @property {string} id
 * @property {number} value mean, or the quantile that its name says
 * @property {string} unit
 * @property {number} low 95 % interval of the value, by bootstrap
 * @property {number} high
 * @property {number} n values that it is made of: rounds, page loads, cycles
 */

const RESAMPLES = 2_000;

/** @param {string} id @param {string} unit @param {number[]} values @returns {Figure} */
export const figure = (id, unit, values) => figureOf(id, unit, values, mean);

/** @param {string} id @param {string} unit @param {number[]} values @param {number} q @returns {Figure} */
export const quantileFigure = (id, unit, values, q) => figureOf(id, unit, values, (some) => quantile(some, q));

/** @param {string} id @param {string} unit @param {number[]} values @param {(values: number[]) => number} statistic @returns {Figure} */
function figureOf(id, unit, values, statistic) {
  const [low, high] = interval(values, statistic);
  const round = (/** @type {number} */ x) => (Math.abs(x) < 1 ? Number(x.toPrecision(3)) : Math.round(x * 100) / 100);
  return { id, value: round(statistic(values)), unit, low: round(low), high: round(high), n: values.length };
}

/** @param {number[]} values */
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

/** The least value that so many of all are not above. @param {number[]} values @param {number} q */
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * q) - 1)] ?? 0;

/** Percentile bootstrap with a fixed seed: the same values give the same interval. @param {number[]} values @param {(values: number[]) => number} statistic @returns {[number, number]} */
function interval(values, statistic) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const means = Array.from({ length: RESAMPLES }, () =>
    statistic(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [means[Math.floor(RESAMPLES * 0.025)] ?? 0, means[Math.floor(RESAMPLES * 0.975)] ?? 0];
}

/** What the figures were measured on. */
export function machine() {
  const memory = readFileSync('/proc/meminfo', 'utf8').match(/MemTotal:\s+(\d+) kB/);
  return {
    cpuModel: cpus()[0]?.model ?? 'unknown',
    cpus: availableParallelism(),
    memoryBytes: Number(memory?.[1] ?? 0) * 1024,
    kernel: release(),
    node: process.versions.node,
  };
}

/** Prints a bench's figures: as one JSON object, or as lines for people. @param {string} name @param {Figure[]} figures @param {boolean} json */
export function printFigures(name, figures, json) {
  if (json) return console.log(JSON.stringify({ name, machine: machine(), figures }));
  for (const { id, value, unit, low, high, n } of figures)
    console.log(`${id}: ${value} ${unit} (${low} to ${high}, ${n} ${n === 1 ? 'value' : 'values'})`);
}
