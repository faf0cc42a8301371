#!/usr/bin/env node
// @ts-check
/**
 * `npm run -s cli -- hosts`: the command line, built of its sources. Unless the environment says otherwise it calls the instance that
 * runs on this machine, with its own token.
 */
import { once } from 'node:events';
import { buildCommandLine } from './start/build.mjs';
import { spawnHeld } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { adminTokenFile, readSettings, runningInstance } from './start/settings.mjs';

await runScript(async () => {
  const program = await buildCommandLine();
  const env = { ...process.env, ...ownInstance(process.env) };
  // npm calls scripts in the folder of the project; files are named from where npm was called.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const { child } = spawnHeld(program, process.argv.slice(2), { stdio: 'inherit', env, cwd });
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
});

/** @param {NodeJS.ProcessEnv} env */
function ownInstance(env) {
  const { data } = readSettings(env);
  const running = runningInstance(data);
  if (!running || env.MILLIONRPS_URL) return {};
  const ownToken = env.MILLIONRPS_TOKEN || env.MILLIONRPS_TOKEN_FILE;
  return { MILLIONRPS_URL: running.callUrl, ...(!ownToken && { MILLIONRPS_TOKEN_FILE: adminTokenFile(data) }) };
}
