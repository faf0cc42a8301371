import { describe, expect, it } from 'vitest';
import type { HostTuning, RunTuning } from '../../contract/tuning.ts';
import { knob } from '../../testing/fake-tuning.ts';
import { HOST_ID, sampleRun } from '../../testing/sample-run.ts';
import { compareSettings } from '../comparison/compare-settings.ts';
import { NO_TUNING } from './setting-words.ts';

const plain = sampleRun({ id: 'a' });
const tuned = (server: Partial<HostTuning>, targetCpus: string | null = null) =>
  sampleRun({ id: 'b', spec: { tuning: { targetCpus, server: { ...NO_TUNING, ...server }, clients: null } } });
const rows = (other: typeof plain) =>
  compareSettings([plain, other])
    .filter(({ group, same }) => group === 'tuning' && !same)
    .map(({ path, label, values }) => [path.replace('spec.tuning.server.', ''), label, ...values]);

describe('settings of hosts side by side', () => {
  const cases: [Partial<HostTuning>, string[]][] = [
    [{ nic: 'eth0' }, ['nic', 'NIC that is tuned', 'as found', 'eth0']],
    [{ stopServices: ['irqbalance', 'cron'] }, ['stopServices', 'Services stopped', 'as found', 'irqbalance, cron']],
    [{ nicQueues: 8 }, ['nicQueues', 'NIC queues', 'as found', '8']],
    [
      { interruptAffinity: { cpus: '0-7', spread: 'one-to-one' } },
      ['interruptAffinity', 'Interrupt affinity', 'as found', 'CPUs 0-7, queue by queue in turn'],
    ],
    [{ packetSteering: { cpus: 'last 16' } }, ['packetSteering', 'Packet steering (RPS)', 'as found', 'last 16 CPUs']],
    [{ packetSteering: { cpus: 'none' } }, ['packetSteering', 'Packet steering (RPS)', 'as found', 'off']],
    [{ flowSteering: { entries: 32_768 } }, ['flowSteering', 'Flow steering (RFS)', 'as found', '32,768 entries']],
    [
      { transmitSteering: { cpus: 'nic-local', spread: 'all' } },
      ['transmitSteering', 'Transmit steering (XPS)', 'as found', 'nic-local CPUs, every queue to all of them'],
    ],
    [{ mtuBytes: 9001 }, ['mtuBytes', 'MTU', 'as found', '9,001 B']],
    [
      { offloads: { gro: true, gso: null, tso: false, lro: null } },
      ['offloads', 'Offloads', 'as found', 'GRO on, TSO off'],
    ],
    [
      {
        interruptCoalescing: {
          adaptiveRx: false,
          adaptiveTx: null,
          rxUs: 50,
          txUs: 60,
          rxFrames: null,
          txFrames: 32,
        },
      },
      ['interruptCoalescing', 'Interrupt coalescing', 'as found', 'adaptive rx off, rx 50 µs, tx 60 µs, tx 32 frames'],
    ],
    [{ busyPolling: { pollUs: 50, readUs: null } }, ['busyPolling', 'Busy polling', 'as found', 'poll 50 µs']],
    [
      { sysctls: [{ name: 'net.core.somaxconn', value: '4096' }] },
      ['sysctls.net.core.somaxconn', 'net.core.somaxconn', 'as found', '4096'],
    ],
    [{ cpuGovernor: 'performance' }, ['cpuGovernor', 'CPU governor', 'as found', 'performance']],
    [{ cpuTurbo: false }, ['cpuTurbo', 'CPU turbo', 'as found', 'off']],
    [{ openFilesLimit: 1_048_576 }, ['openFilesLimit', 'Open files limit', 'as found', '1,048,576 files']],
    [{ transparentHugePages: 'never' }, ['transparentHugePages', 'Transparent huge pages', 'as found', 'never']],
  ];
  it.each(cases)('%j', (server, expected) => {
    expect(rows(tuned(server))).toEqual([expected]);
  });

  it('have a row for every setting that there is', () => {
    const covered = new Set(cases.flatMap(([server]) => Object.keys(server)));
    expect([...covered].sort()).toEqual(Object.keys(NO_TUNING).sort());
  });

  it('are no rows where no run asks for them', () => {
    expect(rows(tuned({}))).toEqual([]);
  });

  it('show the CPUs that words came to', () => {
    const run = tuned({}, 'last 2');
    const target = run.target && { ...run.target, cpus: '2-3' };
    expect(rows({ ...run, target })).toEqual([
      ['spec.tuning.targetCpus', 'CPU set of the target', 'every CPU', 'last 2 (2-3)'],
    ]);
  });

  it('show what read back differently, or could not be changed', () => {
    const change = { restored: null, restoredMatches: null };
    const of = (...knobs: RunTuning['knobs']): RunTuning[] => [
      {
        hostId: HOST_ID,
        nic: 'eth0',
        targetCpus: null,
        knobs,
        effects: [],
        warnings: [],
        restoreMatches: true,
        snapshots: [],
      },
    ];
    const flow = (key: string, over: Parameters<typeof knob>[2]) => ({ ...knob('flowSteering', key, over), ...change });
    const run = tuned({ flowSteering: { entries: 1000 } });
    const text = (...knobs: RunTuning['knobs']) => rows({ ...run, tuning: of(...knobs) })[0]?.[3];
    expect(text(flow('a', { asked: '1024' }))).toBe('1,000 entries');
    expect(text(flow('a', { asked: '1024', status: 'differs', readBack: '512' }))).toBe(
      '1,000 entries; reads back 512',
    );
    expect(text(flow('a', { status: 'not-changeable' }))).toBe('1,000 entries; not changeable');
    expect(text(flow('a', {}), flow('b', { status: 'not-changeable' }))).toBe(
      '1,000 entries; not changeable everywhere',
    );
    expect(text(flow('a', { asked: null, status: 'not-changeable' }))).toBe('1,000 entries');
  });

  it('of a client apart stand beside the server’s', () => {
    const OTHER_ID = '01890000-0000-7000-8000-00000000bbbb';
    const [host] = plain.hosts;
    if (!host) throw new Error('no host');
    const apart = sampleRun({
      id: 'b',
      spec: {
        clients: [{ hostId: OTHER_ID }],
        tuning: {
          targetCpus: null,
          server: { ...NO_TUNING, mtuBytes: 9001 },
          clients: { ...NO_TUNING, mtuBytes: 1500 },
        },
      },
      over: {
        hosts: [
          { ...host, roles: ['server'] },
          { ...host, hostId: OTHER_ID, name: 'lab-2', roles: ['client'] },
        ],
      },
    });
    const of = compareSettings([plain, apart]).filter(({ label }) => /MTU/.test(label) && !/NIC/.test(label));
    expect(of.map(({ path, label, values }) => [path, label, ...values])).toEqual([
      ['spec.tuning.server.mtuBytes', 'Server MTU', 'as found', '9,001 B'],
      ['spec.tuning.clients.mtuBytes', 'Client MTU', 'as found', '1,500 B'],
    ]);
  });
});

describe('what was found on the hosts, and no setting asked for', () => {
  const state = (runId: string, values: Record<string, string>, hostId = HOST_ID) => ({ runId, hostId, values });
  const other = sampleRun({ id: 'b' });
  const found = (a: Record<string, string>, b: Record<string, string>, run = other) =>
    compareSettings([plain, run], [state('a', a), state('b', b, run.hosts[0]?.hostId)])
      .filter(({ path }) => path.includes('snapshot.'))
      .map(({ group, path, label, values, same }) => [group, path, label, ...values, same]);

  it('is a row where it differs', () => {
    const [a, b] = [
      { 'service/irqbalance': 'running', 'vm/x': '1' },
      { 'service/irqbalance': 'stopped', 'vm/x': '2' },
    ];
    expect(found(a, b)).toEqual([
      ['software', 'snapshot.service/irqbalance', 'service/irqbalance, as found', 'running', 'stopped', false],
    ]);
    expect(found({ 'sysctl/vm.swappiness': '60' }, {})[0]?.slice(3)).toEqual(['60', 'absent', false]);
  });

  it('is no row where a setting moved it, the facts show it, or it merely happens', () => {
    const knobs = [
      { ...knob('cpuGovernor', 'cpu/0/governor'), restored: null, restoredMatches: null },
      { ...knob('sysctls', 'sysctl/net.core.somaxconn'), restored: null, restoredMatches: null },
    ];
    const tuning: RunTuning[] = [
      {
        hostId: HOST_ID,
        nic: null,
        targetCpus: null,
        knobs,
        effects: [],
        warnings: [],
        restoreMatches: true,
        snapshots: [],
      },
    ];
    const a = {
      'cpu/governor': 'powersave 0-3',
      'sysctl/net.core.somaxconn': '128',
      'kernel/release': '6.1',
      'nic/eth0/driver': 'ena',
      'top/1': 'vim',
      'irq/40/eth0/effective': '0',
    };
    const b = Object.fromEntries(Object.keys(a).map((key) => [key, 'another']));
    expect(found(a, b, { ...other, tuning })).toEqual([]);
  });

  it('of many queues is one row, with the first that differ', () => {
    const masks = (mask: (queue: number) => string) =>
      Object.fromEntries([0, 1, 2, 3, 4].map((queue) => [`nic/eth0/rx-${queue}/rps_cpus`, mask(queue)]));
    const [row, ...others] = found(
      masks(() => '0'),
      masks((queue) => (queue === 4 ? '0' : 'f')),
    );
    expect(others).toEqual([]);
    expect(row).toEqual([
      'software',
      'snapshot.nic/eth*/rx-*/rps_cpus',
      'nic/eth*/rx-*/rps_cpus, as found',
      '0.0: 0, 0.1: 0, 0.2: 0, and 1 more',
      '0.0: f, 0.1: f, 0.2: f, and 1 more',
      false,
    ]);
  });

  it('is no interface that came or went with a container', () => {
    const eth0 = { 'nic/eth0/mtu': '1500', 'cpu/turbo': 'on' };
    const rows = found(
      { ...eth0, 'nic/veth1a2b/mtu': '1500', 'nic/veth1a2b/offload/gro': 'on' },
      { ...eth0, 'nic/vethc3d4/mtu': '1500', 'nic/eth0/tx_queue_len': '1000' },
    );
    expect(rows.map(([, path]) => path)).toEqual(['snapshot.nic/eth0/tx_queue_len']);
  });

  it('of two machines is not held against each other where it is named after devices', () => {
    const [host] = other.hosts;
    if (!host) throw new Error('no host');
    const elsewhere = { ...other, hosts: [{ ...host, hostId: '01890000-0000-7000-8000-00000000bbbb' }] };
    const a = { 'nic/eth0/rx-0/rps_cpus': '0', 'kernel/cmdline': 'quiet' };
    const b = { 'nic/ens5/rx-0/rps_cpus': '0', 'kernel/cmdline': 'quiet mitigations=off' };
    expect(found(a, b, elsewhere).map(([, path]) => path)).toEqual(['snapshot.kernel/cmdline']);
  });
});

it('privileges and the rate of samples are rows only where they differ', () => {
  const [host] = plain.hosts;
  if (!host) throw new Error('no host');
  const paths = (run: typeof plain) =>
    compareSettings([plain, run])
      .map(({ path }) => path)
      .filter((path) => /privileges|samplesPerSecond/.test(path));
  expect(paths(sampleRun({ id: 'b' }))).toEqual([]);
  const other = sampleRun({
    id: 'b',
    spec: { samplesPerSecond: 10 },
    over: { hosts: [{ ...host, facts: { ...host.facts, privileges: ['net-admin'] } }] },
  });
  expect(paths(other).sort()).toEqual(['server.facts.privileges', 'spec.samplesPerSecond']);
});
