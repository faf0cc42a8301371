import { expect, it } from 'vitest';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { side } from '../../testing/sample-verdict.ts';
import { isBeyondCeiling, isPressing, nothingPressing, pressing } from './pressing.ts';

const row = (over: Partial<EvidenceRow>): EvidenceRow => ({
  resource: 'cpu',
  side: 'server',
  label: 'server CPU',
  unit: 'CPUs',
  usedLow: 1,
  usedHigh: 1,
  ceiling: 2,
  percentLow: 80,
  percentHigh: 80,
  fullAtPercent: 85,
  source: '',
  ...over,
});
const client = row({ side: 'client', label: 'client CPU', percentLow: 90, percentHigh: 90 });
const step = (evidence: EvidenceRow[], shared: boolean | null, allowed = 2) =>
  pressing({
    verdict: { evidence },
    evidence: {
      sharedMachine: shared,
      server: side('server', { cpus: 2, cpusAllowed: allowed }),
      clients: [side('client', { cpus: 2, cpusAllowed: allowed })],
    },
  } as never);

it.each([
  [100, 101, false],
  [115, 116, false],
  [116, 116, true],
  [115, null, false],
  [115.1, null, true],
  [null, null, false],
])('of %s to %s percent of a ceiling, it is beyond it: %s', (percentLow, percentHigh, beyond) => {
  expect(isBeyondCeiling(row({ percentLow, percentHigh }))).toBe(beyond);
});

it('is what is from 70 % of its ceiling on, also where only the upper end may be', () => {
  expect([69.9, 70].map((percent) => isPressing(row({ percentLow: percent, percentHigh: percent })))).toEqual([
    false,
    true,
  ]);
  expect(isPressing(row({ percentLow: 20, percentHigh: 71 }))).toBe(true);
  expect(isPressing(row({ percentLow: 20, percentHigh: null }))).toBe(true);
  expect(isPressing(row({ percentLow: null, percentHigh: null }))).toBe(false);
});

it('leaves out what is no resource that can be full, such as requests in flight', () => {
  expect(step([row({ resource: 'in-flight', percentLow: 99, fullAtPercent: null })], false)).toEqual([]);
});

it('names what both sides share once, by the fuller reading', () => {
  expect(step([row({}), client], true)).toMatchObject([
    { label: 'CPUs of client and server', side: null, percentLow: 90 },
  ]);
});

it('keeps both sides apart on two machines, and where each has CPUs of its own', () => {
  expect(step([row({}), client], false).map(({ label }) => label)).toEqual(['client CPU', 'server CPU']);
  expect(step([row({}), client], true, 1).map(({ label }) => label)).toEqual(['client CPU', 'server CPU']);
});

it('names the busiest CPU of a shared machine once only where it is the same CPU', () => {
  const core = (of: 'server' | 'client', cpu: number) =>
    row({ resource: 'hottest-cpu', side: of, label: `${of}: busiest CPU, ${cpu}`, ceiling: 100 });
  expect(step([core('server', 3), core('client', 3)], true).map(({ label }) => label)).toEqual(['busiest CPU, 3']);
  expect(step([core('server', 3), core('client', 4)], true)).toHaveLength(2);
});

it('says of what was not measured no more than that', () => {
  const low = { percentLow: 20, percentHigh: 20 };
  expect(nothingPressing([])).toBe('No resource was measured against a ceiling.');
  expect(nothingPressing([row({ percentLow: null, percentHigh: null })])).toBe(nothingPressing([]));
  expect(nothingPressing([row({ ...low, side: 'server' })])).toBe(
    'Every measured resource that can saturate stayed below 70 % of its ceiling; CPU of the client was not measured.',
  );
  expect(nothingPressing([row({ ...low, side: 'server' }), row({ ...low, side: 'client' })])).toBe(
    'Every measured resource that can saturate stayed below 70 % of its ceiling.',
  );
  const inFlight = row({
    resource: 'in-flight',
    side: null,
    label: 'requests in flight',
    percentLow: 36,
    percentHigh: null,
  });
  expect(nothingPressing([row(low), row({ ...low, side: 'client' }), { ...inFlight, fullAtPercent: null }])).toBe(
    'Every measured resource that can saturate stayed below 70 % of its ceiling; requests in flight: at least 36 % of what is possible, perhaps all.',
  );
});
