import { describe, expect, it } from 'vitest';
import type { UnderLoad } from '../../contract/host-counts.ts';
import type { HostEvidence } from '../../contract/tuning.ts';
import { FACTS, nic } from '../../testing/fake-agent.ts';
import { sampleRun, step } from '../../testing/sample-run.ts';
import { evidence, placed } from '../../testing/sample-tuning.ts';
import type { MeasuredRun } from '../run/measured-run.ts';
import { stepEvidence } from './of-step.ts';

const CLIENT = '01890000-0000-7000-8000-00000000bbbb';

/** Ten seconds of a machine, each CPU given by what part of the time it was in user, softirq and steal; the rest it idled. */
function load(cpus: { user?: number; softirq?: number; steal?: number }[], over: Partial<UnderLoad> = {}): UnderLoad {
  const us = (part: number) => Math.round(part * 10e6);
  const none = cpus.map(() => 0);
  return {
    seconds: 10,
    certain: true,
    cpuTimes: {
      cpus: cpus.map((_, cpu) => cpu),
      userUs: cpus.map(({ user = 0 }) => us(user)),
      niceUs: none,
      systemUs: none,
      softirqUs: cpus.map(({ softirq = 0 }) => us(softirq)),
      irqUs: none,
      stealUs: cpus.map(({ steal = 0 }) => us(steal)),
      iowaitUs: none,
      idleUs: cpus.map(({ user = 0, softirq = 0, steal = 0 }) => us(1 - user - softirq - steal)),
    },
    nics: [],
    toolThreads: [],
    toolThreadsUs: null,
    targetWorkers: [],
    ...over,
  };
}

const facts = { ...FACTS, cpus: 4, onlineCpus: '0-3', bootId: 'server', nics: [nic('eth0', ['192.0.2.5/24'])] };

/** A server and a client apart, the target on CPUs 0 and 1 of four. */
function apart(over: Partial<MeasuredRun> = {}): MeasuredRun {
  const run = sampleRun({ id: 'a', load: { steps: [step(10)] } });
  const [host] = run.hosts;
  if (!host) throw new Error('no host');
  const client = { ...host, hostId: CLIENT, name: 'lab-2', facts: { ...facts, bootId: 'client' } };
  return {
    ...run,
    spec: { ...run.spec, clients: [{ hostId: CLIENT }], tuning: { ...run.spec.tuning, targetCpus: '0-1' } },
    hosts: [
      { ...host, roles: ['server'], facts },
      { ...client, roles: ['client'] },
    ],
    ...over,
  };
}

function of(run: MeasuredRun, hosts: Partial<HostEvidence>[], succeededBySecond: (number[] | null)[] = [null]) {
  const [first] = run.steps;
  if (!first) throw new Error('no step');
  const found = stepEvidence(run, first, { hosts: hosts.map((one) => evidence(one)), succeededBySecond });
  if (!found?.server) throw new Error('nothing was found');
  return { ...found, server: found.server };
}

describe('the evidence of a measured step', () => {
  it('is of the CPUs that the side may use, by where its processes really were', () => {
    const busy = [{ user: 0.9, softirq: 0.05 }, { user: 0.5 }, { user: 1 }, {}];
    const seen = { underLoad: load(busy), placement: placed(['0', '0'], ['1', '1']) };
    const { server, clients, sharedMachine } = of(apart(), [seen]);
    expect(server).toMatchObject({ side: 'server', cpus: 4, cpusAllowed: 2, processCpus: 0.2 });
    // CPU 2 belongs to neither of the two that the target may use.
    expect(server.cpu?.user).toBeCloseTo(0.7);
    expect(server.cpu?.softirq).toBeCloseTo(0.025);
    expect(server.cpu?.idle).toBeCloseTo(0.275);
    expect(server.hottestCpu).toEqual({ cpu: 0, busy: 0.95, softirq: 0.05 });
    expect(sharedMachine).toBe(false);
    // The client was not sampled.
    expect(clients).toMatchObject([{ name: 'lab-2', cpu: null, hottestCpu: null, counters: null, nics: [] }]);
  });

  it('gives a tool without CPUs of its own every one of its host, those of the target too', () => {
    const run = sampleRun({ id: 'c', load: { steps: [step(10)] } });
    const beside = (toolCpus: string | null, targetCpus: string): MeasuredRun => ({
      ...run,
      spec: { ...run.spec, tuning: { ...run.spec.tuning, targetCpus }, load: { ...run.spec.load, toolCpus } },
      hosts: run.hosts.map((host) => ({ ...host, facts })),
      target: run.target && { ...run.target, cpus: '0-1' },
    });
    const underLoad = load([{}, {}, { user: 1 }, { user: 1 }]);
    const client = (toolCpus: string | null, targetCpus = '0-1') =>
      of(beside(toolCpus, targetCpus), [{ underLoad }]).clients[0];
    expect([client(null)?.cpusAllowed, client(null)?.cpu?.user]).toEqual([4, 0.5]);
    expect([client('not target')?.cpusAllowed, client('not target')?.cpu?.user]).toEqual([2, 1]);
    // Which CPUs words came to is known by what the target was started on.
    expect(client('not target', 'nic-local')?.cpusAllowed).toBe(2);
  });

  it('has the disk and the cache of the services, on whichever host counted them', () => {
    const disk = { device: 'vda', seconds: 10, reads: 0, readUs: 0, writes: 9, writeUs: 9, busyUs: 9 };
    const cacheServer = { seconds: 10, commands: 9, hits: 9, misses: 0, evictions: 0, mainThreadUs: 9 };
    const counted = { disk: { ...disk, flushes: null, flushUs: null }, cacheServer };
    const found = of(apart(), [{}, { hostId: CLIENT, underLoad: load([{}], counted) }]);
    expect(found.disk).toMatchObject({ hostId: CLIENT, name: 'lab-2', device: 'vda', writes: 9 });
    expect(found.cacheServer).toMatchObject({ hostId: CLIENT, name: 'lab-2', mainThreadUs: 9 });
    expect(of(apart(), [{ underLoad: load([{}]) }])).not.toHaveProperty('disk');
  });

  it('has what a hypervisor took apart from what was used', () => {
    const { server } = of(apart(), [{ underLoad: load([{ user: 0.6, steal: 0.4 }, {}, {}, {}]) }]);
    expect(server.cpu?.steal).toBeCloseTo(0.1);
    expect(server.hottestCpu).toMatchObject({ cpu: 0, busy: 0.6 });
  });

  it('counts a CPU that was busy with packets, wherever the target may run, unless the tool is there too', () => {
    const placement = placed(['0-1', '0-1']);
    const underLoad = load([{ user: 0.5 }, { user: 0.5 }, { softirq: 0.98 }, { user: 1 }]);
    expect(of(apart(), [{ underLoad, placement }]).server.hottestCpu).toEqual({ cpu: 2, busy: 0.98, softirq: 0.98 });
    const one = sampleRun({ id: 'b', load: { steps: [step(10)] } });
    expect(of(one, [{ underLoad, placement }]).server.hottestCpu?.cpu).toBe(0);
  });

  it('knows how full the busiest worker is where it is known how many CPUs one can use', () => {
    const targetWorkers = [
      { worker: 0, cpuUs: 10_000 },
      { worker: 1, cpuUs: 9_700_000 },
      { worker: 2, cpuUs: 4_000_000 },
    ];
    const underLoad = load([{}, {}, {}, {}], { targetWorkers });
    const one = of(apart(), [{ underLoad }]).server.hottestThread;
    expect(one).toEqual({ name: 'worker 0', busy: 0.97 });
    const two = apart();
    const target = two.target && { ...two.target, goMaxProcsPerWorker: 2 };
    expect(of({ ...two, target }, [{ underLoad }]).server.hottestThread).toEqual({
      name: 'worker 0 (GOMAXPROCS 2)',
      busy: 0.485,
    });
    const unsaid = two.target && { ...two.target, goMaxProcsPerWorker: null };
    expect(of({ ...two, target: unsaid }, [{ underLoad }]).server.hottestThread).toBeNull();
  });

  it("has the tool's threads by the time between their readings", () => {
    const underLoad = load([{}, {}, {}, {}], {
      toolThreads: [
        { thread: 0, cpuUs: 1000 },
        { thread: 3, cpuUs: 8_820_000 },
      ],
      toolThreadsUs: 9_000_000,
    });
    const [client] = of(apart(), [{ hostId: CLIENT, underLoad }]).clients;
    expect(client).toMatchObject({ threads: 2, hottestThread: { name: 'thread 3', busy: 0.98 }, cpusAllowed: 4 });
  });

  it("prefers the server's own count of each second to the tools', which have to be whole", () => {
    const own = of(apart(), [{ underLoad: load([{}]), requestsBySecond: [10, 11] }], [[1, 2, 3]]);
    expect(own).toMatchObject({ requestsBySecond: [10, 11], requestsBySecondSource: 'server' });
    const tools = of(
      apart(),
      [{}],
      [
        [100, 101, 102],
        [200, 201],
      ],
    );
    expect(tools).toMatchObject({ requestsBySecond: [300, 302], requestsBySecondSource: 'tool' });
    expect(of(apart(), [{}], [[100], null])).toMatchObject({ requestsBySecond: null, requestsBySecondSource: null });
  });

  it('takes what the neighbour of the run used from other processes where two agents share a machine', () => {
    const together = apart();
    const hosts = together.hosts.map((host) => ({ ...host, facts: { ...host.facts, bootId: 'same' } }));
    expect(of(together, [{ otherCpus: 0.5 }]).server.otherCpus).toBe(0.5);
    const [first] = together.steps;
    const seen = (clientCpus: number | null) => {
      const steps = first?.point ? [{ ...first, point: { ...first.point, clientCpus }, clients: [] }] : [];
      return of({ ...together, hosts, steps }, [{ otherCpus: 0.5, competitors: [{ name: 'volley', cpus: 0.3 }] }]);
    };
    expect(seen(0.3).server).toMatchObject({ otherCpus: expect.closeTo(0.2), competitors: null });
    expect(seen(0.6).server.otherCpus).toBe(0);
    expect([seen(null).server.otherCpus, seen(null).sharedMachine]).toEqual([null, true]);
    const machines = ({ server, clients }: ReturnType<typeof of>) => [server, ...clients].map((side) => side.machineId);
    expect(machines(seen(0.3))).toEqual([hosts[0]?.hostId, hosts[0]?.hostId]);
    expect(machines(of(together, [{}]))).toEqual([undefined, undefined]);
  });

  it('has the counters of the interfaces that carried the load, by the names that people look up', () => {
    const traffic = { rxPackets: 1, txPackets: 1 };
    const underLoad = load([{}], {
      nics: [
        { nic: 'eth0', rxBytes: 1e9, txBytes: 2e9, ...traffic },
        { nic: 'eth1', rxBytes: 1000, txBytes: 1000, ...traffic },
      ],
    });
    const counters = {
      segmentsSent: 1000,
      segmentsRetransmitted: 2,
      listenOverflows: 3,
      listenDrops: 5,
      softnetDropped: 0,
      softnetTimeSqueezed: 7,
      cgroupThrottledUs: null,
      allowances: [
        { nic: 'eth0', name: 'ppsExceeded', count: 9 },
        { nic: 'eth1', name: 'ppsExceeded', count: 1 },
      ],
      qdiscOverlimits: [
        { nic: 'eth0', count: 11 },
        { nic: 'eth1', count: 500 },
      ],
    };
    const { server } = of(apart(), [{ underLoad, counters }]);
    expect(server.nics.map(({ name }) => name)).toEqual(['eth0']);
    expect(server.nics[0]).toMatchObject({ rxBitsPerSecond: 0.8e9, txBitsPerSecond: 1.6e9 });
    expect(server.counters).toEqual({
      segmentsSent: 1000,
      segmentsRetransmitted: 2,
      listenOverflows: 3,
      listenDrops: 5,
      softnetDropped: 0,
      softnetTimeSqueezed: 7,
      cgroupThrottledUs: null,
      cgroupPeriods: null,
      cgroupThrottledPeriods: null,
      allowanceExceeded: [{ name: 'pps_allowance_exceeded', count: 10 }],
      qdiscOverlimits: 11,
    });
  });
});
