import { expect, it } from 'vitest';
import type { UsedStreams } from '../../contract/point.ts';
import { loadResult } from '../../testing/fake-agent.ts';
import { mergedStreams } from './merge-streams.ts';
import { usedDepth } from './used-depth.ts';

const streams = (leastPerConnection: number, mostPerConnection: number, takenBack = 0): UsedStreams => ({
  leastPerConnection,
  mostPerConnection,
  takenBack,
});
const of = (...told: (UsedStreams | null | undefined)[]) =>
  mergedStreams(told.map((one) => loadResult(0, { streams: one })));

it('of several clients the fewest and the most stand, and what was taken back is added up', () => {
  expect(of(streams(250, 250, 3), streams(100, 800, 4))).toEqual(streams(100, 800, 7));
});

it('what one client does not tell is not known of all', () => {
  expect(of(streams(250, 250), null)).toBeNull();
  expect(of(streams(250, 250), undefined)).toBeNull();
  expect(of()).toBeNull();
});

it('several streams that were asked are none that are known to have been had', () => {
  expect(usedDepth({ pipelining: 800 }, { streams: null }, true)).toBeNull();
  expect(usedDepth({ pipelining: 1 }, {}, true)).toEqual({ least: 1, most: 1 });
  expect(usedDepth({ pipelining: 800 }, {}, false)).toEqual({ least: 800, most: 800 });
  expect(usedDepth({ pipelining: 800 }, { streams: streams(250, 400) }, true)).toEqual({ least: 250, most: 400 });
});
