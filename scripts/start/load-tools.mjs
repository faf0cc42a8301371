// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './build.mjs';
import { root } from './settings.mjs';

/** The folder of load generators that are built here; scripts/load-tools/go.mod says in which version. */
export const toolsFolder = path.join(root, '.build/tools');
const vegeta = path.join(toolsFolder, 'vegeta');

/** @param {(line: string) => void} report */
export async function ensureVegeta(report) {
  if (existsSync(vegeta)) return;
  report('building vegeta ...');
  mkdirSync(toolsFolder, { recursive: true });
  await run('go', ['build', '-trimpath', '-o', vegeta, 'github.com/tsenart/vegeta/v12'], {
    cwd: path.join(root, 'scripts/load-tools'),
    env: { ...process.env, CGO_ENABLED: '0' },
  });
}

/** The flags that point an agent of this checkout at the load generators in it. @returns {string[]} */
export function toolFlags() {
  const autocannon = path.join(root, 'node_modules/autocannon/autocannon.js');
  const flags = ['--tool', `autocannon=${process.execPath},${autocannon}`];
  return existsSync(vegeta) ? [...flags, '--tool', `vegeta=${vegeta}`] : flags;
}
