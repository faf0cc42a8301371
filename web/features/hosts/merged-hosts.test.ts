import type { Host } from '@contract/host';
import { describe, expect, it } from 'vitest';
import { asToday, mergedHosts } from './merged-hosts';

const host = (id: string, factsVersion: string, over: object = {}): Host =>
  ({ id, factsVersion, status: 'ready', facts: { hostName: id }, ...over }) as unknown as Host;

it('a host of an API that knows no pools has no labels and is open', () => {
  expect(asToday(host('a', '1'))).toMatchObject({ id: 'a', labels: [], availability: 'open', queuedRuns: 0 });
  expect(asToday(host('a', '1', { labels: ['web'], availability: 'cordoned', queuedRuns: 2 }))).toMatchObject({
    ...{ labels: ['web'], availability: 'cordoned', queuedRuns: 2 },
  });
});

const stateOf = ({ facts: _, ...state }: Host) => state;

describe('hosts that are read again without their facts', () => {
  it('keep the facts that are known, in the order and the state of now', () => {
    const known = [host('a', '1'), host('b', '1')];
    const now = [host('b', '1', { status: 'busy' }), host('a', '1')];
    const merged = mergedHosts(known, now.map(stateOf));
    expect(merged).toEqual(now);
    expect(merged?.[0]?.facts).toBe(known[1]?.facts);
    expect(mergedHosts(known, [stateOf(host('a', '1'))])?.map(({ id }) => id)).toEqual(['a']);
  });

  it('are read whole when one is new or may have other facts', () => {
    expect(mergedHosts([host('a', '1')], [host('a', '1'), host('b', '1')].map(stateOf))).toBeNull();
    expect(mergedHosts([host('a', '1')], [stateOf(host('a', '2'))])).toBeNull();
  });
});
