import { expect, it } from 'vitest';
import type { CpuMap } from '../../contract/cpu-map.ts';
import { type CpuWork, NOT_READ } from '../../contract/cpu-work.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { CpuMapTally } from './cpu-map.ts';

const FIELDS = ['user', 'system', 'softirq', 'steal', 'idle'] as const;
type Second = Record<number, Partial<Record<(typeof FIELDS)[number], number>>>;

/** Frames a second apart; of each second what its CPUs did, in percent, the rest idle. */
function framesOf(seconds: Second[], over: Partial<SampleFrame> = {}): SampleFrame[] {
  const totals = new Map<string, number>();
  const layouts = new Map<string, string[]>();
  return [seconds[0] ?? {}, ...seconds].map((second, at) => {
    const cpus = Object.keys(second).join();
    const columns =
      layouts.get(cpus) ?? Object.keys(second).flatMap((cpu) => FIELDS.map((field) => `cpu/${cpu}/${field}Us`));
    layouts.set(cpus, columns);
    for (const [cpu, did] of Object.entries(second)) {
      const busy = Object.values(did).reduce((sum, percent) => sum + percent, 0);
      for (const field of FIELDS) {
        const percent = field === 'idle' ? 100 - busy : (did[field] ?? 0);
        const name = `cpu/${cpu}/${field}Us`;
        totals.set(name, (totals.get(name) ?? 0) + (at === 0 ? 0 : percent * 10_000));
      }
    }
    return {
      ...{ incarnationId: 'life', columns, sequence: at, timeUs: 1e15 + at * 1e6, monotonicUs: at * 1e6 },
      ...{ boundary: false, values: columns.map((name) => totals.get(name) ?? 0) },
      ...over,
    };
  });
}

function mapOf(frames: SampleFrame[], readingsPerColumn = 1): CpuMap {
  const tally = new CpuMapTally({ hostId: 'h', samplesPerSecond: 1, readingsPerColumn });
  for (const frame of frames) tally.add(frame);
  return tally.map();
}

/** Rows of a kind of work, in percent. */
const rowsOf = (map: CpuMap, work: CpuWork): (number | null)[][] => {
  const cells = [...Buffer.from(map.work[work].cells, 'base64')];
  return map.cpus.map((_, row) =>
    cells
      .slice(row * map.fromUs.length, (row + 1) * map.fromUs.length)
      .map((cell) => (cell === NOT_READ ? null : cell / 2)),
  );
};

it('has a row for each CPU and a column for each reading, of each kind of work', () => {
  const map = mapOf(
    framesOf([
      { 0: { user: 50, softirq: 25 }, 1: {} },
      { 0: {}, 1: { system: 30, steal: 20 } },
    ]),
  );
  expect(map.cpus).toEqual([0, 1]);
  expect([map.fromUs, map.toUs]).toEqual([
    [1e15, 1e15 + 1e6],
    [1e15 + 1e6, 1e15 + 2e6],
  ]);
  expect(rowsOf(map, 'busy')).toEqual([
    [75, 0],
    // Steal is time that the CPU was not given: none of its work.
    [0, 30],
  ]);
  expect(rowsOf(map, 'softirq')).toEqual([
    [25, 0],
    [0, 0],
  ]);
  expect(rowsOf(map, 'steal')).toEqual([
    [0, 0],
    [0, 20],
  ]);
});

it('a spike of one reading stays in a column of many, and the table is of all readings', () => {
  const seconds = Array.from({ length: 40 }, (_, at): Second => ({ 7: { user: at === 23 ? 100 : 10 } }));
  const map = mapOf(framesOf(seconds), 10);
  expect(rowsOf(map, 'busy')).toEqual([[10, 10, 100, 10]]);
  const { means, p95s, maxima } = map.work.busy;
  // (39 × 10 + 100) / 40
  expect([means, p95s, maxima]).toEqual([[12.25], [10], [100]]);
});

it('a hole is a gap between columns, and a CPU that came later has none before', () => {
  const early = framesOf([{ 0: { user: 10 } }, { 0: { user: 20 } }]);
  const late = framesOf([{ 0: { user: 40 }, 3: { user: 60 } }]).map((frame) => ({
    ...frame,
    timeUs: frame.timeUs + 9e6,
    monotonicUs: frame.monotonicUs + 9e6,
  }));
  const map = mapOf([...early, ...late], 5);
  expect(map.cpus).toEqual([0, 3]);
  expect(map.toUs.map((toUs) => toUs - 1e15)).toEqual([2e6, 10e6]);
  expect(rowsOf(map, 'user')).toEqual([
    [20, 40],
    [null, 60],
  ]);
});

it('leaves out frames at the edges of phases, and has no rows where nothing was sampled', () => {
  const boundaries = framesOf([{ 0: { user: 10 } }], { boundary: true });
  expect(mapOf(boundaries)).toMatchObject({ cpus: [], fromUs: [], work: { busy: { cells: '', means: [] } } });
});
