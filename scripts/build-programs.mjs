#!/usr/bin/env node
// @ts-check
/** The API has it build the programs of other hosts: `node scripts/build-programs.mjs arm64`. It ends when stdin does. */
import { buildPrograms } from './start/build.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';

process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));

await runScript(async () => {
  const architecture = process.argv[2];
  if (architecture !== 'amd64' && architecture !== 'arm64') throw new Sentence('Name amd64 or arm64.');
  await buildPrograms(architecture);
  process.stdin.destroy();
});
