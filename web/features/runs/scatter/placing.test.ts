import type { RunPoint } from '@contract/run-points';
import { describe, expect, it } from 'vitest';
import {
  axesOf,
  depthsAmong,
  groupsAmong,
  insideOf,
  isAtBound,
  latencyKinds,
  nearestTo,
  placeAll,
  stepFrom,
} from './placing';

const BOX = { left: 0, right: 100, top: 0, bottom: 100 };

const point = (
  runId: string,
  requestsPerSecond: number,
  latencyMsP99: number,
  over: Partial<RunPoint> = {},
): RunPoint => ({
  runId,
  name: runId,
  createdAtUs: 1,
  group: 0,
  requestsPerSecond,
  latencyMsP99,
  latencyResolutionUs: 1,
  latency: 'closed',
  wall: 'server-cpu',
  validity: 'valid',
  pipelining: 1,
  pinned: false,
  ...over,
});

const FOUR = [point('a', 10, 1), point('b', 20, 2), point('c', 30, 1), point('d', 40, 4)];
const placed = () => placeAll(FOUR, axesOf(FOUR, BOX));
const named = (runId: string) => placed().find(({ run }) => run.runId === runId) ?? null;

describe('the axes', () => {
  it('begin at nothing: twice the throughput is twice as far to the right, twice the latency twice as high', () => {
    const { x, y, log } = axesOf(FOUR, BOX);
    expect(log).toBe(false);
    expect(x(40)).toBe(2 * x(20));
    expect(100 - y(4)).toBeCloseTo(2 * (100 - y(2)));
  });

  it('are logarithmic for latencies that are far apart: a decade is as high as any other', () => {
    const far = [point('a', 1, 0.5), point('b', 1, 500)];
    const { y, log } = axesOf(far, BOX);
    expect(log).toBe(true);
    expect(y(1) - y(10)).toBeCloseTo(y(10) - y(100));
  });

  it('place a latency that was truncated to nothing at half of what the tool tells apart', () => {
    const far = [point('a', 1, 0, { latencyResolutionUs: 1000 }), point('b', 1, 50)];
    const [low] = placeAll(far, axesOf(far, BOX));
    expect(axesOf(far, BOX).log).toBe(true);
    expect(Number.isFinite(low?.y)).toBe(true);
  });
});

describe('picking', () => {
  it('finds the nearest point, and none that is too far away', () => {
    const at = named('c') ?? { x: 0, y: 0 };
    expect(nearestTo(placed(), { x: at.x + 3, y: at.y }, 10)?.run.runId).toBe('c');
    expect(nearestTo(placed(), { x: at.x, y: -40 }, 10)).toBeNull();
  });

  it('takes what is inside of a box, whichever corner it was drawn from', () => {
    const b = named('b') ?? { x: 0, y: 0 };
    const brush = { fromX: b.x + 1, fromY: b.y + 1, toX: 0, toY: 0 };
    expect(insideOf(placed(), brush).map(({ run }) => run.runId)).toEqual(['b']);
    expect(insideOf(placed(), { fromX: 0, fromY: 100, toX: 100, toY: 0 })).toHaveLength(4);
  });

  it('goes by keys through every point: to the right by throughput, up by latency', () => {
    const ways = (key: string, from: string | null): (string | undefined)[] => {
      const next = stepFrom(placed(), from === null ? null : named(from), key);
      return next ? [next.run.runId, ...ways(key, next.run.runId)] : [];
    };
    expect(ways('ArrowRight', null)).toEqual(['a', 'b', 'c', 'd']);
    expect(ways('ArrowLeft', 'd')).toEqual(['c', 'b', 'a']);
    expect(ways('ArrowDown', null)).toEqual(['d', 'b', 'a', 'c']);
    expect(ways('ArrowUp', null)).toEqual(['c', 'a', 'b', 'd']);
    expect(ways('x', 'a')).toEqual([]);
  });
});

it('keeps kinds of latency apart, the one of most runs first, those that are not known as one more', () => {
  const mixed = [
    ...FOUR,
    point('e', 1, 1, { latency: 'open' }),
    point('f', 1, 1, { latency: null }),
    point('g', 1, 1, { latency: 'open' }),
  ];
  expect(latencyKinds(mixed)).toEqual([
    { latency: 'closed', runs: 4 },
    { latency: 'open', runs: 2 },
    { latency: null, runs: 1 },
  ]);
});

it('counts groups, and runs of none', () => {
  const mixed = [point('a', 1, 1, { group: 1 }), point('b', 1, 1, { group: 1 }), point('c', 1, 1, { group: null })];
  expect(groupsAmong(mixed)).toEqual([
    { group: 1, runs: 2 },
    { group: null, runs: 1 },
  ]);
});

it('a p99 below the tool’s resolution stands at that bound, and is known to', () => {
  const coarse = point('e', 20, 0, { latencyResolutionUs: 1000 });
  const exact = point('f', 20, 1, { latencyResolutionUs: 1000 });
  const both = [coarse, exact, point('g', 40, 4)];
  const [a, b] = placeAll(both, axesOf(both, BOX));
  expect(a?.y).toBe(b?.y);
  expect(both.map(isAtBound)).toEqual([true, false, false]);
});

it('tells when depths of pipelining are mixed', () => {
  const of = (...depths: (number | null)[]) => depthsAmong(depths.map((pipelining) => ({ pipelining })));
  expect(of(100, 1, 10, null)).toEqual([1, 100]);
  expect(of(1, 1, null)).toBeNull();
  expect(of()).toBeNull();
});
