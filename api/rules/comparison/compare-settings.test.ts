import { describe, expect, it } from 'vitest';
import type { HostFacts } from '../../contract/host.ts';
import type { MeasuredHost, Run } from '../../contract/run.ts';
import { FACTS, openStep, reference } from '../../testing/fake-agent.ts';
import { HOST_ID, samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { tool } from '../../testing/tool-abilities.ts';
import { plainGet } from '../requests/plain-request.ts';
import { compareSettings } from './compare-settings.ts';

const OTHER_ID = '01890000-0000-7000-8000-00000000bbbb';
const plain = sampleRun({ id: 'a' });
const host = (over: Partial<MeasuredHost> = {}, facts: Partial<HostFacts> = {}): MeasuredHost => ({
  hostId: HOST_ID,
  name: 'lab-1',
  roles: ['server', 'client'],
  agentVersion: '0.1.0',
  facts: { ...FACTS, ...facts },
  described: null,
  ...over,
});
const nic = (over: Partial<HostFacts['nics'][number]> = {}): HostFacts['nics'][number] => ({
  name: 'eth0',
  driver: 'ena',
  firmware: null,
  speedBitsPerSecond: 25e9,
  bandwidthBitsPerSecond: null,
  mtuBytes: 9001,
  numaNode: 0,
  rxQueues: 8,
  txQueues: 4,
  loopback: false,
  defaultRoute: true,
  addresses: ['10.0.0.7/24'],
  interrupts: [],
  ...over,
});
const setting = (runs: Run[], path: string) => compareSettings(runs).find((one) => one.path === path);

describe('settings and facts', () => {
  it('are the same when every run has the same, which names and ids are no part of', () => {
    const named = sampleRun({ id: 'b', over: { name: 'other', notes: 'x', tags: ['y'] } });
    expect(compareSettings([plain, named]).filter(({ same }) => !same)).toEqual([]);
  });

  it.each(['fiber', 'Fiber', 'FIBER'])(
    'take %s of an import for the framework of the reference server',
    (framework) => {
      const target = { kind: 'described' as const, framework, prefork: null, workers: null, responseBytes: null };
      const imported = { ...plain, id: 'b', spec: { ...plain.spec, target } } as unknown as Run;
      expect(setting([plain, imported], 'spec.target.framework')).toMatchObject({
        values: ['Fiber', 'Fiber'],
        same: true,
      });
    },
  );

  it('take a CPU list for the same however it is written', () => {
    const on = (id: string, targetCpus: string, toolCpus: string) =>
      sampleRun({
        id,
        spec: { tuning: { ...plain.spec.tuning, targetCpus } as never },
        load: { toolCpus },
        over: { target: null },
      });
    const runs = [on('a', '0,1,2', '4,5'), on('b', '0-2', '4-5')];
    expect(setting(runs, 'spec.tuning.targetCpus')).toMatchObject({ values: ['0-2', '0-2'], same: true });
    expect(setting(runs, 'spec.load.toolCpus')).toMatchObject({ values: ['4-5', '4-5'], same: true });
  });

  const cases: [string, Run, string, [string | null, string | null]][] = [
    [
      'prefork',
      sampleRun({ id: 'b', spec: { target: reference({ prefork: true }) } }),
      'spec.target.prefork',
      ['off', 'on'],
    ],
    [
      'workers',
      sampleRun({ id: 'b', spec: { target: reference({ workers: 2 }) } }),
      'spec.target.workers',
      ['one per CPU of its set', '2'],
    ],
    [
      'workers started',
      sampleRun({ id: 'b', over: { target: plain.target && { ...plain.target, workers: 2 } } }),
      'target.workers',
      ['4', '2'],
    ],
    ['a target that never started', sampleRun({ id: 'b', over: { target: null } }), 'target.version', ['0.1.0', null]],
    [
      'the route',
      sampleRun({ id: 'b', spec: { requests: [plainGet('/read', 1)] } }),
      'spec.requests',
      ['/simple', '/read'],
    ],
    [
      'a mix, by its shares',
      sampleRun({
        id: 'b',
        spec: {
          requests: [plainGet('/read', 3), plainGet('/list', 2)],
        },
      }),
      'spec.requests',
      ['/simple', '60 % /read, 40 % /list'],
    ],
    [
      'the framework',
      sampleRun({ id: 'b', spec: { target: reference({ framework: 'nethttp' }) } }),
      'spec.target.framework',
      ['Fiber', 'net/http'],
    ],
    [
      'a step of parts of a second',
      sampleRun({ id: 'b', load: { steps: [step(10, { durationSeconds: 4.4 })] } }),
      'spec.load.steps',
      [
        '2 steps; closed loop; connections 10, 50; pipelining 1; 5 s each',
        '1 step; closed loop; connections 10; pipelining 1; 4.4 s',
      ],
    ],
    [
      'how products are picked',
      sampleRun({ id: 'b', spec: { target: reference({ pick: 'locked' }) } }),
      'spec.target.pick',
      ['by each worker itself', 'behind one lock'],
    ],
    [
      'a target of the host’s own',
      sampleRun({ id: 'b', spec: { target: { kind: 'named', name: 'my-server', tls: false, parameters: [] } } }),
      'spec.target',
      ['reference server', 'my-server'],
    ],
    [
      'no framework of one that listened already',
      sampleRun({ id: 'b', spec: { target: { kind: 'listening', port: 8080, tls: false } } }),
      'spec.target.framework',
      ['Fiber', null],
    ],
    [
      'decompression',
      sampleRun({ id: 'b', load: { decompress: true } }),
      'spec.load.decompress',
      ['off', 'asks for gzip and decompresses'],
    ],
    [
      'a search',
      sampleRun({
        id: 'b',
        load: {
          search: {
            vary: 'connections',
            most: 4096,
            growth: 2,
            precision: 0.1,
            ceiling: { kind: 'latency', percentile: 'p99_9', mostMs: 20 },
          },
        },
      }),
      'spec.load.search',
      ['none', 'connections × 2 each, up to 4,096, until p99.9 is above 20 ms; then to within 10 %'],
    ],
    [
      'steps of an open loop',
      sampleRun({
        id: 'b',
        load: { steps: [openStep(1000), openStep(2000, { arrivals: 'poisson', connections: 50, profiles: ['cpu'] })] },
      }),
      'spec.load.steps',
      [
        '2 steps; closed loop; connections 10, 50; pipelining 1; 5 s each',
        '2 steps; open loop; 1,000, 2,000 req/s; constant, Poisson arrivals; connections as many as needed, 50; 5 s each; step 2 profiled (CPU)',
      ],
    ],
    [
      'the target’s CPUs',
      sampleRun({ id: 'b', spec: { tuning: { targetCpus: '0-1', server: null, clients: null } } }),
      'spec.tuning.targetCpus',
      ['every CPU', '0-1'],
    ],
    [
      'warm-up',
      sampleRun({ id: 'b', load: { warmupSeconds: 3 } }),
      'spec.load.warmupSeconds',
      ['none', '3 s before a step'],
    ],
    [
      'tool workers as they ran: 2 threads in one step, 1 in the other',
      sampleRun({ id: 'b', points: [samplePoint({ toolWorkers: 2 }), samplePoint({ toolWorkers: 1 })] }),
      'point.toolWorkers',
      ['1', '1, 2'],
    ],
    [
      'steps, each part once where all share it',
      sampleRun({ id: 'b', load: { steps: [step(10), step(50, { pipelining: 4 })] } }),
      'spec.load.steps',
      [
        '2 steps; closed loop; connections 10, 50; pipelining 1; 5 s each',
        '2 steps; closed loop; connections 10, 50; pipelining 1, 4; 5 s each',
      ],
    ],
    [
      'the kernel',
      sampleRun({ id: 'b', over: { hosts: [host({}, { kernel: '6.8.0' })] } }),
      'server.facts.kernel',
      ['6.1.0', '6.8.0'],
    ],
    [
      'CPUs',
      sampleRun({ id: 'b', over: { hosts: [host({}, { cpus: 8, cores: null })] } }),
      'server.facts.cpus',
      ['4 (2 cores, 1 socket)', '8 (1 socket)'],
    ],
    [
      'the version of the tool',
      sampleRun({
        id: 'b',
        over: { hosts: [host({}, { tools: [tool('autocannon', '8.0.0')] })] },
      }),
      'client.facts.tools',
      ['autocannon 9.0.0', 'autocannon 8.0.0'],
    ],
  ];
  it.each(cases)('show %s', (_name, other, path, values) => {
    expect(setting([plain, other], path)).toMatchObject({ values, same: false });
  });

  it('say how many clients there were, and whether the target’s host was one of them', () => {
    const server = host();
    const [two, three] = ['bbbb', 'cccc'].map((end) =>
      host(
        { hostId: `01890000-0000-7000-8000-00000000${end}`, name: `lab-${end}`, roles: ['client'] },
        { bootId: end },
      ),
    );
    const with3 = (hosts: MeasuredHost[]) =>
      sampleRun({
        id: 'b',
        spec: { clients: hosts.filter((h) => h.roles.includes('client')).map(({ hostId }) => ({ hostId })) },
        over: { hosts },
      });
    const value = (run: Run) => setting([plain, run], 'spec.clients')?.values[1];
    if (!two || !three) throw new Error('two clients');
    expect(value(with3([server, two, three]))).toBe('3 clients, the target’s host among them');
    expect(value(with3([host({ roles: ['server'] }), two, three]))).toBe('2 clients');
    const oneBoot = [two, three].map((one) => ({ ...one, facts: FACTS }));
    expect(value(with3([host({ roles: ['server'] }), ...oneBoot]))).toBe('2 clients, all on one machine');
    expect(setting([plain, with3([server, two, three])], 'client.name')?.values[1]).toBe('lab-1, lab-bbbb, lab-cccc');
  });

  it('are left out when no run has them', () => {
    expect(setting([plain, plain], 'server.facts.instanceType')).toBeUndefined();
  });

  it('tell hosts apart by their ids: two of one name differ, one that was renamed does not', () => {
    const namesake = sampleRun({ id: 'b', over: { hosts: [host({ hostId: OTHER_ID })] } });
    expect(setting([plain, namesake], 'server.name')).toMatchObject({
      values: ['lab-1 (id ends in aaaa)', 'lab-1 (id ends in bbbb)'],
      same: false,
    });
    const renamed = sampleRun({ id: 'b', over: { hosts: [host({ name: 'box' })] } });
    expect(setting([plain, renamed], 'server.name')).toMatchObject({ values: ['lab-1', 'lab-1'], same: true });
  });

  it('name both roles once a run has its load generator elsewhere, with the NIC between them', () => {
    const server = host(
      { roles: ['server'] },
      {
        nics: [
          nic(),
          nic({ name: 'eth1', defaultRoute: false, addresses: ['2001:db8::7/64'], speedBitsPerSecond: 1e11 }),
        ],
      },
    );
    const elsewhere = { nics: [nic()], bootId: '7d8a1c62-0000-4000-8000-000000000002' };
    const client = host({ hostId: OTHER_ID, name: 'lab-2', roles: ['client'] }, elsewhere);
    const apart = sampleRun({
      id: 'b',
      spec: { clients: [{ hostId: OTHER_ID }], server: { hostId: HOST_ID, address: '2001:DB8:0::7' } },
      over: { hosts: [server, client] },
    });
    const rows = compareSettings([plain, apart]);
    const values = Object.fromEntries(rows.map(({ label, values }) => [label, values[1]]));
    expect(values).toMatchObject({
      'Target and load generator': 'on separate machines',
      'Server host': 'lab-1',
      'Client host': 'lab-2',
      'Server NIC': 'eth1',
      'Server NIC speed': '100 Gbit/s',
      'Server NIC queues': '8 receive, 4 send',
      'Client NIC': 'eth0',
      'Client NIC speed': '25 Gbit/s',
    });
    expect(rows.find(({ label }) => label === 'Client host')?.values[0]).toBe('lab-1');
    const oneMachine = sampleRun({
      id: 'c',
      over: { hosts: [server, { ...client, facts: { ...client.facts, bootId: server.facts.bootId } }] },
    });
    expect(setting([plain, oneMachine], 'spec.clients')?.values[1]).toBe('on one host');
    const { spec } = apart;
    expect(setting([plain, { ...oneMachine, spec }], 'spec.clients')?.values[1]).toBe('on two hosts of one machine');
  });
});
