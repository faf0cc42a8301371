import { expect, test } from 'vitest';
import { TUNING_PATHS } from '@/features/draft/tuning-fields';
import { absentSettings, presentValues, serviceRuns } from './present-values';

const VALUES = {
  'cpu/governor': 'performance 0-127',
  'memory/transparent_hugepage': 'always [madvise] never',
  'limits/nofile': '1024:524288',
  'sysctl/net.core.somaxconn': '4096',
  'sysctl/net.ipv4.tcp_rmem': '4096\t131072\t6291456',
  'sysctl/net.core.busy_poll': '0',
  'service/irqbalance': 'running',
  'nic/eth0/mtu': '9001',
  'nic/eth0/channels/combined': '16',
  'nic/eth0/offload/gro': 'on',
  'nic/eth0/coalesce/rx-usecs': '20',
  'nic/eth0/rx-0/rps_cpus': '00000000,00000000',
  'nic/eth0/rx-1/rps_cpus': '00000000,00000000',
  'nic/eth0/tx-0/xps_cpus': '1',
  'nic/eth0/tx-1/xps_cpus': '2',
  'nic/eth0/irq/eth0-Tx-Rx-0/affinity': '0-7',
  'nic/eth1/mtu': '1500',
};

test('a snapshot tells the fields of the NIC that is meant, and those of no NIC', () => {
  expect(presentValues(VALUES, 'eth0')).toMatchObject({
    cpuGovernor: 'performance 0-127',
    transparentHugePages: 'madvise',
    openFilesLimit: '1024',
    mtuBytes: '9001',
    nicQueues: '16',
    'offloads.gro': 'on',
    'interruptCoalescing.rxUs': '20',
    'interruptAffinity.cpus': '0-7',
    'packetSteering.cpus': 'off',
    'transmitSteering.cpus': 'differs by queue',
    'busyPolling.pollUs': '0',
    'sysctls.net.core.somaxconn': '4096',
    'sysctls.net.ipv4.tcp_rmem': '4096 131072 6291456',
  });
  expect(presentValues(VALUES, 'eth1').mtuBytes).toBe('1500');
  expect(presentValues(VALUES, null).mtuBytes).toBeUndefined();
});

test('a service runs, does not, or is not told of', () => {
  const present = presentValues({ ...VALUES, 'service/cron': 'stopped' }, null);
  expect([serviceRuns(present, 'irqbalance'), serviceRuns(present, 'cron'), serviceRuns(present, 'tuned')]).toEqual([
    true,
    false,
    null,
  ]);
});

test('a snapshot without a governor or turbo is of a host that has none', () => {
  expect([absentSettings(VALUES), absentSettings({ ...VALUES, 'cpu/turbo': 'on' })]).toEqual([['cpuTurbo'], []]);
});

test('a whole snapshot has a present value for every field but the choice of a NIC and how queues are spread', () => {
  const snapshot = {
    ...VALUES,
    'cpu/turbo': 'on',
    'sysctl/net.core.busy_read': '0',
    'sysctl/net.core.rps_sock_flow_entries': '0',
    ...Object.fromEntries(['gso', 'tso', 'lro'].map((name) => [`nic/eth0/offload/${name}`, 'on'])),
    ...Object.fromEntries(
      ['adaptive-rx', 'adaptive-tx', 'tx-usecs', 'rx-frames', 'tx-frames'].map((name) => [
        `nic/eth0/coalesce/${name}`,
        '1',
      ]),
    ),
  };
  const present = Object.keys(presentValues(snapshot, 'eth0'));
  const missing = TUNING_PATHS.filter((leaf) => !present.some((field) => `${field}.`.startsWith(`${leaf}.`)));
  expect(missing).toEqual(['nic', 'interruptAffinity.spread', 'transmitSteering.spread']);
});
