import { expect, it } from 'vitest';
import type { ShownResult } from '../../contract/comparison.ts';
import { defaultTitle } from '../share/share-document.ts';
import { namedApart, nameOfRun, nameTails } from './run-names.ts';

it('runs whose name another one in sight has show the ends of their ids', () => {
  const named = ['nightly', 'once', 'nightly'].map((name, at) => ({
    id: `019ab1c2-000${at}-7000-8000-00000000bee${at}`,
    name,
  }));
  expect([...nameTails(named).values()]).toEqual(['…bee0', '…bee2']);
  expect(nameTails([...named.slice(0, 2), ...named.slice(0, 1)]).size, 'one run twice').toBe(0);
});

it('runs of one name are called by what differs, and without a difference by the ends of their ids', () => {
  const runs = ['aaaa', 'bbbb', 'cccc'].map((id, at) => ({ id, name: at === 2 ? 'once' : 'nightly' }));
  const of = (names: (string | null)[]) => {
    const sides = runs.map(({ id, name }, at) => ({ runIds: [id], name: names[at] ?? name }));
    return runs.map((_, at) => nameOfRun({ runs, sides } as unknown as ShownResult, at));
  };
  expect(of(['prefork off', 'prefork on', null])).toEqual(['prefork off', 'prefork on', 'once']);
  expect(of([null, null, null])).toEqual(['nightly …aaaa', 'nightly …bbbb', 'once']);
});

it('runs side by side keep their names: what differs stands after it, and repeats have the ends of their ids', () => {
  const runs = ['aaaa', 'bbbb', 'cccc', 'dddd'].map((id, at) => ({ id, name: at === 3 ? 'once' : 'nightly' }));
  const sides = [
    { runIds: ['aaaa', 'bbbb'], name: 'prefork off' },
    { runIds: ['cccc'], name: 'prefork on' },
    { runIds: ['dddd'], name: 'TLS' },
  ];
  expect(namedApart({ runs, sides } as unknown as ShownResult).map(({ name }) => name)).toEqual([
    'nightly, prefork off …aaaa',
    'nightly, prefork off …bbbb',
    'nightly, prefork on',
    'once',
  ]);
});

it('an end that two ids share is lengthened until it tells them apart', () => {
  const runs = ['019a-aaaa-1111', '019b-bbbb-1111', '019c-cccc-2222'].map((id) => ({ id, name: 'nightly' }));
  const sides = [{ runIds: runs.map(({ id }) => id), name: 'nightly' }];
  expect(namedApart({ runs, sides } as unknown as ShownResult).map(({ name }) => name)).toEqual([
    'nightly …a-1111',
    'nightly …b-1111',
    'nightly …c-2222',
  ]);
});

it('a title of runs of one name has the ends of their ids', () => {
  const runs = [
    { id: '…1111', name: 'nightly' },
    { id: '…2222', name: 'nightly' },
  ];
  expect(defaultTitle(runs, '…1111')).toBe('nightly …2222 against nightly …1111');
});
