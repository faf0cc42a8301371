// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { markOf } from '../../start/owner.mjs';
import { root } from '../../start/settings.mjs';
import { until } from '../instance/processes.mjs';

/** How a script ends that fails at it, or where the machine is not ours alone. */
/** @type {string} */ let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mrps-ending-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A script of these lines, beside what scripts import. @param {string} lines */
function scriptOf(lines) {
  const file = path.join(folder, 'script.mjs');
  const from = (/** @type {string} */ name) => JSON.stringify(path.join(root, 'scripts/start', name));
  writeFileSync(
    file,
    `import { hold, spawnHeld, temporaryFolder } from ${from('ending.mjs')};
import { endWithNpm } from ${from('npm-watch.mjs')};
import { runScript } from ${from('run-script.mjs')};
${lines}`,
  );
  return file;
}

/** @param {string} lines @param {NodeJS.ProcessEnv} [env] */
const run = (lines, env = process.env) =>
  spawnSync(process.execPath, [scriptOf(lines)], {
    encoding: 'utf8',
    env: { ...env, npm_lifecycle_script: undefined },
  });

it.each([
  ['does not know --pdeathsig', 'exit 1', ''],
  ['knows it', 'shift 3; exec "$@"', 'asked\n'],
])('starts its children where setpriv %s', (_what, does, asked) => {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const log = path.join(folder, 'asked');
  const start = `case "$*" in *child*) echo asked >> ${log};; esac`;
  writeFileSync(path.join(bin, 'setpriv'), `#!/bin/sh\n${start}\n${does}\n`, { mode: 0o755 });
  const { status, stdout } = run(
    `await runScript(async () => {
  const { child } = spawnHeld('echo', ['child'], { stdio: ['ignore', 'inherit', 'inherit'] });
  await new Promise((ended) => child.once('close', ended));
});`,
    { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  );
  expect([status, stdout]).toEqual([0, 'child\n']);
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe(asked);
});

it('a release that fails is told, ends with status 1, and keeps no other from being released', () => {
  const { status, stdout, stderr } = run(`await runScript(async () => {
  hold(() => console.log('the first is released'));
  hold(() => { throw new Error('the second stays'); });
});`);
  expect([status, stdout, stderr]).toEqual([1, 'the first is released\n', 'millionrps: the second stays\n']);
});

it('a second signal ends a release that hangs, but not the same Ctrl-C, forwarded by npm', async () => {
  const file = scriptOf(`await runScript(async () => {
  hold(() => new Promise((resolve) => {
    console.log('releasing');
    process.on('SIGUSR2', resolve);
  }));
  setInterval(() => {}, 1000);
  console.log('holding');
  await new Promise(() => {});
});`);
  const child = spawn(process.execPath, [file], { env: { ...process.env, npm_lifecycle_script: undefined } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'exit');
  await until('it holds', () => said.includes('holding'));
  child.kill('SIGINT');
  await until('it releases', () => said.includes('releasing'));
  child.kill('SIGINT');
  // Beyond the second in which a signal is taken for the same.
  await new Promise((passed) => setTimeout(passed, 1200));
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
});

it.each([
  [
    'before it looks',
    (/** @type {number} */ npm) => `while (existsSync('/proc/${npm}')) Atomics.wait(cell, 0, 0, 10);`,
  ],
  ['while it computes', () => ''],
])('ends when npm is killed %s', async (_when, first) => {
  // npm starts a shell, and that the script.
  const npm = spawn(
    process.execPath,
    ['-e', "require('node:child_process').spawn('sh', ['-c', process.env.npm_lifecycle_script], { stdio: 'inherit' })"],
    { env: { ...process.env, npm_lifecycle_script: `node ${path.join(folder, 'script.mjs')}; true` } },
  );
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  const closed = once(npm.stdout, 'close');
  scriptOf(`import { existsSync, writeSync } from 'node:fs';
const cell = new Int32Array(new SharedArrayBuffer(4));
writeSync(1, process.pid + '\\n');
${first(npm.pid ?? 0)}
endWithNpm();
writeSync(1, 'computing\\n');
Atomics.wait(cell, 0, 0, 20_000);
writeSync(1, 'computed\\n');`);
  onTestFinished(() => void npm.kill('SIGKILL'));
  await until('it runs', () => said.includes(first(1) === '' ? 'computing' : '\n'));
  npm.kill('SIGKILL');
  // Its output closes when the script and its shell are gone.
  await closed;
  expect(said).not.toContain('computed');
});

it.skipIf(process.getuid?.() !== 0)('clears what its own user left, and nothing of others', () => {
  const { pid } = spawnSync('true');
  const left = (/** @type {string} */ name) => path.join(folder, `mrps-bench-${markOf(pid, '1')}-${name}`);
  for (const name of ['own', 'other']) mkdirSync(left(name));
  chownSync(left('other'), 65_534, 65_534);
  const target = path.join(folder, 'target');
  mkdirSync(target);
  symlinkSync(target, left('link'));
  const { status } = run(`await runScript(async () => void temporaryFolder('bench', ${JSON.stringify(folder)}));`);
  expect(status).toBe(0);
  expect(['own', 'other', 'link'].map((name) => existsSync(left(name)))).toEqual([false, true, true]);
});
