import { expect, it, test } from 'vitest';
import { emptyDraft } from '@/features/draft/run-draft';
import { partOf } from './parts';

test('every field of a draft but its name stands in a part of the form, where its fault is told', () => {
  expect(Object.keys(emptyDraft()).filter((field) => partOf(field) === null)).toEqual(['name']);
});

it.each([
  ['target.framework', 'target'],
  ['target.workers', 'workers'],
  ['target.database.poolSize', 'backends'],
  ['steps.3.connections', 'load'],
  ['steps.3.profiles', 'profiling'],
  ['toolCpus', 'cpus'],
  ['tool', 'tool'],
  ['tuning.server.interruptAffinity.cpus', 'tuning'],
])('%s stands in %s', (field, part) => {
  expect(partOf(field)).toBe(part);
});
