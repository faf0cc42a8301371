import { expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import type { Wall } from '../../contract/verdict.ts';
import { RAISE_RATE } from '../verdict/rate-next.ts';
import { changeOfFinding, changeOfRun, withChange } from './change-of-run.ts';
import type { NextChange } from './changes.ts';

const closed = (connections: number, profiles: string[] = []) => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  toolWorkers: null,
  durationSeconds: 10,
  profiles,
});
const open = (requestsPerSecond: number) => ({
  loop: 'open',
  requestsPerSecond,
  toolWorkers: null,
  durationSeconds: 10,
  profiles: [],
});

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
  /** The advice is to stop other processes. */
  stopsOthers?: true;
  /** What the steps measured. */
  point?: object;
}

function run({ wall, walls = [wall], steps = [closed(10), closed(40)], ...said }: Said): Run {
  const {
    tool = 'wrk',
    search = null,
    target = { kind: 'reference', workers: null },
    findings = [],
    imported = null,
    busy = 30,
    point = null,
    next = 'Try a load with more in flight.',
  } = said;
  const evidence = { clients: [{ hostId: null, cpus: 8, cpusAllowed: 4 }] };
  const rows = ['server', 'client'].map((side) => ({ resource: 'cpu', side, percentLow: busy }));
  return {
    imported,
    findings,
    hosts: [],
    spec: { specVersion: 5, target, clients: [{ hostId: 'client' }], load: { tool, toolWorkers: null, search, steps } },
    steps: steps.map((spec, index) => ({ index, spec, point, clients: [], evidence, verdict: { evidence: rows } })),
    verdict: { wall, walls, stepIndex: 0, next, stopsOthers: said.stopsOthers },
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
    run({ wall: 'offered-load', steps: [open(100)], next: `To find the limit, ${RAISE_RATE}.` }),
  ].map(changeOfRun);
  const expected: (NextChange | null)[] = [
    'again',
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
    run({ wall: 'several', walls: ['server-cpu', 'nic-bandwidth'] }),
    run({ wall: 'server-cpu', target: { kind: 'listening' } }),
    run({ wall: 'server-cpu', steps: [closed(10), closed(10, ['cpu'])] }),
    run({ wall: 'concurrency', search: {} }),
    run({ wall: 'concurrency', steps: [closed(900_000)] }),
    run({ wall: 'unknown', walls: ['client-cpu'] }),
    run({ wall: 'unknown', walls: [], busy: null }),
    run({ wall: 'competing-load', imported: {} }),
  ].map(changeOfRun);
  expect(found).toEqual(found.map(() => null));
});

it('asks to run again before anything else where other processes were on the CPUs', () => {
  expect(changeOfRun(run({ wall: 'client-cpu', stopsOthers: true }))).toBe('again');
  // Of another host: the advice is not to stop them, and the button is of that advice.
  const findings = [{ code: 'competing-load', stepIndex: 0 }];
  expect(changeOfRun(run({ wall: 'client-cpu', findings }))).toBe('volley');
});

const after = (steps: object[], change: NextChange, stepIndex = 0, over: Partial<Said> = {}) =>
  withChange(run({ wall: 'concurrency', steps, ...over }), change, stepIndex, 'spare');

it('adds a step of twice the most, and keeps the others', () => {
  expect(after([closed(40), closed(10)], 'more-in-flight')?.load.steps).toEqual([closed(40), closed(10), closed(80)]);
  expect(after([open(100), open(300)], 'higher-rate')?.load.steps.at(-1)).toEqual(open(600));
});

it('adds a step of half the rate that was not met', () => {
  expect(after([open(100), open(300)], 'lower-rate', 0)?.load.steps.at(-1)).toEqual(open(50));
  expect(after([open(1)], 'lower-rate')?.load.steps.at(-1)).toEqual(open(1));
});

it('profiles a repetition of the step that the verdict speaks of, and takes profiles away', () => {
  const profiled = [closed(1), closed(1, ['cpu']), closed(2)];
  expect(after([closed(1), closed(2)], 'profile', 0)?.load.steps).toEqual(profiled);
  expect(after(profiled, 'unprofiled')?.load.steps).toEqual([closed(1), closed(1), closed(2)]);
  expect(after([closed(1)], 'unprofiled')).toBeNull();
});

it('changes the tool, or nothing at all', () => {
  expect(after([closed(1)], 'volley')?.load.tool).toBe('volley');
  expect(after([closed(1)], 'again')).toEqual(run({ wall: 'concurrency', steps: [closed(1)] }).spec);
});

it('raises no rate that was met beside a stall, a full client or other processes', () => {
  const disturbed = (code: string, next = 'Run it again.') =>
    changeOfRun(run({ wall: 'offered-load', steps: [open(100)], next, findings: [{ code, stepIndex: 0 }] }));
  expect(['stalled', 'competing-load', 'target-beside-client'].map((code) => disturbed(code))).toEqual([
    'again',
    'again',
    null,
  ]);
});

it('adds the spare host as a client, and nothing where none is free', () => {
  expect(after([closed(1)], 'client-host')?.clients).toEqual([{ hostId: 'client' }, { hostId: 'spare' }]);
  expect(withChange(run({ wall: 'client-cpu' }), 'client-host', 0, null)).toBeNull();
  expect(changeOfRun(run({ wall: 'client-cpu', tool: 'volley' }))).toBe('client-host');
});

it('gives a tool and a target all CPUs where they were asked to use fewer', () => {
  const target = { kind: 'reference', workers: 1 };
  const workers = (toolWorkers: number) => ({ point: { toolWorkers } });
  const four = after([{ ...closed(1), toolWorkers: 2 }], 'tool-workers', 0, workers(2))?.load;
  expect(four).toMatchObject({ toolWorkers: 4, steps: [closed(1)] });
  // Three of four were the tool's own choice, and of six too many shared them.
  expect(after([closed(1)], 'tool-workers', 0, workers(3))?.load.toolWorkers).toBe(4);
  expect(after([closed(1)], 'tool-workers', 0, workers(6))?.load.toolWorkers).toBe(4);
  expect(after([closed(1)], 'tool-workers', 0, workers(4))).toBeNull();
  expect(after([closed(1)], 'tool-workers')).toBeNull();
  expect(after([closed(1)], 'tool-workers', 0, { ...workers(2), tool: 'oha' })).toBeNull();
  expect(after([closed(1)], 'target-workers', 0, { target })?.target).toEqual({ kind: 'reference', workers: null });
  expect(changeOfRun(run({ wall: 'server-core', target }))).toBe('target-workers');
  expect(changeOfRun(run({ wall: 'server-core' }))).toBeNull();
  const limited = run({
    wall: 'client-thread',
    tool: 'volley',
    steps: [{ ...closed(1), toolWorkers: 2 }],
    point: { toolWorkers: 2 },
  });
  expect(changeOfRun(limited)).toBe('tool-workers');
});

it('adds an open loop at 70 % of what the closed one reached, by volley', () => {
  const spec = after([closed(50)], 'open-loop', 0, { point: { requestsPerSecond: 12_345 } });
  expect(spec?.load).toMatchObject({ tool: 'volley', steps: [closed(50), { loop: 'open', requestsPerSecond: 8600 }] });
  expect(after([closed(50)], 'open-loop')).toBeNull();
  expect(after([closed(50), open(10)], 'open-loop', 0, { point: { requestsPerSecond: 12_345 } })).toBeNull();
});

it('measures three times as long, within what a step may last', () => {
  const lasting = (durationSeconds: number) => ({ ...closed(1), durationSeconds });
  expect(after([lasting(5), lasting(10)], 'longer')?.load.steps).toEqual([lasting(15), lasting(30)]);
  expect(after([lasting(1201)], 'longer')).toBeNull();
  // Three seconds are again too short to be judged.
  expect(after([lasting(1)], 'longer')?.load.steps).toEqual([lasting(5)]);
});

it('prepares what a finding asks for, at its step', () => {
  expect(changeOfFinding(run({ wall: 'unknown' }), 'too-short', 0)).toBe('longer');
  expect(changeOfFinding(run({ wall: 'unknown' }), 'errors', 0)).toBeNull();
  expect(changeOfFinding(run({ wall: 'unknown', imported: {} }), 'too-short', 0)).toBeNull();
  expect(changeOfFinding(run({ wall: 'unknown', steps: [open(100)] }), 'offered-rate-not-met', 0)).toBe('lower-rate');
});

it('prepares no heavier load where the advice is about what stands behind the target', () => {
  const next = 'Look at its queries (EXPLAIN ANALYZE).';
  expect(changeOfRun(run({ wall: 'unknown', walls: [], next }))).toBeNull();
});

it('spreads packets where one CPU was full of the network’s work, once, and on no host twice', () => {
  const side = (name: 'server' | 'client', softirq: number) => ({
    side: name,
    hottestThread: null,
    hottestCpu: { cpu: 0, busy: 1, softirq },
  });
  const measured = (wall: Wall, softirq: number, tuning: object, serverHostId = 'server'): Run => {
    const made = run({ wall, target: { kind: 'reference', workers: 1 } });
    const evidence = { server: side('server', softirq), clients: [side('client', softirq)] };
    const spec = { ...made.spec, server: { hostId: serverHostId }, tuning: { targetCpus: null, ...tuning } };
    return { ...made, spec, steps: made.steps.map((step) => ({ ...step, evidence })) } as unknown as Run;
  };
  const untuned = { server: null, clients: null };
  const network = measured('server-core', 0.9, untuned);
  expect(changeOfRun(network)).toBe('spread-packets');
  const tuned = withChange(network, 'spread-packets', 0, null)?.tuning;
  expect(tuned?.server?.packetSteering).toEqual({ cpus: 'all' });
  expect(tuned?.clients?.packetSteering).toEqual({ cpus: 'all' });
  expect(tuned?.server?.flowSteering).toBeNull();
  const ofOneHost = measured('client-thread', 0.9, untuned, 'client');
  expect(withChange(ofOneHost, 'spread-packets', 0, null)?.tuning.clients).toBeNull();
  const steered = { packetSteering: { cpus: '0-3' } };
  expect(changeOfRun(measured('server-core', 0.9, { server: steered, clients: steered }))).toBeNull();
  const turnedOff = { server: { packetSteering: { cpus: 'none' } }, clients: steered };
  expect(changeOfRun(measured('server-core', 0.9, turnedOff))).toBe('spread-packets');
  expect(changeOfRun(measured('server-core', 0.1, untuned))).toBe('target-workers');
});
