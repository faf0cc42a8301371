#!/usr/bin/env node
// @ts-check
/**
 * `npm run test:faults`: each fault in each state of a run, an experiment and a question to a host, in network namespaces. After each
 * it looks whether what was struck came to an end that it states, whether the host is as it was, whether an acknowledged sample is
 * missing, whether anything is left, and whether another run finishes. What is done is kept in a file, so the next start goes on, and
 * written into docs/reliability.md; with `--shortest` neither. It fails when anything was lost or left, or no further run finished.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { figure, printFigures } from './bench/figures.mjs';
import { benchOptions } from './bench/options.mjs';
import { build } from './start/build.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { root } from './start/settings.mjs';
import { allCells, cellsNamed, spread } from './test/faults/cells.ts';
import { writeTables } from './test/faults/document.mjs';
import { FAULTS } from './test/faults/faults.mjs';
import { Ledger } from './test/faults/ledger.mjs';
import { isWell } from './test/faults/try-cell.mjs';
import { tryAll } from './test/faults/workers.mjs';
import { whyNoNamespaces } from './test/namespaces/topology.mjs';
import { ensurePrograms } from './test/programs.mjs';

const LEDGER = path.join(root, '.build/faults.json');

await runScript(async () => {
  const { json, shortest, only, cells, labs, tries, ...lengths } = benchOptions(
    {
      cells: { usual: 1_000, shortest: 30 },
      tries: { usual: 1, shortest: 1 },
      // An API takes a user id that no process has, and there are seven.
      labs: { usual: 2, shortest: 4, most: 7 },
      'stop-seconds': { usual: 60, shortest: 4 },
      'cut-seconds': { usual: 20, shortest: 4 },
    },
    ['only'],
  );
  const why = whyNoNamespaces();
  if (why) throw new Sentence(`Faults are tried in namespaces and small file systems, and ${why}.`);
  const say = (/** @type {string} */ line) => console.error(line);
  ensurePrograms(['ip', 'ethtool', 'faketime'], say);
  await build({ report: say, web: false });
  const options = { stopSeconds: lengths['stop-seconds'], cutSeconds: lengths['cut-seconds'] };
  const ledger = new Ledger(shortest ? null : LEDGER);
  const asked = spread(only ? cellsNamed(allCells(FAULTS), only) : allCells(FAULTS), cells);
  if (asked.length === 0) throw new Sentence(`No cell is called ${only}.`);
  // What is named is tried again.
  const waiting = asked.filter(({ id }) => only || ledger.of(id).length < tries);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const untried = /** @type {string[]} */ ([]);
  await tryAll(waiting, labs, options, (told) => {
    if ('error' in told) untried.push(`${told.cell} was not tried: ${told.error}`);
    else ledger.add({ ...told, ...options, commit, atMs: Date.now() });
    say('error' in told ? (untried.at(-1) ?? '') : lineOf(told));
  });
  if (ledger.file) writeTables(FAULTS, allCells(FAULTS), ledger.tries);
  const all = asked.flatMap(({ id }) => ledger.of(id));
  const sum = (/** @type {(one: import('./test/faults/ledger.mjs').Try) => number} */ of) =>
    all.reduce((total, one) => total + of(one), 0);
  const figures = [
    figure('faults.cells', 'cells', [new Set(all.map(({ cell }) => cell)).size]),
    figure('faults.tries', 'tries', [all.length]),
    figure('faults.lost', 'losses', [sum(({ lost }) => lost.length)]),
    figure('faults.leaked', 'things left', [sum(({ leaked }) => leaked.length)]),
    figure('faults.blocked', 'tries after which no run finished', [sum(({ blocked }) => blocked.length)]),
    figure('faults.untried', 'cells', [untried.length]),
  ];
  printFigures('faults', figures, json);
  const unwell = all.filter((one) => !isWell(one));
  // Once more at the end: where each was told is many lines above.
  for (const line of [...untried, ...unwell.map(lineOf)]) say(line);
  if (untried.length > 0 || unwell.length > 0) process.exitCode = 1;
});

/** @param {import('./test/faults/try-cell.mjs').Result} result */
function lineOf({ cell, outcome, code, sentence, seconds, lost, leaked, blocked }) {
  const wrong = [...lost, ...leaked, ...blocked].map((one) => `\n  NOT WELL: ${one}`);
  return `${cell}: ${[outcome, code, sentence].filter(Boolean).join(', ')} (${seconds} s)${wrong.join('')}`;
}
