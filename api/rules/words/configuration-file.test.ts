import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONFIGURATION_FILE } from './configuration-file.ts';

const source = (path: string): string => readFileSync(new URL(`../../../agent/${path}`, import.meta.url), 'utf8');

it('the agent looks for its configuration file where people are told that it does', () => {
  const { flag, variable, path } = CONFIGURATION_FILE;
  expect(source('cmd/agent/run.go')).toContain(`flags.StringVar(file, "${flag.slice(2)}", `);
  expect(source('internal/hostconfig/file.go')).toContain(`const PathVariable = "${variable}"\n`);
  expect(source('internal/hostconfig/hostconfig.go')).toContain(`const DefaultPath = "${path}"\n`);
});
