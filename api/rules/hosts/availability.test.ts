import { describe, expect, it } from 'vitest';
import {
  type Closable,
  closedFault,
  closedText,
  closedTitle,
  cordonText,
  drainText,
  keptLabels,
  statusWords,
} from './availability.ts';

const cordoned: Closable = {
  name: 'lab-3',
  availability: 'cordoned',
  closed: { byName: 'Ann', why: 'kernel update' },
};
const draining: Closable = { name: 'lab-3', availability: 'draining', closed: { byName: null, why: null } };
const open: Closable = { name: 'lab-3', availability: 'open' };

describe('a closed host', () => {
  it('is named with who closed it, and what for where somebody said', () => {
    expect(closedText(cordoned)).toBe('lab-3 was cordoned by Ann (kernel update)');
    expect(closedText(draining)).toBe('lab-3 is being drained by a program');
  });

  it('takes no new run, and says what to do', () => {
    expect(closedFault(open)).toBeNull();
    expect(closedFault(cordoned)).toBe(
      'lab-3 was cordoned by Ann (kernel update) and takes no run. Open it for runs on its page, or choose another host.',
    );
    expect(closedFault(draining)).toBe(
      'lab-3 is being drained by a program and takes no new run. Open it for runs on its page, or choose another host.',
    );
  });

  it('takes the runs of experiments that have begun while it drains, and not while it is cordoned', () => {
    expect(closedFault(draining, { begun: true })).toBeNull();
    expect(closedFault(cordoned, { begun: true })).toBe(
      'lab-3 was cordoned by Ann (kernel update) and takes no run. Open it for runs on its page.',
    );
  });
});

describe('a host that drains', () => {
  const host = { availability: 'draining' as const, status: 'closed' as const, runId: null, queuedRuns: 0 };
  const closed = (experimentsLeft: number) => ({ atUs: 1, byName: null, why: null, experimentsLeft });

  it.each([
    [host, 'drained', 'Stop it or upgrade it as you like. It takes no run until you open it.'],
    [{ ...host, runId: 'r' }, 'draining', 'A run works on it. It is drained once that is over.'],
    [
      { ...host, runId: 'r', queuedRuns: 2, closed: closed(1) },
      'draining',
      'A run works on it, 2 runs wait for it and 1 experiment that names it has begun. It is drained once that is over.',
    ],
    [
      { ...host, closed: closed(2) },
      'draining',
      '2 experiments that name it have begun. It is drained once that is over.',
    ],
  ])('says what is left', (one, word, text) => {
    expect([statusWords(one), drainText(one)]).toEqual([[word], text]);
  });

  it('says so over it, and once it is drained', () => {
    const by = { closed: { ...closed(0), byName: 'Ann', why: 'new NIC' } };
    expect(closedTitle({ ...host, ...by, runId: 'r' })).toBe('Being drained by Ann (new NIC): it takes no new run');
    expect(closedTitle({ ...host, ...by })).toBe('Drained by Ann (new NIC): nothing is left to run on it');
    expect(closedTitle({ ...host, availability: 'cordoned' })).toBe('Cordoned by a program: no run starts on it');
  });

  it('is named beside how it is otherwise, and never drained while it is cordoned', () => {
    expect(statusWords({ ...host, status: 'busy', runId: 'r' })).toEqual(['busy', 'draining']);
    expect(statusWords({ ...host, status: 'offline' })).toEqual(['offline', 'drained']);
    expect(statusWords({ ...host, availability: 'cordoned' })).toEqual(['cordoned']);
    expect(statusWords({ ...host, availability: 'open', status: 'ready' })).toEqual(['ready']);
  });
});

it('labels are kept in order, each once', () => {
  expect(keptLabels(['web', 'c8i', 'web'])).toEqual(['c8i', 'web']);
});

it('a cordoned host says what runs and what waits', () => {
  expect(cordonText({ runId: null, queuedRuns: 0 })).toBe('Nothing runs on it.');
  expect(cordonText({ runId: 'r', queuedRuns: 1 })).toBe('The run on it goes on; 1 run waits until it is open.');
  expect(cordonText({ runId: null, queuedRuns: 3 })).toBe('Nothing runs on it; 3 runs wait until it is open.');
});
