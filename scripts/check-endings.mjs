#!/usr/bin/env node
// @ts-check
/**
 * `npm run check:endings`: every script that starts something, ended in every way at every moment. Fails when a process, a
 * port, a namespace, a mount or a temporary folder stays. Folders may stay after kill -9; the start that follows clears them.
 * `--only NAME` looks at one script; `--shortest` at one moment and two endings of each.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { figure, printFigures } from './bench/figures.mjs';
import { benchOptions } from './bench/options.mjs';
import { build } from './start/build.mjs';
import { hold } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { end } from './test/endings/end.mjs';
import { ENDINGS, SCRIPTS, shortestEndings } from './test/endings/scripts.mjs';

/** Scripts side by side: each waits most of its time, and has a folder of its own, by which what stays of it is known. */
const LANES = 3;
/** An instance starts a child of its own again; the other has none. */
const OUTLIVE_CHILDREN = ['start', 'check:statistics', 'check:watch'];
const report = (line) => console.error(line);

await runScript(async () => {
  const { json, shortest, only } = benchOptions({}, ['only']);
  const scripts = SCRIPTS.filter(({ name }) => only === undefined || name === only);
  if (scripts.length === 0) throw new Sentence(`--only takes one of ${SCRIPTS.map(({ name }) => name).join(', ')}.`);
  await build({ report });
  const url = await serve();
  // Short, for scripts make folders in it, and Chromium a socket in one of these.
  const folder = mkdtempSync('/tmp/e-');
  chmodSync(folder, 0o755);
  hold(() => rmSync(folder, { recursive: true, force: true }));
  const waiting = [...scripts.entries()];
  const rows = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [i, script] = next;
      rows.push(...(await endInEveryWay(script, shortest, path.join(folder, String(i).padStart(2, '0')), url)));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  printFigures(
    'endings',
    rows.map(({ id, seconds }) => figure(`endings.${id}_s`, 's', [seconds])),
    json,
  );
  const left = rows.filter((row) => row.left.length > 0);
  for (const row of left) report(`${row.id} left ${row.left.join(', ')}`);
  if (left.length > 0) process.exitCode = 1;
});

/** All in one folder: each start has what the ending before it left. */
async function endInEveryWay(script, shortest, folder, url) {
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const rows = [];
  for (const moment of shortest ? script.moments.slice(0, 1) : script.moments)
    for (const ending of shortest ? shortestEndings(script) : waysToEnd(script)) {
      const { left, seconds } = await end(script, moment, ending, { folder, url });
      const id = [script.name, ending, ...Object.values(moment)].join('.').replaceAll(' ', '_');
      report(
        `${script.name}, ${ending} at '${Object.values(moment)}': ${left.length === 0 ? 'nothing stays' : 'LEFT'}`,
      );
      rows.push({ id, left, seconds });
    }
  rmSync(folder, { recursive: true, force: true });
  return rows;
}

/** kill -9 is never the last: only a start can clear what it left. */
function waysToEnd({ name }) {
  const all = /** @type {(keyof typeof ENDINGS)[]} */ (Object.keys(ENDINGS));
  const withChild = all.filter((ending) => ending !== 'a child fails' || !OUTLIVE_CHILDREN.includes(name));
  return [
    ...withChild.filter((ending) => ending.startsWith('kill')),
    ...withChild.filter((e) => !e.startsWith('kill')),
  ];
}

/** Something to load, that answers nothing but ok. */
async function serve() {
  const server = createServer((_, reply) => reply.end('ok'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  hold(() => server.closeAllConnections());
  hold(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/`;
}
