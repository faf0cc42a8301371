import { describe, expect, it } from 'vitest';
import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { RunStep } from '../../contract/step.ts';
import type { PointVerdict, Wall } from '../../contract/verdict.ts';
import { openStep } from '../../testing/fake-agent.ts';
import { samplePoint, sampleRun } from '../../testing/sample-run.ts';
import { cpu, nicUse, side as sideEvidence } from '../../testing/sample-verdict.ts';
import { compareRuns } from '../comparison/compare-runs.ts';
import { wallText } from '../verdict/words.ts';
import { couldHaveShown, type ShownSide } from './could-show.ts';

const client = (over: Partial<SideEvidence>): SideEvidence =>
  sideEvidence('client', { name: 'client', cpus: 8, cpusAllowed: 8, ...over });

const UNNAMED = {
  user: null,
  system: null,
  softirq: null,
  irq: null,
  steal: null,
  iowait: null,
  idle: null,
  busy: null,
};

const evidence = (clients: SideEvidence[], server: SideEvidence | null = client({ side: 'server' })): StepEvidence => ({
  server,
  clients,
  sharedMachine: false,
  requestsBySecond: null,
  requestsBySecondSource: null,
  locks: null,
});

const verdict = (over: Partial<PointVerdict>): PointVerdict => ({
  validity: 'valid',
  wall: 'server-cpu',
  walls: ['server-cpu'],
  confidence: 'measured',
  lowerBound: false,
  sentence: '',
  because: '',
  next: '',
  littlesRatio: null,
  evidence: [],
  ...over,
});

const openPoint = (requestsPerSecond: number) =>
  samplePoint({ requestsPerSecond, latencyMs: { ...samplePoint().latencyMs, loop: 'open' } });

function side(name: string, over: Partial<RunStep>, tool: string | null = 'volley', requests = '/simple') {
  const [step] = sampleRun({ id: name, load: { steps: [openStep(1000)] } }).steps;
  if (!step) throw new Error('a run has a step');
  const asked = { tool, toolWorkers: 'own' as const, decompress: false, transport: null, step: over.spec ?? step.spec };
  const known = over.verdict?.wall && over.verdict.wall !== 'unknown' && over.verdict.confidence !== 'cannot-tell';
  const wall = known ? wallText(over.verdict as PointVerdict & { wall: Wall }) : null;
  return {
    name,
    asked,
    requests,
    wall,
    runs: 1,
    steps: [{ ...step, point: openPoint(1000), clientsFull: [], ...over }],
  };
}

const throughput = (over: Partial<PointVerdict>, seen = evidence([client({})])) =>
  couldHaveShown(
    'requestsPerSecond',
    side('A', { verdict: verdict({}), evidence: seen }),
    side('B', { verdict: verdict(over), evidence: seen }),
  ).couldShow;

describe('throughput', () => {
  it.each<[string, Partial<PointVerdict>, string]>([
    ['the server alike', { wall: 'server-cpu' }, 'yes'],
    ['its NIC, where the other had the CPU for its wall', { wall: 'nic-bandwidth' }, 'no'],
    ['a lock, where the other had the CPU for its wall', { wall: 'lock-contention' }, 'no'],
    ['the server, likely', { confidence: 'likely' }, 'cannot-tell'],
    ['the client', { wall: 'client-cpu' }, 'no'],
    ['other processes', { wall: 'competing-load', walls: ['competing-load'] }, 'no'],
    ['the rate that was asked for', { wall: 'offered-load' }, 'no'],
    ['both at once', { wall: 'several', walls: ['client-cpu', 'server-cpu'] }, 'no'],
    ['two of the server', { wall: 'several', walls: ['server-cpu', 'nic-bandwidth'] }, 'no'],
    [
      'two of the server, likely',
      { wall: 'several', walls: ['server-cpu', 'nic-bandwidth'], confidence: 'likely' },
      'no',
    ],
    ['the NIC of the client', { wall: 'nic-bandwidth', walls: ['nic-bandwidth'], lowerBound: true }, 'no'],
    ['nobody knows', { wall: 'unknown', walls: [], confidence: 'cannot-tell' }, 'cannot-tell'],
    ['nothing, as it is impossible', { validity: 'invalid', wall: null }, 'no'],
  ])('limited by %s', (_by, over, expected) => {
    expect(throughput(over)).toBe(expected);
  });

  it('ranks nothing where the wall moved, and says so', () => {
    const walls = [verdict({}), verdict({ wall: 'nic-bandwidth', walls: ['nic-bandwidth'] })];
    const [a, b] = walls.map((one, at) => side(String(at), { verdict: one, evidence: evidence([client({})]) }));
    const { couldShow, sentence } = couldHaveShown('requestsPerSecond', a as ShownSide, b as ShownSide);
    expect([couldShow, sentence]).toEqual([
      'no',
      'Throughput can’t rank them: different bottlenecks (server CPU, then NIC bandwidth).',
    ]);
    // What the server spends on a request is its own, whatever the wall.
    expect(couldHaveShown('serverCpuUsPerRequest', a as ShownSide, b as ShownSide).couldShow).toBe('yes');
  });

  it('ranks nothing between two load generators', () => {
    const seen = { verdict: verdict({}), evidence: evidence([client({})]) };
    const shown = couldHaveShown('requestsPerSecond', side('A', seen), side('B', seen, 'wrk'));
    expect(shown).toEqual({
      couldShow: 'no',
      sentence: 'Throughput can’t rank them: volley and wrk drive and time load differently.',
    });
  });

  it('says which side was not measured', () => {
    const { sentence } = couldHaveShown(
      'requestsPerSecond',
      side('A', { verdict: verdict({ wall: 'unknown', confidence: 'cannot-tell' }), evidence: evidence([]) }),
      side('B', { verdict: verdict({}), evidence: evidence([]) }),
    );
    expect(sentence).toBe('Unclear whether throughput ranks them: the client was not measured in A.');
  });

  const of = (a: Partial<PointVerdict>, b: Partial<PointVerdict>): string =>
    couldHaveShown(
      'requestsPerSecond',
      side('A', { verdict: verdict(a), evidence: evidence([]) }),
      side('B', { verdict: verdict(b), evidence: evidence([]) }),
    ).sentence;

  it('names every side that a reason holds for', () => {
    const unknown = { wall: 'unknown', walls: [], confidence: 'cannot-tell' } satisfies Partial<PointVerdict>;
    expect(of(unknown, unknown)).toMatch(/: the client was not measured in A and B\.$/);
    const client = { wall: 'client-cpu', walls: ['client-cpu'] } satisfies Partial<PointVerdict>;
    expect(of(client, client)).toMatch(/: A and B were limited by client CPU\.$/);
    const nic = { wall: 'nic-bandwidth', walls: ['nic-bandwidth'], lowerBound: true } satisfies Partial<PointVerdict>;
    expect(of(nic, nic)).toContain('A and B were limited by NIC bandwidth of their clients');
  });

  it('says of each side what was not measured there', () => {
    const seen = (clients: SideEvidence[], server: SideEvidence | null) => ({
      verdict: verdict({ wall: 'unknown', walls: [], confidence: 'cannot-tell' }),
      evidence: evidence(clients, server),
    });
    const said = (a: Partial<RunStep>, b: Partial<RunStep>): string =>
      couldHaveShown('requestsPerSecond', side('A', a), side('B', b)).sentence;
    const [server, client_] = [client({ side: 'server' }), client({})];
    expect(said(seen([], server), seen([], null))).toMatch(
      /: the client was not measured in A and B, nor the server in B\.$/,
    );
    expect(said(seen([], null), seen([], null))).toMatch(
      /: neither the client nor the server was measured in A and B\.$/,
    );
    expect(said(seen([client_], null), seen([], server))).toMatch(
      /client was not measured in B, nor the server in A\.$/,
    );
    expect(said(seen([client_], server), seen([client_], server))).toMatch(/: the bottleneck of A and B is unknown\.$/);
  });

  it('names no side for a reason of the other one', () => {
    const client = { wall: 'client-cpu', walls: ['client-cpu'] } satisfies Partial<PointVerdict>;
    const rate = { wall: 'offered-load', walls: ['offered-load'] } satisfies Partial<PointVerdict>;
    expect(of(client, rate)).toMatch(/: A was limited by client CPU\.$/);
    // What could not have shown it outweighs what cannot be told.
    expect(of({ wall: 'unknown', walls: [], confidence: 'cannot-tell' }, rate)).toContain(': B was limited by offered');
  });

  it('says in how many runs of a side it was, sides of which it was all before', () => {
    const limited = side('B', { verdict: verdict({ wall: 'client-cpu', walls: ['client-cpu'] }), evidence: null });
    const free = side('B', { verdict: verdict({}), evidence: null });
    const some = { ...free, runs: 5, steps: [...free.steps, ...limited.steps, ...free.steps, ...limited.steps] };
    const said = (a: ShownSide, b: ShownSide) => couldHaveShown('requestsPerSecond', a, b).sentence;
    expect(said(side('A', { verdict: verdict({}) }), some)).toMatch(/: 2 of 5 runs of B were limited by client CPU\.$/);
    expect(said({ ...some, name: 'A', runs: 2, steps: some.steps.slice(1, 3) }, limited)).toMatch(
      /: B and 1 of 2 runs of A were limited by client CPU\.$/,
    );
  });

  it('claims no more of a bottleneck than the verdict does', () => {
    const likely = { confidence: 'likely' } as const;
    expect(of({ wall: 'client-cpu', walls: ['client-cpu'], ...likely }, {})).toMatch(
      /: A was probably limited by client CPU\.$/,
    );
    const two = { wall: 'several', walls: ['client-cpu', 'server-cpu'] } satisfies Partial<PointVerdict>;
    expect(of({ ...two, ...likely }, {})).toMatch(/: A was probably limited by client CPU or server CPU\.$/);
    expect(of(two, {})).toMatch(/: A was limited by client CPU and server CPU at once\.$/);
  });

  it('names a side of several runs once', () => {
    const seen = { verdict: verdict({ wall: 'unknown', walls: [] }), evidence: evidence([]) };
    const twice = (name: string) => ({
      ...side(name, seen),
      runs: 2,
      steps: [0, 1].flatMap(() => side(name, seen).steps),
    });
    expect(couldHaveShown('requestsPerSecond', twice('A, C'), twice('B')).sentence).toContain(
      'measured in A, C and B.',
    );
  });
});

describe('latency', () => {
  const shown = (over: Partial<RunStep>) =>
    couldHaveShown('latencyMsP99', side('A', { evidence: evidence([client({ processCpus: 1 })]) }), side('B', over));

  it.each<[string, Partial<RunStep>, string]>([
    ['a client with room to spare', { evidence: evidence([client({ processCpus: 2 })]) }, 'yes'],
    ['a client that was 75 % busy', { evidence: evidence([client({ processCpus: 6 })]) }, 'no'],
    ['one busy client of two', { evidence: evidence([client({ processCpus: 1 }), client({ processCpus: 7 })]) }, 'no'],
    [
      'a client of which least and most are apart',
      { evidence: evidence([client({ cpu: { ...UNNAMED, busy: 0.3, idle: 0.2 } })]) },
      'no',
    ],
    [
      'CPUs of the server that other processes held',
      {
        evidence: evidence(
          [client({ processCpus: 2 })],
          client({ side: 'server', cpu: { ...UNNAMED, busy: 0.95, idle: 0.05 }, processCpus: 2, otherCpus: 5 }),
        ),
      },
      'no',
    ],
    ['a client that nobody measured', { evidence: evidence([client({})]) }, 'cannot-tell'],
    ['a rate that was not met', { evidence: evidence([client({ processCpus: 1 })]), point: openPoint(900) }, 'no'],
    [
      'latencies that a tool times from when it sends',
      {
        evidence: evidence([client({ processCpus: 1 })]),
        point: samplePoint({ requestsPerSecond: 1000, latencyMs: { ...samplePoint().latencyMs, loop: 'closed' } }),
      },
      'no',
    ],
  ])('with %s', (_with, over, expected) => {
    expect(shown(over).couldShow).toBe(expected);
  });

  it('ranks nothing where a thread, a NIC or stolen time kept the client of a side busy, though its CPUs idled', () => {
    const clientOf = (name: string, over: Partial<SideEvidence>) => {
      const [spec, point] = [openStep(1000), openPoint(1000)];
      const { target } = sampleRun({ id: name }).spec;
      const run = sampleRun({
        id: name,
        spec: { target: { ...target, prefork: name === 'b' } as never },
        load: { steps: [spec] },
        points: [{ ...point, latencyMs: { ...point.latencyMs, resolutionUs: 1 } }],
      });
      const seen = evidence([client({ cpu: cpu({ busy: 20, idle: 80 }), processCpus: 1, ...over })]);
      return { ...run, steps: run.steps.map((step) => ({ ...step, evidence: seen })) };
    };
    const of = (over: Partial<SideEvidence>) =>
      compareRuns([clientOf('a', {}), clientOf('b', over)], 'a').outcomes.find(
        ({ metric }) => metric === 'latencyMsP99',
      );
    expect(of({})).toMatchObject({ couldShow: 'yes' });
    expect(of({ hottestThread: { name: 'loop', busy: 0.98 } })).toMatchObject({
      couldShow: 'no',
      couldShowSentence:
        'p99 latency can’t rank them: the client of B was saturated (one client thread at 98 %), so latencies include its own waits; add a client.',
    });
    const nic = nicUse({ rxBitsPerSecond: 0.95e9, ceilingBitsPerSecond: 1e9 });
    expect(of({ nics: [nic] })?.couldShowSentence).toContain('NIC bandwidth at 95 %');
    const stolen = cpu({ user: 40, system: 10, softirq: 0, irq: 0, iowait: 0, steal: 45, idle: 5 });
    expect(of({ cpu: stolen })?.couldShowSentence).toContain('45 % stolen by the hypervisor');
  });
});

it('of latency asks for one tool, as each times in a way of its own', () => {
  const over = { evidence: evidence([client({ processCpus: 1 })]) };
  const shown = couldHaveShown('latencyMsP99', side('A', over), side('B', over, 'wrk2'));
  expect(shown.couldShow).toBe('no');
  expect(shown.sentence).toContain('volley and wrk2 drive and time load differently');
});

it('of CPU per request asks for one tool and one load', () => {
  const spec = openStep(2000);
  const other = couldHaveShown('serverCpuUsPerRequest', side('A', {}), side('B', { spec }));
  expect(other.sentence).toContain('the loads differ (A: 1,000 req/s; B: 2,000 req/s)');
  expect(couldHaveShown('serverCpuUsPerRequest', side('A', {}), side('B', {})).couldShow).toBe('yes');
  expect(couldHaveShown('serverCpuUsPerRequest', side('A', {}), side('B', {}, 'wrk')).couldShow).toBe('no');
  expect(couldHaveShown('serverCpuUsPerRequest', side('A', {}), side('B', {}, 'volley', '/list')).couldShow).toBe('no');
  const [a, b] = [side('A', {}, null), side('B', {}, null)];
  expect(couldHaveShown('serverCpuUsPerRequest', a, b).couldShow).toBe('cannot-tell');
});

it('of the client’s own CPU time ranks tools under one load, and says nothing of the server', () => {
  const across = couldHaveShown('clientCpuUsPerRequest', side('A', {}), side('B', {}, 'wrk'));
  expect(across.couldShow).toBe('yes');
  expect(across.sentence).toBe(
    'Same load asked of volley and wrk: the client’s CPU per request ranks them. It says nothing about the server.',
  );
  const loads = couldHaveShown('clientCpuUsPerRequest', side('A', {}), side('B', { spec: openStep(2000) }, 'wrk'));
  expect(loads.couldShow).toBe('no');
  expect(couldHaveShown('clientCpuUsPerRequest', side('A', {}), side('B', {}, null)).couldShow).toBe('cannot-tell');
});

describe('latency of a rate that was achieved', () => {
  it('cannot be told where nothing counted what waited, and half of the requests waited for long', () => {
    const point = samplePoint({
      requestsPerSecond: 1000,
      unsent: null,
      latencyMs: { ...samplePoint().latencyMs, loop: 'open', p50: 380 },
    });
    const sides = ['A', 'B'].map((name) => side(name, { point, evidence: evidence([client({ processCpus: 1 })]) }));
    const shown = couldHaveShown('latencyMsP50', sides[0] as ShownSide, sides[1] as ShownSide);
    expect(shown.couldShow).toBe('cannot-tell');
    expect(shown.sentence).toContain('nothing counted whether requests queued in A and B');
  });
});
