import { describe, expect, it } from 'vitest';
import type { AppliedChange, HostEvidence, SettingName } from '../../contract/tuning.ts';
import { knob } from '../../testing/fake-tuning.ts';
import { evidence, perCpu, placed, tunedHost } from '../../testing/sample-tuning.ts';
import type { TunedHost } from './tuned-host.ts';
import { tuningEffects } from './tuning-effects.ts';

const affinity = (queue: number, asked: string, over: Partial<AppliedChange> = {}) =>
  knob('interruptAffinity', `nic/eth0/irq/eth0-Tx-Rx-${queue}/affinity`, { asked, ...over });
const rps = (mask: string, queue = 0) => knob('packetSteering', `nic/eth0/rx-${queue}/rps_cpus`, { asked: mask });
const rfs = (entries: number) =>
  knob('flowSteering', 'sysctl/net.core.rps_sock_flow_entries', { asked: String(entries), before: '0' });
const queues = (asked: number) => knob('nicQueues', 'nic/eth0/channels/combined', { asked: String(asked) });

/** What one step shows of a setting: its verdict and sentence. */
function effect(
  setting: SettingName,
  changes: AppliedChange[],
  seen: Partial<HostEvidence>,
  targetCpus: string | null = null,
  state: Record<string, string> = {},
  neighbours: TunedHost[] = [],
): [string, string] | undefined {
  const tuned = tunedHost({
    found: state,
    applied: { nic: 'eth0', targetCpus, changes, warnings: [] },
    evidence: [{ stepIndex: 0, evidence: evidence(seen) }],
  });
  const found = tuningEffects(tuned, { targetCpus, neighbours }).find((one) => one.setting === setting);
  return found && [found.verdict, found.sentence];
}

const interrupts = (...counts: Record<number, number>[]) =>
  counts.map((one, queue) => ({ irq: 40 + queue, perCpu: perCpu(one) }));

describe('the CPUs of the interrupts', () => {
  const all = [0, 1, 2, 3].map((queue) => affinity(queue, '0-3'));
  const cases: [string, AppliedChange[], HostEvidence['interrupts'], [string, string]][] = [
    [
      // 12,154 of 12,402 are 98.0 %.
      'landed there',
      all,
      interrupts({ 0: 12_000, 3: 154 }, { 7: 248 }),
      ['effective', '98 % of 12,402 interrupts of eth0 on CPUs 0-3.'],
    ],
    [
      // 500 of 1,000 are 50 %, under 80.
      'landed elsewhere',
      all,
      interrupts({ 0: 500 }, { 9: 500 }),
      ['without-effect', '50 % of 1,000 interrupts of eth0 on CPUs 0-3; at least 95 % were expected.'],
    ],
    [
      'landed there for the most part',
      all,
      interrupts({ 0: 900, 9: 100 }),
      [
        'cannot-tell',
        '90 % of 1,000 interrupts of eth0 on CPUs 0-3: between 80 and 95 %, so neither kept nor ignored.',
      ],
    ],
    [
      // 950 of 1,000 are 95 %, which is enough; 800 are 80 %, which is not too few.
      'are at the bounds',
      all,
      interrupts({ 0: 950, 9: 50 }),
      ['effective', '95 % of 1,000 interrupts of eth0 on CPUs 0-3.'],
    ],
    [
      'were few',
      all,
      interrupts({ 0: 99 }),
      ['cannot-tell', 'eth0 interrupted 99 times in this step; fewer than 100 say nothing.'],
    ],
    [
      // Queue 1 was asked to CPU 1 and came to CPU 0: 600 of 1,000 where they belong, though all on CPUs 0-1.
      'were mixed up among the queues',
      [affinity(0, '0'), affinity(1, '1')],
      interrupts({ 0: 600 }, { 0: 400 }),
      [
        'without-effect',
        '60 % of 1,000 interrupts of eth0 on the CPU asked for each queue (CPUs 0-1 in all); at least 95 % were expected.',
      ],
    ],
    [
      // Line 39 is no queue, and was not asked for.
      'of lines that were not asked for do not count',
      all,
      [{ irq: 39, perCpu: perCpu({ 90: 5000 }) }, ...interrupts({ 0: 100 })],
      ['effective', '100 % of 100 interrupts of eth0 on CPUs 0-3.'],
    ],
  ];
  it.each(cases)('%s', (_name, changes, seen, expected) => {
    expect(effect('interruptAffinity', changes, { interrupts: seen })).toEqual(expected);
  });

  it('are found by the numbers that lines had once tuned: other queues, other numbers', () => {
    // Line 40 was queue 0 when the host was asked for its facts; since then it is another device's, and queue 0 is 60.
    const renumbered = { 'irq/60/eth0-Tx-Rx-0/effective': '0', 'nic/eth0/irq/eth0-Tx-Rx-0/affinity': '0-3' };
    const seen = [
      { irq: 40, perCpu: perCpu({ 9: 5_000 }) },
      { irq: 60, perCpu: perCpu({ 0: 1_000 }) },
    ];
    expect(effect('interruptAffinity', all.slice(0, 1), { interrupts: seen }, null, renumbered)).toEqual([
      'effective',
      '100 % of 1,000 interrupts of eth0 on CPUs 0-3.',
    ]);
  });

  it('are not judged of a queue that reads back otherwise than asked', () => {
    const changes = [affinity(0, '0'), affinity(1, '1', { status: 'differs', readBack: '9' })];
    const seen = { interrupts: interrupts({ 0: 1_000 }, { 9: 1_000 }) };
    expect(effect('interruptAffinity', changes, seen)?.[0]).toBe('effective');
  });

  it('of an interface without interrupts are not judged', () => {
    const cannot = knob('interruptAffinity', 'nic/veth0/interruptAffinity', {
      status: 'not-changeable',
      readBack: null,
    });
    expect(effect('interruptAffinity', [cannot], { interrupts: [] })).toBeUndefined();
  });
});

describe('queues', () => {
  const busy = (count: number) => interrupts(...Array.from({ length: count }, () => ({ 0: 100 })));
  it.each([
    [2, 2, ['effective', '2 of 2 queues of eth0 interrupted.']],
    [2, 3, ['without-effect', '3 queues of eth0 interrupted, 2 were asked for, 3 of them 100 times or more.']],
    [
      4,
      1,
      [
        'cannot-tell',
        '1 of 4 queues of eth0 interrupted: a hash spreads connections over queues, so few connections may not reach all.',
      ],
    ],
  ])('%d asked for, %d interrupted', (asked, active, expected) => {
    expect(effect('nicQueues', [queues(asked)], { interrupts: busy(active) })).toEqual(expected);
  });
});

describe('queues that are none', () => {
  const seen = (names: string[], count: number) => {
    const found = Object.fromEntries(
      names.flatMap((name, at) => [
        [`irq/${50 + at}/${name}/effective`, '0'],
        [`nic/eth0/irq/${name}/affinity`, '0'],
      ]),
    );
    const counts = names.map((_, at) => ({ irq: 50 + at, perCpu: perCpu({ 0: at === 2 ? count : 1_000 }) }));
    return effect('nicQueues', [queues(2)], { interrupts: counts }, null, found)?.[0];
  };
  it.each([
    ['of management', ['eth0-Tx-Rx-0', 'eth0-Tx-Rx-1', 'ena-mgmnt@pci:0000:00:05.7'], 'effective'],
    ['of link events', ['eth0-rxtx-0', 'eth0-rxtx-1', 'eth0-event-2'], 'effective'],
    ['of the flow director', ['i40e-eth0-TxRx-0', 'i40e-eth0-TxRx-1', 'i40e-0000:3b:00.0:fdir-TxRx-7'], 'effective'],
    [
      'of devices named after their place',
      ['mlx5_comp0@pci:a.1', 'mlx5_comp1@pci:a.1', 'mlx5_async0@pci:a.9'],
      'effective',
    ],
    ['of both directions of one pair', ['virtio0-input.0', 'virtio0-input.1', 'virtio0-output.1'], 'effective'],
    ['of one direction, which drivers count apart', ['eth0-tx-0', 'eth0-rx-1', 'eth0-rx-2'], 'cannot-tell'],
  ])('%s', (_name, names, verdict) => {
    expect(seen(names, 1_000)).toBe(verdict);
  });

  it('with what was under way when they went', () => {
    expect(seen(['eth0-Tx-Rx-0', 'eth0-Tx-Rx-1', 'eth0-Tx-Rx-2'], 3)).toBe('cannot-tell');
  });
});

describe('packet steering', () => {
  const packets = perCpu({ 0: 60_000, 1: 60_000 });
  const cases: [string, AppliedChange[], HostEvidence['packetsSteered'], [string, string]][] = [
    [
      // 18,500 of 18,685 are 99.0 %.
      'rises on the CPUs asked for',
      [rps('c')],
      perCpu({ 1: 185, 2: 9_500, 3: 9_000 }),
      ['effective', 'Steering handed work to another CPU 18,685 times for 120,000 packets, 99 % on CPUs 2-3.'],
    ],
    [
      'rises on others',
      [rps('c')],
      perCpu({ 1: 1_000 }),
      [
        'without-effect',
        'Steering handed work to another CPU 1,000 times for 120,000 packets, 0 % on CPUs 2-3; at least 95 % were expected.',
      ],
    ],
    [
      'does not rise',
      [rps('c')],
      [],
      [
        'without-effect',
        'Steering handed work to another CPU 0 times for 120,000 packets; at least 100 were expected.',
      ],
    ],
    [
      'hardly rises',
      [rps('c')],
      perCpu({ 2: 40 }),
      ['cannot-tell', 'Steering handed work to another CPU 40 times for 120,000 packets; at least 100 were expected.'],
    ],
    [
      'is judged by its rise alone beside flow steering, which goes beyond the CPUs asked for',
      [rps('c'), rfs(32_768)],
      perCpu({ 0: 500 }),
      [
        'effective',
        'Steering handed work to another CPU 500 times for 120,000 packets; on which CPUs cannot be judged, since flow steering goes beyond those asked for.',
      ],
    ],
    ['turned off is off', [rps('0')], [], ['effective', 'None of 120,000 packets was steered.']],
    [
      'turned off is off, whatever else steers',
      [rps('0')],
      perCpu({ 2: 5_000 }),
      [
        'cannot-tell',
        'Steering handed work to another CPU 5,000 times for 120,000 packets: the masks asked for are empty, so another interface of the machine steers.',
      ],
    ],
    [
      'turned off cannot be told from flow steering',
      [rps('0'), rfs(32_768)],
      perCpu({ 2: 5_000 }),
      [
        'cannot-tell',
        'Steering handed work to another CPU 5,000 times for 120,000 packets: flow steering is on, and one counter counts both.',
      ],
    ],
  ];
  it.each(cases)('%s', (_name, changes, packetsSteered, expected) => {
    expect(effect('packetSteering', changes, { packetsSteered, packetsProcessed: packets })).toEqual(expected);
  });

  describe('is not accused', () => {
    const verdict = (changes: AppliedChange[], seen: Partial<HostEvidence>, state: Record<string, string> = {}) =>
      effect('packetSteering', changes, { packetsProcessed: packets, ...seen }, null, state);

    it('where packets arrive on the CPUs asked for: one connection is one flow, and may belong where it is', () => {
      expect(verdict([rps('3')], { packetsProcessed: perCpu({ 0: 120_000 }) })).toEqual([
        'cannot-tell',
        'Steering handed work to another CPU 0 times for 120,000 packets: 100 % were processed on the CPUs asked for, where they may have arrived.',
      ]);
    });
    it('where flow steering was found on the host', () => {
      const found = { 'sysctl/net.core.rps_sock_flow_entries': '32768', 'nic/eth0/rx-0/rps_flow_cnt': '4096' };
      expect(verdict([rps('c')], { packetsSteered: perCpu({ 1: 5_000 }) }, found)?.[0]).toBe('effective');
      const off = { ...found, 'sysctl/net.core.rps_sock_flow_entries': '0' };
      expect(verdict([rps('c')], { packetsSteered: perCpu({ 1: 5_000 }) }, off)?.[0]).toBe('without-effect');
    });
    it('where another interface steers', () => {
      const found = { 'nic/eth0/rx-0/rps_cpus': 'c', 'nic/eth1/rx-0/rps_cpus': '00000000,00000002' };
      expect(verdict([rps('c')], { packetsSteered: perCpu({ 1: 5_000 }) }, found)?.[0]).toBe('cannot-tell');
      const off = { ...found, 'nic/eth1/rx-0/rps_cpus': '00000000,00000000' };
      expect(verdict([rps('c')], { packetsSteered: perCpu({ 1: 5_000 }) }, off)?.[0]).toBe('without-effect');
    });
    it.each(['not-changeable', 'differs'] as const)('where the mask of a queue is %s', (status) => {
      const changes = [rps('c'), { ...rps('c', 1), status, readBack: '2' }];
      expect(verdict(changes, { packetsSteered: perCpu({ 1: 5_000 }) })?.[0]).toBe('cannot-tell');
    });
  });

  it('wants one wake-up in 10,000 packets: 5,000,000 packets want 500', () => {
    const seen = { packetsSteered: perCpu({ 2: 499 }), packetsProcessed: perCpu({ 0: 5_000_000 }) };
    expect(effect('packetSteering', [rps('c')], seen)?.[0]).toBe('cannot-tell');
  });

  it('of few packets says nothing', () => {
    expect(effect('packetSteering', [rps('c')], { packetsProcessed: perCpu({ 0: 999 }) })).toEqual([
      'cannot-tell',
      '999 packets were processed in this step; fewer than 1,000 say nothing.',
    ]);
  });

  it('of 128 CPUs reads masks of several groups', () => {
    const seen = { packetsSteered: perCpu({ 127: 4_000 }), packetsProcessed: packets };
    expect(effect('packetSteering', [rps('80000000,00000000,00000000,00000000')], seen)?.[0]).toBe('effective');
  });
});

describe('counters of the whole machine', () => {
  const wide = { packetsProcessed: perCpu({ 0: 629_798 }), packetsSteered: perCpu({ 2: 47_086 }) };
  const received = (nic: string, packets: number) => ({ ...wide, packetsReceived: [{ nic, packets }] });
  const client = (...changes: AppliedChange[]) => {
    const other = tunedHost({ applied: { nic: 'eth0', targetCpus: null, changes, warnings: [] } });
    return { ...other, host: { ...other.host, hostId: 'c', name: 'lab-client' } };
  };

  it('prove nothing for an interface that the load does not go through, on or off', () => {
    const idle = [
      'cannot-tell',
      'eth0 received 12 packets of 629,798 handled in this step: the load does not go through it.',
    ];
    expect(effect('packetSteering', [rps('c')], received('eth0', 12))).toEqual(idle);
    expect(effect('packetSteering', [rps('0')], { ...received('eth0', 12), packetsSteered: [] })).toEqual(idle);
    const queue = knob('flowSteering', 'nic/eth0/rx-0/rps_flow_cnt', { asked: '4096' });
    expect(effect('flowSteering', [rfs(4096), queue], received('eth0', 12))).toEqual(idle);
    expect(effect('packetSteering', [rps('c')], { ...wide, packetsReceived: [] })?.[1]).toContain('was not counted');
  });

  it.each([
    // 5 % of 629,798 are 31,489.9.
    [31_489, 'cannot-tell'],
    [31_490, 'effective'],
  ])('ask for a twentieth of the packets: %d', (packets, verdict) => {
    expect(effect('packetSteering', [rps('c')], received('eth0', packets))?.[0]).toBe(verdict);
  });

  it('are nobody’s own where two hosts of a run share it and both steer', () => {
    expect(effect('packetSteering', [rps('c')], wide, null, {}, [client(rps('3'))])).toEqual([
      'cannot-tell',
      'Steering handed work to another CPU 47,086 times for 629,798 packets: lab-client of this run steers on the same machine too, and the counter covers the whole machine.',
    ]);
  });

  it('are the one’s that steers, and said to be the machine’s', () => {
    const told = [
      'effective',
      'Steering handed work to another CPU 47,086 times for 629,798 packets, 100 % on CPUs 2-3; the counter covers the whole machine, which lab-client shares.',
    ];
    expect(effect('packetSteering', [rps('c')], wide, null, {}, [client()])).toEqual(told);
    expect(effect('packetSteering', [rps('c')], wide, null, {}, [client(rps('0'))])).toEqual(told);
  });

  it('say nothing of a place where every CPU was asked for', () => {
    expect(effect('packetSteering', [rps('f')], wide)).toEqual([
      'effective',
      'Steering handed work to another CPU 47,086 times for 629,798 packets; the requested CPUs are all CPUs, so where the work went proves nothing.',
    ]);
  });
});

describe('flow steering alone', () => {
  const packetsProcessed = perCpu({ 0: 120_000 });
  it('is seen by its rise, and not missed where flows need none', () => {
    expect(effect('flowSteering', [rfs(4096)], { packetsProcessed, packetsSteered: perCpu({ 1: 300 }) })?.[0]).toBe(
      'effective',
    );
    expect(effect('flowSteering', [rfs(4096)], { packetsProcessed })?.[0]).toBe('cannot-tell');
    expect(effect('flowSteering', [rfs(0)], { packetsProcessed })).toBeUndefined();
    // Masks that were found on the host are counted by the same counter.
    const found = { 'nic/eth0/rx-0/rps_cpus': 'f' };
    const seen = { packetsProcessed, packetsSteered: perCpu({ 1: 300 }) };
    expect(effect('flowSteering', [rfs(4096)], seen, null, found)?.[0]).toBe('cannot-tell');
  });
});

describe('the CPUs of the target', () => {
  const cases: [string, HostEvidence['placement'], [string, string]][] = [
    [
      'hold every process',
      placed(['2-3', '2'], ['2-3', '3']),
      ['effective', '2 processes of the target seen on CPUs 2-3, within CPUs 2-3.'],
    ],
    [
      'are left by one that may run elsewhere',
      placed(['2-3', '2'], ['0-3', '3']),
      ['without-effect', '1 of 2 processes of the target ran, or may run, on CPUs 0-1, outside of CPUs 2-3.'],
    ],
    [
      'are left by one that was seen elsewhere',
      placed(['2-3', '1']),
      ['without-effect', '1 of 1 process of the target ran, or may run, on CPU 1, outside of CPUs 2-3.'],
    ],
    [
      'are not known of processes that were not seen',
      null,
      ['cannot-tell', 'The CPUs of the target’s processes were not observed in this step.'],
    ],
  ];
  it.each(cases)('%s', (_name, placement, expected) => {
    expect(effect('targetCpus', [], { placement }, '2-3')).toEqual(expected);
  });

  it('are not judged where none were asked for, nor on a host of the load generator', () => {
    expect(effect('targetCpus', [], { placement: placed(['0-3', '0']) })).toBeUndefined();
    const client = tunedHost({ evidence: [{ stepIndex: 0, evidence: evidence() }] });
    expect(
      tuningEffects({ ...client, host: { ...client.host, roles: ['client'] } }, { targetCpus: '2-3', neighbours: [] }),
    ).toEqual([]);
  });
});

it('settings that no counter shows have no effect to be judged', () => {
  const changes = [
    knob('mtuBytes', 'nic/eth0/mtu', { asked: '9001' }),
    knob('sysctls', 'sysctl/net.core.somaxconn', { asked: '4096' }),
    knob('cpuGovernor', 'cpu/0/governor', { asked: 'performance' }),
  ];
  const tuned = tunedHost({
    applied: { nic: 'eth0', targetCpus: null, changes, warnings: [] },
    evidence: [{ stepIndex: 0, evidence: evidence({ packetsProcessed: perCpu({ 0: 10_000 }) }) }],
  });
  expect(tuningEffects(tuned, { targetCpus: null, neighbours: [] })).toEqual([]);
});
