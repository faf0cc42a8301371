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
  const total = { passed: 0, failed: 0 };
  for (const suite of suites.filter((s) => wanted.length === 0 || wanted.includes(s.name))) {
    if (!suite.ofGoAlone) await built;
    const startedMs = Date.now();
    console.log(`\n== ${suite.name}`);
    const { passed, failed } = await suite.run();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
    console.log(`== ${suite.name}: ${passed} ok, ${failed} not ok, ${seconds} s`);
  }
  await built;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});
