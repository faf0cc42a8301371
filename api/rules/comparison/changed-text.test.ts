import { expect, it } from 'vitest';
import type { ComparedSetting } from '../../contract/comparison.ts';
import { changedText } from './changed-text.ts';

const setting = (
  path: string,
  label: string,
  values: (string | null)[],
  group: ComparedSetting['group'] = 'target',
): ComparedSetting => ({
  group,
  path,
  label,
  values,
  same: values.every((value) => value !== null && value === values[0]),
});
const prefork = setting('spec.target.prefork', 'Prefork', ['off', 'on']);
const kernel = setting('server.facts.kernel', 'Kernel', ['6.1', '6.12'], 'software');
const started = setting('target.workers', 'Workers started', ['1', '2']);

it.each<[ComparedSetting[], string]>([
  [[started, prefork, setting('spec.target.workers', 'Workers', ['1', '2'])], 'prefork and workers'],
  [[kernel, prefork], 'prefork; also differs: kernel'],
  [[kernel, setting('spec.load.tool', 'Tool', ['wrk', 'wrk'])], 'only what was read: kernel'],
  [[setting('spec.load.tool', 'Tool', ['wrk', 'wrk'])], 'no setting'],
  [[setting('server.facts.kernel', 'Kernel', ['6.1', null])], 'no setting that is known'],
])('of %j: %s', (settings, text) => {
  expect(changedText(settings)).toBe(text);
});
