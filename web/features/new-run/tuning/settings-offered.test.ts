import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TUNING_LEAVES } from '@/testing/tuning-leaves';

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
  .join('\n');

test.each(TUNING_LEAVES)('%s has a field in the form', (leaf) => {
  // Services and kernel parameters are lists with fields of their own, and an affinity is one field for its two values.
  const names = [`path="${leaf}"`, `path="${leaf.replace(/\.(cpus|spread)$/, '')}"`, `'${leaf}'`, `draft.${leaf}`];
  expect(names.filter((name) => sources.includes(name))).not.toEqual([]);
});
