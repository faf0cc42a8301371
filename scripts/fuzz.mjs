#!/usr/bin/env node
// @ts-check
/**
 * `npm run test:fuzz`: asks a whole API, as every role, what schemathesis makes up of the document that it serves; then gives importers,
 * lifters and exported scripts made-up input, and every Fuzz function of the Go code new inputs for some minutes. It fails on any error of the
 * server, on any answer that breaks the document, and when a goal is missed. The same --seed makes the same cases.
 */
import { figure, printFigures, quantileFigure } from './bench/figures.mjs';
import { benchOptions, holdToGoals } from './bench/options.mjs';
import { runScript } from './start/run-script.mjs';
import { fuzz } from './test/fuzz.mjs';
import { fuzzApi } from './test/fuzz-api/fuzz-api.mjs';
import { fuzzProperties } from './test/fuzz-properties.mjs';

const CASES_LEAST = 20_000;
const LARGEST_MS_P99 = 1_000;

await runScript(async () => {
  const options = benchOptions({
    examples: { usual: 30, shortest: 4 },
    seed: { usual: 1, shortest: 1 },
    minutes: { usual: 1, shortest: 0, least: 0 },
    times: { usual: 20, shortest: 0, least: 0 },
  });
  const { shortest, json, minutes, times } = options;
  const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const api = await fuzzApi(options, say);
  const property = times > 0 ? await fuzzProperties(times) : { passed: 0, failures: [] };
  const go = minutes > 0 ? await fuzz({ minutes, say }) : { passed: 0, failures: [] };
  const largest = quantileFigure('fuzz.largest_bodies_ms_p99', 'ms', api.largestMs, 0.99);
  const failed = [...property.failures, ...go.failures];
  printFigures(
    'fuzz',
    [
      figure('fuzz.cases', 'cases', [api.cases]),
      figure('fuzz.server_errors', 'answers', [api.serverErrors]),
      figure('fuzz.schema_violations', 'kinds', [api.violations]),
      largest,
      figure('fuzz.failed_targets', 'targets', [failed.length]),
    ],
    json,
  );
  const sure = [...api.faults, ...failed.map((line) => `${line} failed.`)];
  const missed = [
    api.cases < CASES_LEAST && `There were ${api.cases} cases, and ${CASES_LEAST} are the least.`,
    largest.value >= LARGEST_MS_P99 &&
      `99 % of the largest bodies were answered within ${largest.value} ms, not ${LARGEST_MS_P99}.`,
  ].filter((sentence) => typeof sentence === 'string');
  holdToGoals(missed, { shortest }, sure);
});
