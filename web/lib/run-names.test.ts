import { expect, it } from 'vitest';
import { idTail, sharedNames } from './run-names';

it('names are shared that two of the runs in sight have', () => {
  const named = ['nightly', 'once', 'nightly', 'nightly'].map((name) => ({ name }));
  expect([...sharedNames(named)]).toEqual(['nightly']);
});

it('ids made at one time are told apart by their ends', () => {
  expect(idTail('019ab1c2-0000-7000-8000-00000000beef')).toBe('…beef');
});
