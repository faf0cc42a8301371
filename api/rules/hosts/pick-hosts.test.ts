import { describe, expect, it } from 'vitest';
import { type Pickable, pickHosts, type WantedOfPool } from './pick-hosts.ts';

const host = (name: string, change: Partial<Pickable> = {}): Pickable => ({
  id: name,
  name,
  status: 'ready',
  labels: ['c8i'],
  availability: 'open',
  runId: null,
  queuedRuns: 0,
  facts: { bootId: `machine of ${name}` },
  ...change,
});
const names = (hosts: Pickable[], wanted: WantedOfPool[], taken: string[] = []) => {
  const { picked, fault } = pickHosts(hosts, wanted, taken);
  return picked?.map((pool) => pool.map(({ name }) => name)) ?? fault;
};
const c8i = (count: number): WantedOfPool => ({ label: 'c8i', count });

describe('hosts of a pool', () => {
  it('are picked free ones first, then by queue, then by name', () => {
    const hosts = [
      host('web-10'),
      host('web-2'),
      host('web-3', { status: 'busy', runId: 'r', queuedRuns: 2 }),
      host('web-4', { status: 'busy', runId: 'r' }),
      host('other', { labels: ['arm'] }),
    ];
    expect(names(hosts, [c8i(1)])).toEqual([['web-2']]);
    expect(names(hosts, [c8i(4)])).toEqual([['web-2', 'web-10', 'web-4', 'web-3']]);
    expect(names(hosts, [c8i(1), c8i(2)])).toEqual([['web-2'], ['web-10', 'web-4']]);
  });

  it.each<Partial<Pickable>>([
    { status: 'closed', availability: 'cordoned' },
    { status: 'busy', runId: 'r', availability: 'draining' },
    { status: 'dirty' },
    { status: 'offline' },
    { status: 'awaited' },
    { status: 'gone' },
    { launchId: 'l' },
  ])('are not picked while they take no run: %o', (change) => {
    expect(names([host('web-1', change), host('web-2')], [c8i(1)])).toEqual([['web-2']]);
  });

  it('are not picked twice: one that only this pool has is kept for it', () => {
    const both = host('a', { labels: ['c8i', 'arm'] });
    const hosts = [both, host('b', { labels: ['c8i'], status: 'busy', runId: 'r' })];
    expect(names(hosts, [c8i(1), { label: 'arm', count: 1 }])).toEqual([['b'], ['a']]);
  });

  it('are on machines of their own, unless there is only one', () => {
    const twin = { facts: { bootId: 'one' } };
    const three = [host('a', twin), host('b', twin), host('c')];
    expect(names(three, [c8i(1), c8i(1)])).toEqual([['a'], ['c']]);
    expect(names(three, [c8i(3)])).toBe('Pool c8i has 2 hosts that take runs; 3 are needed: some are on one machine.');
    expect(names(three.slice(0, 2), [c8i(1), c8i(1)])).toEqual([['a'], ['b']]);
    expect(names(three, [c8i(1)], ['a'])).toEqual([['c']]);
    expect(names(three.slice(0, 2), [c8i(1)], ['a'])).toEqual([['b']]);
    // Nothing is known of their machines.
    const unread = { facts: { bootId: '' } };
    expect(names([host('a', unread), host('b', unread), host('c')], [c8i(3)])).toEqual([['a', 'b', 'c']]);
  });
});

describe('a pool that has too few hosts', () => {
  it('says which, how many and why', () => {
    const hosts = [
      host('web-1'),
      host('web-2'),
      host('web-3', { status: 'closed', availability: 'cordoned' }),
      host('web-4', { status: 'offline' }),
    ];
    expect(names(hosts, [c8i(2)], ['web-2'])).toBe(
      'Pool c8i has 1 host left that takes runs; 2 are needed: web-3 is cordoned, web-4 is offline.',
    );
    expect(names(hosts.slice(2), [c8i(1)])).toBe(
      'Pool c8i has no host that takes runs; 1 is needed: web-3 is cordoned, web-4 is offline.',
    );
    expect(names(hosts, [{ label: 'arm', count: 1 }])).toBe('No host has the label arm.');
    expect(names(hosts, [c8i(1), c8i(2)])).toBe(
      'Pool c8i has 2 hosts that take runs; 3 are needed: web-3 is cordoned, web-4 is offline.',
    );
  });

  it('names a few of many', () => {
    const hosts = Array.from({ length: 8 }, (_, at) => host(`web-${at}`, { status: 'offline' }));
    expect(names(hosts, [c8i(1)])).toMatch(/: web-0 is offline, .*web-4 is offline, 3 more\.$/);
  });

  it('says of pools that share their hosts what they have together', () => {
    const both = host('a', { labels: ['c8i', 'arm'] });
    const wanted = [c8i(1), { label: 'arm', count: 1 }];
    expect(names([both], wanted)).toBe('Pools c8i and arm have 1 host that takes runs; 2 are needed.');
    const apart = host('d', { labels: ['x'] });
    expect(names([both, apart], [...wanted, { label: 'x', count: 1 }])).toBe(
      'Pools c8i, arm and x have 2 hosts that take runs; 3 are needed.',
    );
    const spare = host('e', { labels: ['x'] });
    expect(names([both, apart, spare], [...wanted, { label: 'x', count: 1 }])).toBe(
      'Pools c8i, arm and x share hosts; together they have too few.',
    );
  });
});
