#!/usr/bin/env node
// @ts-check
/**
 * `npm run advisories`: asks npm's advisories and Go's about what comes with the product, and fails by what docs/security.md says. A
 * service that does not answer is said to be, and fails nothing: nobody is kept from building by it.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { binFolder, build } from './start/build.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { root } from './start/settings.mjs';
import { tied } from './start/tied.mjs';
import { advisoriesOfGo, advisoriesOfNpm, judged } from './supply/advisories.mjs';
import { goTool, PROGRAMS } from './supply/sbom.mjs';

const WITHIN_MS = 120_000;
/** What the network or the service says; anything else is a fault of ours. */
const AWAY =
  /\b(ENOTFOUND|EAI_AGAIN|ECONN[A-Z]+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b|\b[45]\d\d [A-Z].* - [A-Z]+ http|fetching vulnerabilities: Get/;

await runScript(async () => {
  await build({ report: () => {}, web: false });
  const found = [await ofNpm()];
  const govulncheck = await goTool('golang.org/x/vuln/cmd/govulncheck');
  for (const name of PROGRAMS) found.push(await ofProgram(govulncheck, name));
  const today = new Date().toISOString().slice(0, 10);
  const { failing, told } = judged(found.flat(), today);
  for (const line of told) console.log(line);
  if (failing.length > 0)
    throw new Sentence(
      `${failing.join('\n')}\nUpdate the package, or say in scripts/supply/advisories.mjs why it may stay.`,
    );
});

async function ofNpm() {
  const { stdout, stderr } = await ran('npm', ['audit', '--json', '--omit=dev']);
  const report = JSON.parse(stdout || '{}');
  if (!report.vulnerabilities) return unanswered('packages of npm', report.message ?? report.error?.summary ?? stderr);
  return answered('packages of npm', advisoriesOfNpm(report));
}

/** @param {string} govulncheck @param {string} name */
async function ofProgram(govulncheck, name) {
  const args = ['-mode', 'binary', '-format', 'json', path.join(binFolder, name)];
  const { failed, stdout, stderr } = await ran(govulncheck, args);
  if (failed) return unanswered(`modules of ${name}`, stderr);
  return answered(`modules of ${name}`, advisoriesOfGo(stdout));
}

/** @param {string} what @param {import('./supply/advisories.mjs').Advisory[]} advisories */
function answered(what, advisories) {
  console.log(`${what}: ${advisories.length} known weaknesses`);
  return advisories;
}

/** @param {string} what @param {string} reason @returns {import('./supply/advisories.mjs').Advisory[]} */
function unanswered(what, reason) {
  if (!AWAY.test(reason)) throw new Sentence(`The ${what} could not be checked: ${reason.trim()}`);
  console.log(`${what}: not checked, as the service did not answer (${reason.trim()})`);
  return [];
}

/** Both tell by their status that they found something. @param {string} program @param {string[]} args */
async function ran(program, args) {
  try {
    const options = { cwd: root, maxBuffer: 64 << 20, timeout: WITHIN_MS };
    return { failed: false, ...(await promisify(execFile)(...tied('SIGTERM', program, args), options)) };
  } catch (error) {
    const { stdout = '', stderr = '', message } = /** @type {any} */ (error);
    return { failed: true, stdout, stderr: stderr || message };
  }
}
