// @ts-check
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../start/settings.mjs';
import { alive, until } from '../instance/processes.mjs';

const PRELOAD = path.join(root, 'scripts/start/exit-with-parent.mjs');
/** Starts a child that would live for 15 s, and is killed after so many milliseconds. */
const PARENT = `
const { spawn } = require('node:child_process');
const [preload, ms] = process.argv.slice(1);
const args = ['--import', preload, '-e', 'setTimeout(() => {}, 15_000)'];
console.log(spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).pid);
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(ms));`;

it.each([0, 20, 40, 500])('a child whose parent is killed after %i ms ends, however far it had come', async (ms) => {
  const { stdout } = spawnSync(process.execPath, ['-e', PARENT, PRELOAD, String(ms)], { encoding: 'utf8' });
  const pid = Number(stdout.trim());
  expect(pid).toBeGreaterThan(1);
  await until('the child is gone', () => !alive(pid), 5_000);
});
