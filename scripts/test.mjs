#!/usr/bin/env node
// @ts-check
/**
 * `npm test`: everything, from unit to browser. Installs and builds what it needs, and ends with 'N passed, N failed'.
 * `npm test -- NAME ...` runs only the suites named.
 */
import { embeddedPrograms } from './postgres/binaries.mjs';
import { build } from './start/build.mjs';
import { checkGo, checkNode, checkPlatform } from './start/checks.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { sum } from './test/counts.mjs';
import { endLeft, markChildren } from './test/left-running.mjs';
import { rounds } from './test/suites.mjs';

/** CI has 90 minutes, and is to end before. */
const WHOLE_WITHIN_MINUTES = 85;

await runScript(async () => {
  const begunMs = Date.now();
  checkPlatform();
  checkNode();
  checkGo();
  const wanted = process.argv.slice(2);
  const names = rounds.flat(2).map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Sentence(`There is no suite ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  // Tests of Go start the PostgreSQL that npm brings, and nobody may have done so before.
  const built = build({ report: (line) => console.log(line) }).then(() => void embeddedPrograms());
  built.catch(() => {});
  const counts = /** @type {import('./test/counts.mjs').Count[]} */ ([]);
  const leftOut = /** @type {string[]} */ ([]);
  const mark = markChildren();
  /** @param {string} after */
  const seeLeft = async (after) => {
    const failures = (await endLeft(mark)).map((line) => `${after}: ${line}`);
    for (const line of failures) console.log(line);
    counts.push({ passed: 0, failures });
  };
  const runLane = async (/** @type {import('./test/suites.mjs').Suite[]} */ lane, alone = false) => {
    for (const suite of lane.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      if (!suite.ofGoAlone) await built;
      const startedMs = Date.now();
      console.log(`\n== ${suite.name}`);
      if (wanted.length === 0 && startedMs - begunMs + suite.minutes * 60_000 > WHOLE_WITHIN_MINUTES * 60_000) {
        leftOut.push(suite.name);
        console.log(`== ${suite.name}: left out, it would end too late; npm test -- ${suite.name} runs it`);
        continue;
      }
      const { passed, failures } = await suite.run();
      counts.push({ passed, failures: failures.map((line) => `${suite.name}: ${line}`) });
      const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
      console.log(`== ${suite.name}: ${passed} ok, ${failures.length} not ok, ${seconds} s`);
      // What was left beside a lane that goes on cannot be told from it, nor from a build.
      if (alone && !suite.ofGoAlone) await seeLeft(suite.name);
    }
  };
  for (const lanes of rounds) await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)));
  await built;
  await seeLeft('all suites');
  const { passed, failures } = sum(...counts);
  // Once more at the end: where each was told is thousands of lines above.
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  if (leftOut.length > 0)
    console.log(
      `\nLeft out, as a whole run ends within ${WHOLE_WITHIN_MINUTES} minutes: ${leftOut.join(', ')}. Run npm test -- ${leftOut.join(' ')}`,
    );
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
});
