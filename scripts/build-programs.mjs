#!/usr/bin/env node
// @ts-check
/** The API has it build the programs of other machines: `node scripts/build-programs.mjs linux-arm64 agent server`. It ends when stdin does. */
import { buildPrograms } from './start/build.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';

process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));

await runScript(async () => {
  const [platform = '', ...names] = process.argv.slice(2);
  const [system, architecture, ...more] = platform.split('-');
  const known = ['linux', 'darwin'].includes(system) && ['amd64', 'arm64'].includes(architecture ?? '');
  if (!known || more.length > 0 || names.length === 0)
    throw new Sentence('Name a platform such as linux-amd64, and its programs.');
  await buildPrograms(system, architecture, names);
  process.stdin.destroy();
});
