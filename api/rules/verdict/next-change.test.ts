import { expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { Wall } from '../../contract/verdict.ts';
import { type NextChange, nextChange, withNextChange } from './next-change.ts';

const closed = (connections: number, profiles: string[] = []) => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  profiles,
});
const open = (requestsPerSecond: number) => ({ loop: 'open', requestsPerSecond, profiles: [] });

interface Said {
  wall: Wall;
  walls?: Wall[];
  steps?: object[];
  tool?: string;
  search?: object | null;
  target?: object;
  findings?: object[];
  imported?: object | null;
  /** Percent of CPUs, of both sides; null: not measured. */
  busy?: number | null;
  next?: string;
}

function run({ wall, walls = [wall], steps = [closed(10), closed(40)], ...said }: Said): Run {
  const {
    tool = 'wrk',
    search = null,
    target = { kind: 'reference' },
    findings = [],
    imported = null,
    busy = 30,
    next = 'Try a load with more in flight.',
  } = said;
  const rows = ['server', 'client'].map((side) => ({ resource: 'cpu', side, percentLow: busy }));
  return {
    imported,
    findings,
    hosts: [],
    spec: { specVersion: 5, target, load: { tool, search, steps } },
    steps: steps.map((spec, index) => ({ index, spec, verdict: { evidence: rows } })),
    verdict: { wall, walls, stepIndex: 0, next },
  } as unknown as Run;
}

it('prepares what the advice says', () => {
  const found = [
    run({ wall: 'competing-load' }),
    run({ wall: 'client-cpu' }),
    run({ wall: 'client-thread' }),
    run({ wall: 'several', walls: ['client-cpu', 'server-cpu'] }),
    run({ wall: 'server-cpu' }),
    run({ wall: 'concurrency' }),
    run({ wall: 'unknown', walls: [] }),
    run({ wall: 'offered-load', steps: [open(100)] }),
  ].map(nextChange);
  const expected: (NextChange | null)[] = [
    'rerun',
    'volley',
    'volley',
    'volley',
    'profile',
    'more-in-flight',
    'more-in-flight',
    'higher-rate',
  ];
  expect(found).toEqual(expected);
});

it('prepares nothing that the run cannot be asked for', () => {
  const found = [
    run({ wall: 'nic-bandwidth' }),
    run({ wall: 'client-cpu', tool: 'volley' }),
    run({ wall: 'several', walls: ['server-cpu', 'nic-bandwidth'] }),
    run({ wall: 'server-cpu', target: { kind: 'listening' } }),
    run({ wall: 'server-cpu', steps: [closed(10), closed(10, ['cpu'])] }),
    run({ wall: 'concurrency', search: {} }),
    run({ wall: 'concurrency', steps: [closed(900_000)] }),
    run({ wall: 'unknown', walls: ['client-cpu'] }),
    run({ wall: 'unknown', walls: [], busy: null }),
    run({ wall: 'competing-load', imported: {} }),
  ].map(nextChange);
  expect(found).toEqual(found.map(() => null));
});

it('asks to run again before anything else where other processes were on the CPUs', () => {
  const findings = [{ code: 'competing-load', stepIndex: 0 }];
  expect(nextChange(run({ wall: 'client-cpu', findings }))).toBe('rerun');
  expect(nextChange(run({ wall: 'client-cpu', findings: [{ code: 'competing-load', stepIndex: 1 }] }))).toBe('volley');
});

const after = (steps: object[], change: NextChange, stepIndex = 0) => {
  const { spec } = run({ wall: 'concurrency', steps });
  return withNextChange(spec as RunSpec, change, stepIndex).load;
};

it('adds a step of twice the most, and keeps the others', () => {
  expect(after([closed(40), closed(10)], 'more-in-flight').steps).toEqual([closed(40), closed(10), closed(80)]);
  expect(after([open(100), open(300)], 'higher-rate').steps.at(-1)).toEqual(open(600));
});

it('profiles a repetition of the step that the verdict speaks of', () => {
  expect(after([closed(1), closed(2)], 'profile', 0).steps).toEqual([closed(1), closed(1, ['cpu']), closed(2)]);
});

it('changes the tool, or nothing at all', () => {
  expect(after([closed(1)], 'volley').tool).toBe('volley');
  expect(after([closed(1)], 'rerun')).toEqual(run({ wall: 'concurrency', steps: [closed(1)] }).spec.load);
});

it('prepares no heavier load where the advice is about what stands behind the target', () => {
  const next = 'Look at its queries (EXPLAIN ANALYZE).';
  expect(nextChange(run({ wall: 'unknown', walls: [], next }))).toBeNull();
});
