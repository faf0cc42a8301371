import { expect, it } from 'vitest';
import { askedSettings, choiceText, NO_TUNING } from './setting-words.ts';

it('CPU choices read as people say them', () => {
  expect(['0-3,8', '5', 'all', 'nic-local', 'last 16', 'first 1', 'not target'].map(choiceText)).toEqual([
    'CPUs 0-3,8',
    'CPU 5',
    'all CPUs',
    'nic-local CPUs',
    'last 16 CPUs',
    'first CPU',
    'CPUs that are not the target’s',
  ]);
});

it('every setting that is asked for has words in full and for a chip, in the order of applying', () => {
  const asked = askedSettings({
    ...NO_TUNING,
    stopServices: ['irqbalance', 'cron'],
    nicQueues: 8,
    interruptAffinity: { cpus: '0-7', spread: 'one-to-one' },
    packetSteering: { cpus: 'none' },
    flowSteering: { entries: 32768 },
    transmitSteering: { cpus: 'not target', spread: 'all' },
    mtuBytes: 9001,
    offloads: { gro: false, gso: null, tso: true, lro: null },
    interruptCoalescing: {
      adaptiveRx: false,
      adaptiveTx: null,
      rxUs: 64,
      txUs: null,
      rxFrames: null,
      txFrames: null,
    },
    busyPolling: { pollUs: 50, readUs: null },
    sysctls: [{ name: 'net.core.somaxconn', value: '65535' }],
    cpuGovernor: 'performance',
    cpuTurbo: false,
    openFilesLimit: 1_048_576,
    transparentHugePages: 'never',
  });
  expect(asked.map(({ short, full }) => [short, full])).toEqual([
    ['no irqbalance, cron', 'irqbalance, cron'],
    ['8 NIC queues', '8'],
    ['MTU 9001', '9,001 B'],
    ['GRO off, TSO on', 'GRO off, TSO on'],
    ['coalescing', 'adaptive rx off, rx 64 µs'],
    ['IRQs 0-7', 'CPUs 0-7, queue by queue in turn'],
    ['RPS off', 'off'],
    ['RFS 32,768', '32,768 entries'],
    ['XPS not target', 'CPUs that are not the target’s, every queue to all of them'],
    ['busy polling', 'poll 50 µs'],
    ['somaxconn 65535', 'net.core.somaxconn = 65535'],
    ['governor performance', 'performance'],
    ['turbo off', 'off'],
    ['THP never', 'never'],
    ['nofile 1,048,576', '1,048,576 files'],
  ]);
});

it('a setting without any of its parts asks for nothing', () => {
  const offloads = { gro: null, gso: null, tso: null, lro: null };
  expect(askedSettings({ ...NO_TUNING, offloads, sysctls: [], stopServices: [] })).toEqual([]);
  expect(askedSettings(null)).toEqual([]);
});
