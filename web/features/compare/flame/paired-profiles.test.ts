import type { Comparison } from '@contract/comparison';
import { expect, it } from 'vitest';
import { pairedProfiles, profiledSides } from './paired-profiles';

const step = (connections: number, ...kinds: string[]) => ({
  spec: { loop: 'closed', connections, pipelining: 1, durationSeconds: 10, toolWorkers: null },
  profiles: kinds.map((kind) => ({ kind, artifactId: `${kind}-${connections}`, total: 1 })),
});
const comparison = (...runs: ReturnType<typeof step>[][]) =>
  ({
    runs: runs.map((steps, at) => ({ id: String(at), steps })),
    sides: runs.map((_, at) => ({ runIds: [String(at)], letters: 'AB'[at], baseline: at === 0 })),
  }) as unknown as Comparison;

it('profiles of one kind meet where both sides were asked for the same', () => {
  expect(pairedProfiles(comparison([step(8, 'cpu'), step(16, 'cpu', 'heap')], [step(16, 'cpu')]))).toEqual([
    { kind: 'cpu', sideIndex: 1, baseline: ['cpu-16'], other: ['cpu-16'], loads: null },
  ]);
});

it('under different loads they meet with both told', () => {
  const [pair] = pairedProfiles(comparison([step(8, 'cpu')], [step(16, 'cpu')]));
  expect(pair?.loads).toEqual([expect.stringContaining('8 connections'), expect.stringContaining('16 connections')]);
});

it('a side without profiles, or with an empty one, has none to compare', () => {
  const one = comparison([step(8, 'cpu')], [step(8)]);
  expect([pairedProfiles(one), profiledSides(one)]).toEqual([[], ['A']]);
});
