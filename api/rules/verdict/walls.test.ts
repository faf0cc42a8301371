import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { cpu, NO_COUNTERS, nicUse, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, iowait: 0, idle: 70 }),
};
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 60, system: 28, softirq: 5, irq: 0, idle: 7 }) };
const LOAD = { connections: 64, pipelining: 1, requestsPerSecond: 50_000 };

function verdictsOf(...steps: Partial<SaidStep>[]): PointVerdict[] {
  const said = steps.map((step) => ({ ...LOAD, server: IDLE, clients: [IDLE], ...step }));
  return withVerdict(saidRun(said)).steps.flatMap(({ verdict }) => verdict ?? []);
}
function verdictOf(step: Partial<SaidStep>): PointVerdict {
  const [verdict] = verdictsOf(step);
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

describe('whose work saturated the CPUs of the server', () => {
  const of = (server: Partial<SideEvidence>) => verdictOf({ server: { ...FULL, ...server } }).because;

  it('is said as far as it was counted by process', () => {
    expect(of({})).toContain('The work may not be the server’s alone: CPU time per process was not recorded.');
    expect(of({ processCpus: 5 })).toContain('The rest may be other processes’ work: their CPU time was not recorded.');
    expect(of({ processCpus: 7.2 })).toContain('50,000 req/s is what the server gives with these CPUs.');
    expect(of({ processCpus: 5, otherCpus: 0.1 })).toContain('50,000 req/s is what the server gives with these CPUs.');
    expect(of({ processCpus: 5, otherCpus: 1 })).toContain('with what other processes left of these CPUs.');
  });
});

describe('what was full', () => {
  const nic = { ...IDLE, nics: [nicUse({ txBitsPerSecond: 9.5e9, rxBitsPerSecond: 1e9, ceilingBitsPerSecond: 10e9 })] };
  const allowance = (name: string) => ({
    ...IDLE,
    counters: { ...NO_COUNTERS, allowanceExceeded: [{ name, count: 7 }] },
  });
  const thread = (busy: number) => ({ ...IDLE, hottestThread: { name: 'node', busy } });
  const core = (busy: number, softirq: number | null) => ({ ...IDLE, hottestCpu: { cpu: 3, busy, softirq } });

  it.each<[string, Partial<SaidStep>, Partial<PointVerdict>]>([
    ['the client', { clients: [FULL] }, { wall: 'client-cpu', confidence: 'measured', lowerBound: true }],
    ['the server', { server: FULL }, { wall: 'server-cpu', confidence: 'measured', lowerBound: false }],
    [
      'both',
      { server: FULL, clients: [FULL] },
      { wall: 'several', walls: ['client-cpu', 'server-cpu'], lowerBound: false },
    ],
    [
      'two clients, each in its way',
      { clients: [FULL, thread(0.97)] },
      { wall: 'several', walls: ['client-cpu', 'client-thread'], lowerBound: true },
    ],
    ['one client of two', { clients: [IDLE, FULL] }, { wall: 'client-cpu', lowerBound: true }],
    [
      'a thread of the tool',
      { clients: [thread(0.96)] },
      { wall: 'client-thread', confidence: 'measured', lowerBound: true },
    ],
    ['nearly a thread of the tool', { clients: [thread(0.94)] }, { wall: 'unknown' }],
    [
      'a CPU of the client, threads not seen',
      { clients: [core(0.97, 0.1)] },
      { wall: 'client-thread', confidence: 'likely' },
    ],
    [
      'a thread of a full tool',
      { clients: [{ ...FULL, ...thread(0.99), cpu: FULL.cpu ?? null }] },
      { wall: 'client-cpu' },
    ],
    ['a worker of the target', { server: thread(0.98) }, { wall: 'server-core', confidence: 'measured' }],
    ['a CPU of the server', { server: core(0.97, 0.9) }, { wall: 'server-core', confidence: 'measured' }],
    ['nearly a CPU of the server', { server: core(0.94, 0.9) }, { wall: 'unknown' }],
    ['the NIC of the server', { server: nic }, { wall: 'nic-bandwidth', confidence: 'measured', lowerBound: false }],
    ['the NIC of the client', { clients: [nic] }, { wall: 'nic-bandwidth', confidence: 'measured', lowerBound: true }],
    ['an allowance of packets', { server: allowance('pps_allowance_exceeded') }, { wall: 'packet-rate' }],
    ['an allowance of bandwidth', { server: allowance('bw_out_allowance_exceeded') }, { wall: 'nic-bandwidth' }],
    ['an allowance of local services', { server: allowance('linklocal_allowance_exceeded') }, { wall: 'unknown' }],
    [
      'a client not measured, beside a full server',
      { server: FULL, clients: [] },
      { wall: 'server-cpu', confidence: 'likely' },
    ],
    ['a NIC, the client not measured', { server: nic, clients: [] }, { wall: 'nic-bandwidth', confidence: 'likely' }],
    ['a server not measured', { server: null }, { wall: 'unknown', walls: ['server-cpu'], confidence: 'cannot-tell' }],
    ['nothing measured', { server: null, clients: [] }, { wall: 'unknown', walls: [], confidence: 'cannot-tell' }],
    [
      'a full client beside a server not measured',
      { server: null, clients: [FULL] },
      { wall: 'client-cpu', confidence: 'measured' },
    ],
  ])('%s', (_, step, expected) => {
    expect(verdictOf(step)).toMatchObject(expected);
  });

  it('is at 85 % of the CPUs allowed, whatever the machine has', () => {
    const allowed = { cpus: 64, cpusAllowed: 2, processCpus: 1.7 };
    expect(verdictOf({ server: allowed }).wall).toBe('server-cpu');
    expect(verdictOf({ server: { ...allowed, processCpus: 1.69 } }).wall).toBe('unknown');
    expect(verdictOf({ server: { ...allowed, processCpus: 1.69 } }).because).toContain('1.69 of 2 CPUs (84.5 %)');
  });

  it('cannot be told where named and idle leave an interval around it', () => {
    const open = { cpus: 8, cpu: cpu({ user: 45, idle: 15 }) };
    expect(verdictOf({ server: open })).toMatchObject({
      wall: 'unknown',
      walls: ['server-cpu'],
      confidence: 'cannot-tell',
    });
    expect(verdictOf({ clients: [open] })).toMatchObject({ wall: 'unknown', walls: ['client-cpu'] });
    expect(verdictOf({ clients: [open], server: FULL })).toMatchObject({ wall: 'server-cpu', confidence: 'likely' });
    expect(verdictOf({ clients: [FULL], server: open }).because).toContain('can do at least 50,000 req/s');
  });

  it('of CPUs that both sides may use is not laid to one of them', () => {
    const both = { ...FULL, cpusAllowed: 8 };
    const shared = verdictOf({
      server: { ...both, processCpus: 2.1 },
      clients: [{ ...both, processCpus: 5 }],
      evidence: { sharedMachine: true },
    });
    expect(shared).toMatchObject({ wall: 'several', walls: ['client-cpu', 'server-cpu'] });
    expect(shared.sentence).toBe('Client and server share 8 CPUs at 93 %; can’t tell which ran out first.');
    expect(shared.because).toBe(
      'Client CPU, where 93 % of its 8 CPUs were busy (saturated from 85 %, 5 by the tool); server CPU, where 93 % of its 8 CPUs were busy (saturated from 85 %, 2.1 by the target). Client and server used the same CPUs. This step can’t show which came first.',
    );
    // Others are named where they used more than a twentieth.
    const sharers = (otherCpus: number) => {
      const used = { ...both, otherCpus };
      const sides = { server: { ...used, processCpus: 2.1 }, clients: [{ ...used, processCpus: 4.6 }] };
      return verdictOf({ ...sides, evidence: { sharedMachine: true } }).sentence;
    };
    expect(sharers(0.8)).toBe(
      'Client and server share 8 CPUs at 93 % (10 % by other processes); can’t tell which ran out first.',
    );
    expect(sharers(0.3)).toBe(shared.sentence);
    const other = { ...both, processCpus: 0.1 };
    const alone = { server: { ...both, processCpus: 6.5 }, clients: [other], evidence: { sharedMachine: true } };
    expect(verdictOf(alone)).toMatchObject({ wall: 'server-cpu', confidence: 'measured' });
    const strangers = { server: other, clients: [other], evidence: { sharedMachine: true } };
    expect(verdictOf(strangers)).toMatchObject({ wall: 'unknown' });
    const hot = { server: { ...core(0.99, 0), cpusAllowed: 8 }, clients: [{ ...IDLE, cpusAllowed: 8 }] };
    expect(verdictOf({ ...hot, evidence: { sharedMachine: true } }).wall).toBe('unknown');
    expect(verdictOf({ ...hot, evidence: { sharedMachine: false } }).wall).toBe('server-core');
  });

  it('of CPUs that both sides may use is not known by the processes of each alone', () => {
    const side = (processCpus: number) => ({ cpus: 2, cpusAllowed: 2, cpu: null, processCpus });
    const sides = { server: side(0.65), clients: [side(0.42)], evidence: { sharedMachine: true } };
    const more = { ...sides, connections: 256, requestsPerSecond: 90_000 };
    const [verdict] = verdictsOf(sides, more);
    expect(verdict).toMatchObject({ wall: 'unknown', confidence: 'cannot-tell' });
    expect(verdict?.sentence).toBe('Can’t tell whether client CPU or server CPU was saturated.');
    expect(verdict?.because).toBe('The client used 0.42 of 2 CPUs (21 %) and the server used 0.65 of 2 CPUs (33 %).');
    expect(verdict?.next).toBe('Record CPU and NIC of client and server, and run the same load again.');
    const apart = { evidence: { sharedMachine: false } };
    expect(verdictsOf({ ...sides, ...apart }, { ...more, ...apart })[0]?.wall).toBe('concurrency');
  });
});

describe('an open loop', () => {
  const open = { rate: 10_000, latencyMs: { p99: 3 } };
  it('that met its rate was limited by that, to 95 %', () => {
    expect(verdictOf({ ...open, requestsPerSecond: 9_500 })).toMatchObject({ wall: 'offered-load', validity: 'valid' });
    expect(verdictOf({ ...open, requestsPerSecond: 9_499 })).toMatchObject({ wall: 'unknown', validity: 'suspect' });
    expect(verdictOf({ ...open, requestsPerSecond: 4_000, server: FULL })).toMatchObject({ wall: 'server-cpu' });
  });
});

describe('locks', () => {
  const locks = {
    profile: 'block' as const,
    blockedSeconds: 192,
    profileSeconds: 5,
    functionName: 'main.pick',
    functionSeconds: 190,
  };
  const profiled = (over: Partial<typeof locks> = {}, more: Partial<SaidStep> = {}): Partial<SaidStep> => ({
    profiles: ['block'],
    evidence: { locks: { ...locks, ...over } },
    ...more,
  });

  it('are the wall where half of the requests in flight were blocked: measured where profiled, likely beside it', () => {
    // 64 connections × 5 s are 320 s; 192 of them are 60 %.
    const [own, sibling, other] = verdictsOf(profiled(), {}, { connections: 8 });
    expect(own).toMatchObject({ wall: 'lock-contention', confidence: 'measured' });
    expect(own?.because).toContain('blocked for 192 s of 64 connections × 5 s (60 %, the limit from 50 %)');
    expect(own?.because).toContain('under main.pick');
    expect(own?.next).toContain('main.pick');
    expect(sibling).toMatchObject({ wall: 'lock-contention', confidence: 'likely' });
    expect(sibling?.because).toContain('profiled in step 1');
    expect(other?.wall).not.toBe('lock-contention');
    expect(verdictOf(profiled({ blockedSeconds: 159 })).wall).toBe('unknown');
  });

  it('are not, where the server or the client was full, nor measured where the client was not', () => {
    expect(verdictOf(profiled({}, { server: FULL })).wall).toBe('server-cpu');
    expect(verdictOf(profiled({}, { clients: [FULL] })).wall).toBe('client-cpu');
    expect(verdictOf(profiled({}, { clients: [] }))).toMatchObject({ wall: 'lock-contention', confidence: 'likely' });
  });

  it('count by connections, not by what waits in them', () => {
    expect(verdictOf(profiled({}, { pipelining: 16 })).wall).toBe('lock-contention');
  });
});

describe('too little in flight', () => {
  const ramp = (...gave: number[]) =>
    verdictsOf(...gave.map((requestsPerSecond, i) => ({ connections: 10 * 2 ** i, requestsPerSecond })));

  it('is the wall while the next load gives a tenth more than all before it', () => {
    expect(ramp(10_000, 20_000, 21_000, 40_000).map(({ wall }) => wall)).toEqual([
      'concurrency',
      'unknown',
      'concurrency',
      'unknown',
    ]);
    expect(ramp(10_000, 20_000)[0]?.sentence).toBe('Too little in flight: 20 connections gave 100 % more.');
    expect(ramp(10_000, 20_000)[0]?.because).toBe(
      'No measured resource was saturated (the client was 30 % busy and the server was 30 % busy): 20 connections gave 20,000 req/s, 10 connections 10,000.',
    );
  });

  it('is not said of a dip between higher steps, nor where somebody was full or not measured', () => {
    expect(ramp(40_000, 20_000, 30_000)[1]?.wall).toBe('unknown');
    const steps = (over: Partial<SaidStep>) =>
      verdictsOf({ connections: 10, requestsPerSecond: 10, ...over }, { connections: 20, requestsPerSecond: 90 })[0]
        ?.wall;
    expect(steps({})).toBe('concurrency');
    expect(steps({ clients: [] })).toBe('unknown');
    expect(steps({ server: null })).toBe('unknown');
    expect(steps({ server: FULL })).toBe('server-cpu');
  });

  it('is not told from profiled steps, nor from steps that are invalid', () => {
    const against = (over: Partial<SaidStep>) =>
      verdictsOf({ connections: 10, requestsPerSecond: 10 }, { connections: 20, requestsPerSecond: 90, ...over })[0]
        ?.wall;
    expect(against({})).toBe('concurrency');
    expect(against({ profiles: ['cpu'] })).toBe('unknown');
    expect(against({ latencyMs: { mean: 1000 } })).toBe('unknown');
  });
});

describe('evidence', () => {
  it('has the CPUs once that both sides may use, and those of each side where they have their own', () => {
    const both = { hostId: 'h', cpus: 2, cpu: cpu({ user: 90, idle: 10 }), processCpus: 0.1 };
    const rows = (server: string, client: string) =>
      verdictOf({
        server: { ...both, cpuList: server },
        clients: [{ ...both, cpuList: client }],
        evidence: { sharedMachine: true },
      }).evidence.flatMap(({ resource, side, label }) => (resource === 'cpu' ? [[side, label]] : []));
    expect(rows('0-1', '0-1')).toEqual([[null, 'CPUs of client and server']]);
    expect(rows('0', '1')).toEqual([
      ['client', 'client’s CPUs'],
      ['server', 'server’s CPUs'],
    ]);
  });

  it('holds what was used and the ceiling, and what was not measured as null', () => {
    const { evidence } = verdictOf({ server: { ...FULL, processCpus: 7.1 }, clients: [], latencyMs: { mean: 1 } });
    expect(
      evidence.map(({ resource, side, usedLow, ceiling, percentLow }) => [
        resource,
        side,
        usedLow,
        ceiling,
        percentLow,
      ]),
    ).toEqual([
      ['in-flight', null, 50, 64, 78.125],
      ['cpu', 'client', null, null, null],
      ['cpu', 'server', expect.closeTo(7.44), 8, 93],
      ['process-cpu', 'server', 7.1, 8, 88.75],
    ]);
    expect(evidence[1]?.source).toBe('not measured');
    expect(evidence[2]).toMatchObject({
      fullAtPercent: 85,
      unit: 'CPUs',
      source: 'all that ran on them, by /proc/stat of s1',
    });
  });

  it('tells an interval where that is what was read, and an imported source as such', () => {
    const [step] = withVerdict(
      saidRun([{ ...LOAD, server: { cpus: 32, cpu: cpu({ user: 45, idle: 15 }) } }], {
        imported: { format: 'wrk', source: 'x', url: null, fileName: null, importedAtUs: 0, importedByName: null },
      }),
    ).steps;
    expect(step?.verdict?.evidence.at(-1)).toMatchObject({
      percentLow: 45,
      percentHigh: 85,
      source: 'all that ran on them, by the imported source; from what is named to what idle leaves',
    });
  });
});

describe('near to full', () => {
  const busy = (percent: number) => ({ cpus: 8, cpu: cpu({ user: percent, idle: 100 - percent }) });

  it.each<[string, Partial<SaidStep>, string[], string]>([
    // Within a tenth of 85 % is from 76.5 % on.
    [
      'a server at 80 %, no client',
      { server: busy(80), clients: [] },
      ['client-cpu', 'server-cpu'],
      'Suspected: the client (not measured) or server CPU (nearly saturated).',
    ],
    [
      'a server at 77 %, no client',
      { server: busy(77), clients: [] },
      ['client-cpu', 'server-cpu'],
      'server CPU (nearly saturated)',
    ],
    [
      'a server at 76 %, no client',
      { server: busy(76), clients: [] },
      ['client-cpu'],
      'Client suspected: it was not measured.',
    ],
    [
      'a server of one core at 90 %',
      { server: { ...busy(20), hottestCpu: { cpu: 1, busy: 0.9, softirq: 0.8 } }, clients: [] },
      ['client-cpu', 'server-core'],
      'one server core (nearly saturated)',
    ],
    [
      'a client at 80 %, no server',
      { server: null, clients: [busy(80)] },
      ['client-cpu', 'server-cpu'],
      'Suspected: the server (not measured) or client CPU (nearly saturated).',
    ],
    [
      'a client at 50 %, no server',
      { server: null, clients: [busy(50)] },
      ['server-cpu'],
      'Server suspected: it was not measured.',
    ],
    [
      'a server at 80 % by others',
      { server: { ...busy(80), processCpus: 1, otherCpus: 5 }, clients: [] },
      ['client-cpu', 'competing-load'],
      'other processes (nearly saturated)',
    ],
  ])('%s: each is suspected by name', (_, step, walls, sentence) => {
    const verdict = verdictOf(step);
    expect(verdict).toMatchObject({ wall: 'unknown', walls, confidence: 'cannot-tell' });
    expect(verdict.sentence).toContain(sentence);
  });
});
