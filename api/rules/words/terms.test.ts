import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TERMS, termNamed, termsFound } from './terms.ts';

const root = path.resolve(import.meta.dirname, '../../..');

it('are in the glossary, word for word, and in its order', () => {
  const [, told = ''] = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8').split('## Terms on screen\n');
  const rows = [...told.matchAll(/^\| (.+?) \| (.+?) \| \[(.+?)\]\(.+?\) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(Object.values(TERMS).map(({ name, text, docs }) => [name, text, path.basename(docs)]));
});

it('lead to documents that are there', () => {
  for (const { docs } of Object.values(TERMS)) expect(existsSync(path.join(root, docs)), docs).toBe(true);
});

it('are found by the labels of screens, in whatever case, and by no other', () => {
  expect(termNamed('Noise floor')).toBe('noise-floor');
  expect(termNamed('Little’s ratio')).toBe('littles-law');
  expect(termNamed('p99')).toBe('p99');
  expect(termNamed('Rounds')).toBe(null);
  const labels = Object.entries(TERMS).map(([key, { name }]) => [key, termNamed(name)]);
  expect(labels).toEqual(Object.keys(TERMS).map((key) => [key, key]));
});

it('are found by words that people look for, the one of that very name first', () => {
  for (const word of [
    'latency',
    'flame graph',
    'noise',
    'coordinated omission',
    'bottleneck',
    'RPS',
    'p99',
    'suspect',
    'not named',
    'CV',
  ])
    expect(termsFound(word), word).not.toEqual([]);
  expect(termsFound('power')[0]).toBe('power');
  expect(termsFound(' Open  LOOP ')[0]).toBe('open-loop');
  expect(termsFound('')).toEqual([]);
  expect(termsFound('nothing like it')).toEqual([]);
});
