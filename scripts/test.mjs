#!/usr/bin/env node
// @ts-check
/**
 * `npm test`: everything, from unit to browser. Installs and builds what it needs, and ends with 'N passed, N failed'.
 * `npm test -- NAME ...` runs only the suites named.
 */
import { build } from './start/build.mjs';
import { checkGo, checkNode, checkPlatform } from './start/checks.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { sum } from './test/counts.mjs';
import { suites } from './test/suites.mjs';

await runScript(async () => {
  checkPlatform();
  checkNode();
  checkGo();
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Sentence(`There is no suite ${unknown.join(', ')}; there are ${suites.map((s) => s.name).join(', ')}.`);
  }
  const built = build({ report: (line) => console.log(line) });
  built.catch(() => {});
  const counts = /** @type {import('./test/counts.mjs').Count[]} */ ([]);
  for (const suite of suites.filter((s) => wanted.length === 0 || wanted.includes(s.name))) {
    if (!suite.ofGoAlone) await built;
    const startedMs = Date.now();
    console.log(`\n== ${suite.name}`);
    const { passed, failures } = await suite.run();
    counts.push({ passed, failures: failures.map((line) => `${suite.name}: ${line}`) });
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
    console.log(`== ${suite.name}: ${passed} ok, ${failures.length} not ok, ${seconds} s`);
  }
  await built;
  const { passed, failures } = sum(...counts);
  // Once more at the end: where each was told is thousands of lines above.
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
});
