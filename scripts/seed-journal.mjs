#!/usr/bin/env node
// @ts-check
/**
 * `npm run seed:journal`: imports the reference set, a journal of benchmarks with known answers, into the instance that runs,
 * or into one that is started for it. Doing so twice changes nothing. `--json` prints the API's answer.
 */
import { parseArgs } from 'node:util';
import { borrowInstance } from './lab/borrow.mjs';
import { runScript } from './start/run-script.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const say = (line) => (values.json ? process.stderr : process.stdout).write(`${line}\n`);
  const { client, release } = await borrowInstance(say);
  try {
    const found = await client.call('POST', '/imports/journal');
    if (values.json) process.stdout.write(`${JSON.stringify(found)}\n`);
    else print(found, client.url, say);
    if (release) say('\nThe pages open while an instance runs: npm start');
  } finally {
    await release?.();
  }
});

function print({ runs, comparison }, url, say) {
  const width = Math.max(...runs.map(({ name }) => name.length));
  for (const { name, runId, known } of runs) {
    say(`${name.padEnd(width)}  ${url}/runs/${runId}${known ? '  (there already)' : ''}`);
  }
  if (!comparison) return;
  const { runIds, baselineRunId } = comparison;
  say(`\nbaseline against pinned: ${url}/compare?runs=${runIds.join(',')}&baseline=${baselineRunId}`);
}
