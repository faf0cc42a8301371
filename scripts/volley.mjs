#!/usr/bin/env node
// @ts-check
/** `npm run volley -- --url ...`: the load generator that comes with the agent, built when it is not yet. */
import { once } from 'node:events';
import path from 'node:path';
import { binFolder, build } from './start/build.mjs';
import { spawnHeld } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';

await runScript(async () => {
  await build({ report: (line) => console.error(line), web: false });
  const agent = path.join(binFolder, 'agent');
  const { child } = spawnHeld(agent, ['volley', ...process.argv.slice(2)], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
});
