import type { Run } from '@contract/run';
import { momentSuffix, servedLabel } from '@rules/run/live-words';
import { expect, test } from 'vitest';
import { hottestAtMoment, liveMoment, valueAtMoment } from './live-moment';

const S = 1e6;
const at = (state: string, second: number, stepIndex: number | null = null) => ({
  ...{ state, stepIndex, atUs: second * S, note: null },
});
const evidence = { server: { hostId: 'h', loadTime: { fromUs: 10 * S, toUs: 14 * S } }, clients: [] };
const run = (...transitions: object[]) =>
  ({
    state: (transitions.at(-1) as { state: string }).state,
    steps: [{ evidence, clients: [] }, { clients: [] }],
    transitions,
  }) as unknown as Run;

/** 100, 200, 300 and 400 req/s in the four seconds of load, none afterwards; a reading ends its second. */
const host = {
  hostId: 'h',
  timesUs: [9, 10, 11, 12, 13, 14, 15, 16].map((second) => second * S),
  columns: [{ name: 'requestsPerSecond', unit: 'req/s', values: [7, 7, 100, 200, 300, 400, 0, 0] }],
};
const served = (one: Run) => valueAtMoment(host, 'requestsPerSecond', liveMoment(one, 'h'));
const begun = [at('preparing', 1), at('warming', 8, 0), at('measuring', 9.5, 0)];
const pausing = run(...begun, at('cooling', 14.5, 0));

test('under load the newest reading is what is served now', () => {
  expect([servedLabel(liveMoment(run(...begun), 'h'), false), served(run(...begun))]).toEqual(['Served now', 0]);
  expect(servedLabel(liveMoment(run(...begun), 'h'), true)).toBe('Served when last heard');
});

test('of a step that has just begun no reading of the pause before it is shown as now', () => {
  const second = (nowSecond: number) => ({
    ...host,
    timesUs: host.timesUs.concat([17, 18, 19].map((at) => at * S)).filter((us) => us <= nowSecond * S),
    columns: [{ ...host.columns[0], values: [7, 7, 100, 200, 300, 400, 0, 0, 250, 500, 500] }] as typeof host.columns,
  });
  const moment = liveMoment(run(...begun, at('cooling', 14.5, 0), at('warming', 16.5, 1)), 'h');
  // The host began 0.5 s after the API had seen it, so that load runs from 17 s on, and 18 s ends its first whole second.
  const now = (at: number) => {
    const seen = second(at);
    const columns = seen.columns.map((one) => ({ ...one, values: one.values.slice(0, seen.timesUs.length) }));
    return valueAtMoment({ ...seen, columns }, 'requestsPerSecond', moment);
  };
  expect([now(16), now(17), now(18)]).toEqual([null, null, 500]);
  expect(servedLabel(moment, false)).toBe('Served now');
});

test('between steps stands the mean of the step before, (100 + 200 + 300 + 400) / 4, and that it is over', () => {
  const moment = liveMoment(pausing, 'h');
  expect([servedLabel(moment, false), momentSuffix(moment, false), served(pausing)]).toEqual([
    'Between steps. Step 1 served',
    ', step 1',
    250,
  ]);
});

test('the hottest CPU is one of the newest reading: over a step each in turn may have been, and none for all of it', () => {
  const turns = [100, 100, 100, 100, 100, 100, 100, 100];
  const two = {
    ...host,
    columns: [
      { name: 'hottestCpuPercent', unit: '%', values: turns },
      { name: 'hottestCpu', unit: '', values: turns.map((_, second) => second % 2) },
    ],
  };
  expect(hottestAtMoment(two, liveMoment(run(...begun), 'h'))).toBe('; hottest CPU 1, 100 %');
  expect(hottestAtMoment(two, liveMoment(pausing, 'h'))).toBe('');
  expect(hottestAtMoment(two, { kind: 'before' })).toBe('; hottest 100 %');
  expect(hottestAtMoment({ ...host, columns: [] }, { kind: 'load', sinceUs: null })).toBe('; hottest not measured');
});

test('after the last step stands what that one served', () => {
  const stopping = run(...begun, at('stopping', 15));
  expect([servedLabel(liveMoment(stopping, 'h'), false), served(stopping)]).toEqual(['Step 1 served', 250]);
});

test('of a step whose time of load is not known yet, nothing is shown', () => {
  const second = run(...begun, at('measuring', 20, 1), at('cooling', 25, 1));
  expect([servedLabel(liveMoment(second, 'h'), false), served(second)]).toEqual(['Between steps. Step 2 served', null]);
});

test('before the first warm-up no reading is of the load; after it, one is', () => {
  expect(servedLabel(liveMoment(run(at('target-up', 5)), 'h'), false)).toBe('Load has not begun');
  expect(momentSuffix(liveMoment(run(at('target-up', 5)), 'h'), false)).toBe(', before the load');
  expect(liveMoment(run(at('warming', 5, 0), at('stopping', 6)), 'h')).toMatchObject({ kind: 'after', stepIndex: 0 });
});
