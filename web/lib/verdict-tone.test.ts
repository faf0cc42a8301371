import { verdictMeans } from '@rules/verdict/words';
import { expect, test } from 'vitest';
import { verdictTone } from './verdict-words';

const judged = (over: object) =>
  ({
    ...{ validity: 'valid', wall: 'server-cpu', walls: ['server-cpu'], confidence: 'measured', lowerBound: false },
    ...over,
  }) as never;

test('only a valid figure that the server limited is good', () => {
  const tones = [
    judged({}),
    judged({ wall: 'several', walls: ['server-cpu', 'nic-bandwidth'] }),
    judged({ wall: 'several', walls: ['server-cpu', 'client-cpu'] }),
    judged({ wall: 'client-cpu', walls: ['client-cpu'] }),
    judged({ wall: 'competing-load', walls: ['competing-load'] }),
    judged({ wall: 'unknown', walls: [] }),
    judged({ confidence: 'likely' }),
    judged({ wall: 'nic-bandwidth', walls: ['nic-bandwidth'], lowerBound: true }),
    judged({ validity: 'suspect' }),
    judged({ validity: 'unchecked' }),
    judged({ validity: 'invalid', wall: null, walls: [] }),
  ].map(verdictTone);
  expect(tones).toEqual(['ok', 'ok', 'aside', 'aside', 'aside', 'plain', 'aside', 'aside', 'warn', 'plain', 'bad']);
});

test('amber is of suspect figures alone, whatever limited a valid one', () => {
  expect(verdictTone(judged({ wall: 'offered-load', walls: ['offered-load'] }))).toBe('aside');
  expect(verdictTone(judged({ validity: 'suspect', wall: 'offered-load', walls: ['offered-load'] }))).toBe('warn');
});

test('the title says why a valid figure is not green', () => {
  expect(verdictMeans(judged({ wall: 'client-cpu', walls: ['client-cpu'] }))).toContain('client CPU');
  expect(verdictMeans(judged({ wall: 'unknown', walls: [] }))).toContain('not known');
});
