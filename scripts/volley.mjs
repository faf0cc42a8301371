#!/usr/bin/env node
// @ts-check
/** `npm run volley -- --url ...`: the load generator that comes with the agent, built when it is not yet. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { binFolder, build } from './start/build.mjs';
import { exitWithSentence } from './start/sentence.mjs';

await exitWithSentence(async () => {
  await build({ report: (line) => console.error(line), web: false });
  const agent = path.join(binFolder, 'agent');
  const { status, signal } = spawnSync(agent, ['volley', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? (signal ? 1 : 0);
});
