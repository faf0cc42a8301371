#!/usr/bin/env node
// @ts-check
/**
 * `node scripts/keep-packages.mjs NAME...`: leaves only the named workspaces and root dependencies in package.json, so
 * that `npm ci` installs them alone, with the versions and hashes of the lock file. For the builds of images.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { exitWithSentence, Sentence } from './start/sentence.mjs';

await exitWithSentence(async () => {
  const names = process.argv.slice(2);
  const { devDependencies, dependencies, workspaces, ...rest } = JSON.parse(readFileSync('package.json', 'utf8'));
  const known = { ...devDependencies, ...dependencies };
  const missing = names.filter((name) => !known[name] && !workspaces.includes(name));
  if (missing.length > 0) throw new Sentence(`package.json has no workspace or dependency ${missing.join(', ')}.`);
  const kept = {
    ...rest,
    workspaces: workspaces.filter((name) => names.includes(name)),
    dependencies: Object.fromEntries(names.filter((name) => known[name]).map((name) => [name, known[name]])),
  };
  writeFileSync('package.json', `${JSON.stringify(kept, null, 2)}\n`);
});
