import { expect, test } from 'vitest';
import type { Run, RunState } from '../../contract/run.ts';
import {
  countedByTool,
  type LiveMoment,
  newestLabel,
  servedSource,
  toolText,
  whyNotLive,
  withoutAgentText,
} from './live-words.ts';

const BEFORE: LiveMoment = { kind: 'before' };
const LOAD: LiveMoment = { kind: 'load', sinceUs: null };
const BETWEEN: LiveMoment = { kind: 'between', stepIndex: 0, load: null };

test('the tool’s CPUs are summed, and of several clients the most on one is told too', () => {
  expect(toolText(null)).toBe('tool not read yet');
  expect(toolText({ sum: 0.5, most: 0.5, of: 1 })).toBe('tool 0.500 CPUs');
  expect(toolText({ sum: 1.5, most: 1, of: 2 })).toBe('tools 1.50 CPUs on 2 clients, at most 1.00 on one');
  expect(withoutAgentText(null)).toMatch(/come with each step\.$/);
  expect(withoutAgentText({ sum: 0.5, most: 0.5, of: 1 })).toMatch(/come with each step; now: tool 0\.500 CPUs\.$/);
});

test('throughput says who counted it, and over which time', () => {
  expect([BEFORE, LOAD, BETWEEN].map((moment) => servedSource(true, moment, false))).toEqual([
    'the server’s own count',
    'the server’s own count over the last second',
    'the server’s own count, mean of the step',
  ]);
  expect(servedSource(true, LOAD, true)).toBe('the server’s own count over a second that is past');
  expect(servedSource(false, LOAD, false)).toMatch(/^this target does not tell what it served/);
});

test('a figure that is not there says why', () => {
  expect([BEFORE, LOAD, BETWEEN].map(whyNotLive)).toEqual([
    'Not measured before the load begins',
    'Not read yet in this step',
    'Not known of this step',
  ]);
});

test('the newest reading is of now only until the last step has ended', () => {
  const heard = (state: RunState) => newestLabel(state, true);
  expect((['target-up', 'warming', 'measuring', 'cooling'] as const).map(heard)).toEqual(Array(4).fill('now'));
  expect((['stopping', 'restoring', 'analysing'] as const).map(heard)).toEqual(Array(3).fill('last reading'));
  expect(heard('finished')).toBeNull();
  expect(newestLabel('measuring', false)).toBe('last reading');
});

test('the best step says that the tool counted it, beside what the server counted', () => {
  const of = (clients: number) =>
    ({ spec: { load: { tool: 'volley' }, clients: Array.from({ length: clients }) } }) as unknown as Pick<Run, 'spec'>;
  expect(countedByTool(of(1))).toBe('counted by volley, mean of the step');
  expect(countedByTool(of(3))).toBe('counted by volley, the sum of 3 clients, mean of the step');
});
