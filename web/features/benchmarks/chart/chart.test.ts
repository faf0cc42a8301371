import type { Alert } from '@contract/alert';
import type { HistoryEpoch, HistoryPoint, HostMove } from '@contract/benchmark';
import { describe, expect, it } from 'vitest';
import { changeMarks, changeSpan } from './change-marks';
import { changeScale, columnsX, figureScale } from './history-scales';
import { hostMoveMarks } from './host-move-marks';
import { epochBorders, joinedStretches, orderedPoints, stretchInSight, zoomedAround, zoomTo } from './shown-points';
import { stripPlaces } from './strip-places';

const point = (at: number, over: Partial<HistoryPoint> = {}): HistoryPoint => ({
  ...{ experimentId: `e${at}`, revision: `c${at}`, subject: null, committedAtUs: null, place: at, measuredAtUs: at },
  ...{ against: 'r', epoch: 0, rounds: 6, ratio: 1, low: 0.99, high: 1.01, candidate: 100, reference: 100, gap: null },
  ...over,
});
const gap = (at: number): HistoryPoint =>
  point(at, { ratio: null, low: null, high: null, gap: 'The client was the bottleneck.' });
const points = [0, 1, 2, 3, 4, 5].map((at) => point(at));
const ids = (from: number, to: number) => [`e${from}`, `e${to}`];

describe('what of a history is in sight', () => {
  it('is all of it, or what the address names from one point to another', () => {
    expect(stretchInSight(points, null)).toEqual([0, 5]);
    expect(stretchInSight(points, ids(1, 3))).toEqual([1, 3]);
    expect(stretchInSight(points, ids(3, 1))).toEqual([1, 3]);
    expect(stretchInSight(points, ['e1', 'deleted'])).toEqual([0, 5]);
    expect(zoomTo(points, [1, 3])).toEqual(ids(1, 3));
    expect(zoomTo(points, [0, 9])).toBeNull();
  });

  it('is zoomed around a point that keeps its share of the picture, within what there is', () => {
    expect(zoomedAround([0, 99], 0, 0.5, 100)).toEqual([0, 49]);
    expect(zoomedAround([0, 99], 99, 0.5, 100)).toEqual([50, 99]);
    expect(zoomedAround([10, 12], 11, 0.5, 100)).toEqual([10, 12]);
    expect(zoomedAround([90, 99], 99, 2, 100)).toEqual([80, 99]);
    expect(zoomedAround([0, 99], 50, 2, 100)).toEqual([0, 99]);
  });

  it('is ordered by the branch, or by when it was measured', () => {
    const late = [point(0, { measuredAtUs: 9 }), point(1, { measuredAtUs: 2 })];
    expect(orderedPoints(late, 'revisions').map(({ place }) => place)).toEqual([0, 1]);
    expect(orderedPoints(late, 'days').map(({ place }) => place)).toEqual([1, 0]);
  });
});

describe('a line', () => {
  const joined = (all: HistoryPoint[]) =>
    joinedStretches(
      all.map((one) => ({ point: one })),
      ({ point: { ratio } }) => ratio !== null,
    ).map((own) => own.map(({ point: { experimentId } }) => experimentId));

  it('joins neither points beyond a gap nor those of two epochs', () => {
    expect(joined([point(0), point(1), gap(2), point(3), point(4)])).toEqual([
      ['e0', 'e1'],
      ['e3', 'e4'],
    ]);
    expect(joined([point(0), point(1), point(2, { epoch: 1 }), point(3, { epoch: 1 })])).toEqual([
      ['e0', 'e1'],
      ['e2', 'e3'],
    ]);
  });
});

it('borders say what differs between the epochs on either side, also where one comes back', () => {
  const epoch = (index: number, over: Partial<HistoryEpoch> = {}): HistoryEpoch => ({
    ...{ index, version: 1, hostClass: '8 CPUs', hosts: 'Linux 6.1', reference: 'r', fromUs: index, because: null },
    ...over,
  });
  const epochs = [epoch(0), epoch(1, { hosts: 'Linux 6.12' }), epoch(2, { version: 2, reference: 's' })];
  const at = [0, 1, 0, 2].map((index, place) => point(place, { epoch: index }));
  expect(epochBorders(at, epochs)).toEqual([
    { at: 1, changed: 'host setup' },
    { at: 2, changed: 'host setup' },
    { at: 3, changed: 'design and reference' },
  ]);
});

describe('places', () => {
  it('has ratios at the same distance from no change for a doubling and a halving', () => {
    const { y } = changeScale([point(0, { ratio: 2 }), point(1, { ratio: 0.5 })], 2, 0, 300);
    expect(y(1) - y(2)).toBeCloseTo(y(0.5) - y(1));
    expect(y(2)).toBeLessThan(y(1));
  });

  it('lets no single wide interval press the others together', () => {
    const usual = Array.from({ length: 20 }, (_, at) => point(at));
    const wide = changeScale([...usual, point(20, { low: 0.3, high: 3 })], 2, 0, 300);
    expect(wide.isBeyond(3)).toBe(true);
    expect(wide.isBeyond(1.01)).toBe(false);
  });

  it('has all figures of both builds on one axis', () => {
    const { y, ticks } = figureScale([point(0, { candidate: 90 }), point(1, { reference: 120 })], 0, 300);
    for (const value of [90, 100, 120]) expect(y(value)).toBeGreaterThanOrEqual(0);
    for (const value of [90, 100, 120]) expect(y(value)).toBeLessThanOrEqual(300);
    expect(ticks.length).toBeGreaterThan(2);
  });

  it('stand beside each other, or where their moments are', () => {
    const three = [point(0), point(10), point(100)];
    const [a = 0, b = 0, c = 0] = columnsX(three, 'revisions', 0, 300);
    expect(b - a).toBeCloseTo(c - b);
    const [early = 0, soon = 0, late = 0] = columnsX(three, 'days', 0, 300);
    expect((soon - early) / (late - early)).toBeCloseTo(0.1);
    expect(columnsX([point(5)], 'days', 0, 300)).toEqual([150]);
  });
});

describe('a strip', () => {
  const size = { width: 100, height: 30 };

  it('has values higher where the ratio is, no place for a gap, and a line where an epoch begins', () => {
    const { marks, borders, band } = stripPlaces(
      [point(0, { ratio: 0.9 }), gap(1), point(2, { ratio: 1.1, epoch: 1 })],
      2,
      size,
    );
    const [low, none, high] = marks.map(({ y }) => y);
    expect(none).toBeNull();
    expect(low).toBeGreaterThan(high ?? 0);
    expect(borders).toHaveLength(1);
    expect(band?.middle).toBeGreaterThan(band?.top ?? 0);
  });

  it('has the own figures of builds that were measured against themselves, whose ratios are noise', () => {
    const own = (at: number, figure: number) =>
      point(at, { against: null, candidate: figure, reference: figure, ratio: 1 - at / 100 });
    const { marks, band } = stripPlaces([own(0, 100), own(1, 80)], 2, size);
    expect(band).toBeNull();
    for (const { ends } of marks) expect(ends).not.toBeNull();
    expect(marks[1]?.y ?? 0).toBeGreaterThan(marks[0]?.y ?? 0);
  });
});

describe('a change', () => {
  const at = (place: number) => ({ revision: `c${place}`, place, subject: null });
  const range = { before: at(1), after: at(3) };

  it('lies between the points around it, also where the revisions themselves were not measured', () => {
    expect(changeSpan(points, range, 'revisions')).toEqual([1, 3]);
    const some = points.filter(({ place }) => place !== 1 && place !== 3);
    expect(changeSpan(some, range, 'revisions')).toEqual([0, 2]);
    expect(changeSpan(points, { before: null, after: at(2) }, 'revisions')).toEqual([2, 2]);
    expect(changeSpan(points, { before: at(1), after: at(9) }, 'revisions')).toBeNull();
  });

  it('is found by its revisions where points are in the order of their measurement', () => {
    const late = [point(3), point(0), point(1)];
    expect(changeSpan(late, range, 'days')).toEqual([0, 2]);
    expect(changeSpan([point(0), point(2)], range, 'days')).toBeNull();
  });

  it('is one of its metric alone, and none that an experiment did not show', () => {
    const size = { ratio: 0.939, low: 0.93, high: 0.95 };
    const seriesOf = (shown: object | null) => [
      { metric: 'requestsPerSecond' as const, stepIndex: 0, suspected: size, shown },
    ];
    const alert = (state: Alert['state'], shown: object | null = null) => {
      const series = seriesOf(shown);
      return { id: state, ...range, direction: 'worse', channel: 'step', state, series } as unknown as Alert;
    };
    const held = { ...size, confidencePercent: 95, held: true };
    // The third was shown by another metric.
    const others = [alert('confirmed'), alert('confirmed', { ...held, held: false })];
    const alerts = [alert('confirmed', held), alert('suspected'), alert('unconfirmed'), ...others];
    const own = changeMarks(alerts, { metric: 'requestsPerSecond', stepIndex: 0 });
    expect(own.map(({ shown, text }) => [shown, text])).toEqual([
      [true, '−6.10 %'],
      [false, 'suspected'],
      [false, 'not shown'],
      [false, 'not shown'],
    ]);
    expect(changeMarks(alerts, { metric: 'latencyMsP99', stepIndex: 0 })).toEqual([]);
  });
});

it('a move of the hosts stands between the points measured before and after it, if these are neighbours', () => {
  const moved: HostMove = {
    ...{
      beforeUs: 2,
      afterUs: 3,
      ratio: 1.06,
      low: 1.05,
      high: 1.07,
      ratioMoved: false,
      sentence: 'The hosts changed.',
    },
  };
  expect(hostMoveMarks(points, [moved], 'revisions')).toEqual([{ between: [2, 3], text: 'hosts +6.00 %' }]);
  const late = [point(0, { measuredAtUs: 3 }), point(1), point(2)];
  expect(hostMoveMarks(late, [moved], 'revisions')).toEqual([]);
  expect(hostMoveMarks(orderedPoints(late, 'days'), [moved], 'days')).toEqual([
    { between: [1, 2], text: 'hosts +6.00 %' },
  ]);
  expect(hostMoveMarks(points.slice(3), [moved], 'days')).toEqual([]);
});
