// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../start/settings.mjs';
import { grownTables } from '../soak/holdings.mjs';
import { KEPT } from '../soak/kept.ts';
import { growthPct } from '../soak/trend.mjs';
import { faultsOf, missedOf } from '../soak/verdict.mjs';

const schema = path.join(root, 'prisma/schema');
const tables = readdirSync(schema).flatMap((file) =>
  [...readFileSync(path.join(schema, file), 'utf8').matchAll(/^model (\w+) \{/gm)].map(([, name]) => name),
);

it('says of every table how long its rows stay', () => {
  expect(Object.keys(KEPT).sort()).toEqual(tables.sort());
});

it('counts rows that are more than before, but not those of the audit log', () => {
  const before = new Map([
    ['Frame', 2],
    ['Host', 5],
    ['AuditEntry', 9],
  ]);
  const after = new Map([
    ['Frame', 4],
    ['Host', 4],
    ['AuditEntry', 12],
    ['Session', 1],
  ]);
  expect(grownTables(before, after)).toEqual([
    { name: 'Frame', more: 2 },
    { name: 'Session', more: 1 },
  ]);
});

describe('growth by the line through all readings', () => {
  it('is what the line adds from its beginning to its end', () => {
    expect(growthPct([100, 105, 110])).toMatchObject({ value: expect.closeTo(10), n: 3 });
    expect(growthPct([100, 100, 100, 100])).toEqual({ value: 0, low: 0, high: 0, n: 4 });
  });

  it('has the interval of least squares', () => {
    // The line is 97 99 101 103 105, a slope of 2 over squares of 10. What is left is -2 1 4 -3 0: 30 of 3 degrees, where t is 3.18.
    const { value, low, high } = growthPct([95, 100, 105, 100, 105]);
    const [begin, error] = [97, 3.182446 * Math.sqrt(30 / 3 / 10)];
    expect(value).toBeCloseTo((2 * 4 * 100) / begin);
    expect(high - value).toBeCloseTo((error * 4 * 100) / begin, 3);
    expect(value - low).toBeCloseTo((error * 4 * 100) / begin, 3);
  });
});

describe('a soak fails', () => {
  const look = { rssMb: 100, heldMb: 50, descriptors: { database: 5, others: 40 } };
  const answer = { route: '/runs', status: 200, ms: 5, retryAfter: null, held: false };
  const well = {
    ...{ runs: 1, heartbeats: 1, looks: [look, look, look], failed: [], lost: 0, grown: [], files: 0 },
    crowded: { answers: [answer, { ...answer, status: 503, retryAfter: '1' }], recoveredMs: 0, rows: 1 },
  };

  it('never when nothing stays, and being told to try again is no error', () => {
    expect([faultsOf(well), missedOf(well)]).toEqual([[], []]);
  });

  it.each([
    ['a row stays', { grown: [{ name: 'Session', more: 3 }] }, 'Rows stay that should be gone: 3 of Session.'],
    ['a file stays', { files: 2 }, '2 files stay that should be gone.'],
    ['a run failed', { failed: [{ failure: 'It is away.' }] }, '1 runs failed: It is away.'],
    ['a report is lost', { lost: 4 }, '4 acknowledged reports are not stored.'],
    ['an answer is an error', { crowded: { ...well.crowded, answers: [{ ...answer, status: 500 }] } }, '"status":500'],
    ['503 says not when to come back', { crowded: { ...well.crowded, answers: [{ ...answer, status: 503 }] } }, '503'],
    ['no answer came', { crowded: { ...well.crowded, answers: [{ ...answer, status: 0 }] } }, '"status":0'],
    ['pools have no end', { looks: [{ ...look, descriptors: { database: 35, others: 1 } }, look, look] }, 'had 35'],
  ])('when %s', (_what, part, said) => {
    expect(faultsOf({ ...well, ...part })).toEqual([expect.stringContaining(said)]);
  });

  it.each([
    ['resident memory grows', { rssMb: 106 }, 'Resident memory grew by 6.0 %, and 5 % are the most.'],
    [
      'memory is held that is no garbage',
      { heldMb: 53 },
      'Memory that is held surely grew by 6.0 %, and 5 % are the most.',
    ],
    [
      'descriptors stay open',
      { descriptors: { database: 5, others: 52 } },
      '12 more descriptors were open in the end.',
    ],
  ])('when %s', (_what, last, said) => {
    const end = { ...look, ...last };
    const others = (look.descriptors.others + end.descriptors.others) / 2;
    const middle = {
      ...{ rssMb: (look.rssMb + end.rssMb) / 2, heldMb: (look.heldMb + end.heldMb) / 2 },
      descriptors: { ...look.descriptors, others },
    };
    const looks = [look, middle, end];
    expect(missedOf({ ...well, looks })).toEqual([said]);
  });

  it('never when the number of descriptors goes up and down', () => {
    const looks = [79, 102, 136, 104, 127, 140, 152, 152, 92, 142].map((others) => ({
      ...look,
      descriptors: { database: 5, others },
    }));
    expect(missedOf({ ...well, looks: [...looks, ...looks] })).toEqual([]);
  });
});
