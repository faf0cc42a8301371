import { describe, expect, it } from 'vitest';
import type { HostEvidence } from '../../contract/tuning.ts';
import { reference } from '../../testing/fake-agent.ts';
import { knob } from '../../testing/fake-tuning.ts';
import { HOST_ID, samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { evidence, perCpu, placed, tunedHost } from '../../testing/sample-tuning.ts';
import { runTuning } from '../tuning/run-tuning.ts';
import type { TunedHost } from '../tuning/tuned-host.ts';
import { findingsOf } from './findings.ts';
import { isState } from './findings-of-tuning.ts';

const plain = sampleRun({ id: 'a' });
const started = (workers: number, asked: number | null = null, connections = 50) =>
  sampleRun({
    id: 'a',
    spec: { target: reference({ prefork: true, workers: asked }) },
    load: { steps: [step(connections)] },
    points: [samplePoint({ connectionsEstablished: connections })],
    over: { target: plain.target && { ...plain.target, workers } },
  });

function found(over: Partial<TunedHost>, run = plain, targetCpus: string | null = null): string[][] {
  const tuned = tunedHost(over);
  const tuning = runTuning(tuned, targetCpus, [tuned]);
  return findingsOf(run, [tuned], tuning ? [tuning] : []).map(({ code, severity, stepIndex, sentence }) => [
    code,
    severity,
    stepIndex === null ? 'run' : `step ${stepIndex}`,
    sentence,
  ]);
}
const inStep = (over: Partial<HostEvidence>) => ({ evidence: [{ stepIndex: 0, evidence: evidence(over) }] });
const applied = (...changes: ReturnType<typeof knob>[]) => ({
  applied: { nic: 'eth0', targetCpus: null, changes, warnings: [] },
});

describe('nothing to say', () => {
  it('of a host that was not tuned, or kept all of it', () => {
    expect(found({})).toEqual([]);
    expect(found({ ...applied(knob('mtuBytes', 'nic/eth0/mtu')), ...inStep({}) })).toEqual([]);
  });
});

describe('settings that did not come to be', () => {
  it('are suspect when they read back differently', () => {
    const change = knob('flowSteering', 'nic/eth0/rx-0/rps_flow_cnt', {
      status: 'differs',
      asked: '1000',
      readBack: '512',
    });
    expect(found(applied(change))).toEqual([
      [
        'tuning-not-applied',
        'suspect',
        'run',
        'Flow steering (RFS) on lab-1 reads back differently: nic/eth0/rx-0/rps_flow_cnt reads 512, not 1000. The figures belong to what was read back.',
      ],
    ]);
  });

  it('are a note when they cannot be changed, one for each reason, however many queues', () => {
    const managed = [0, 1, 2, 3, 4].map((queue) =>
      knob('interruptAffinity', `nic/eth0/irq/q${queue}/affinity`, {
        status: 'not-changeable',
        reason: 'the kernel manages this interrupt itself.',
      }),
    );
    const [finding, ...others] = found(applied(...managed));
    expect(others).toEqual([]);
    expect(finding?.slice(0, 2)).toEqual(['tuning-not-applied', 'note']);
    expect(finding?.[3]).toBe(
      'Interrupt affinity on lab-1 could not be changed (nic/eth0/irq/q0/affinity, nic/eth0/irq/q1/affinity, nic/eth0/irq/q2/affinity, and 2 more): the kernel manages this interrupt itself. The figures are without it.',
    );
  });

  it('are not those that were only reset by others', () => {
    expect(
      found(applied(knob('nicQueues', 'nic/eth0/tx-0/xps_cpus', { asked: null, status: 'not-changeable' }))),
    ).toEqual([]);
  });
});

describe('drift', () => {
  const drift = { setting: 'sysctls' as const, key: 'sysctl/net.core.somaxconn', expected: '4096', found: '128' };

  it('names the knob, what it was to be, what it was, and the step', () => {
    expect(found(inStep({ drift: [drift] }))).toEqual([
      [
        'tuning-drift',
        'suspect',
        'step 0',
        'Kernel parameters drifted on lab-1: at the end of step 1 sysctl/net.core.somaxconn was 128, not 4096. Stop what changes it (irqbalance, tuned, a device reset) and rerun.',
      ],
    ]);
  });

  it('is also what the snapshots show, once, and not what merely happens on a host', () => {
    const moved = [
      { key: 'nic/eth0/mtu', before: '9001', after: '1500' },
      { key: 'service/irqbalance', before: 'stopped', after: 'running' },
      { key: 'cpu/turbo', before: '1', after: null },
      { key: 'sysctl/net.core.somaxconn', before: '4096', after: '128' },
      { key: 'memory/transparent_hugepage', before: 'never', after: 'always' },
      { key: 'top/1', before: 'bash', after: 'vim' },
      { key: 'irq/40/eth0-Tx-Rx-0/effective', before: '0', after: '1' },
      { key: 'service/others', before: '31 running', after: '32 running' },
    ];
    const [step, run] = found({ moved, ...inStep({ drift: [drift] }) });
    expect(step?.[2]).toBe('step 0');
    expect(run?.[3]).toBe(
      'Something changed lab-1 between tuning and the end of the steps: nic/eth0/mtu 9001 → 1500, service/irqbalance stopped → running, cpu/turbo 1 → unreadable, and 1 more. Stop what changes it (irqbalance, tuned, a device reset) and rerun.',
    );
  });

  it('does not speak of interfaces that come and go with containers, but of the one that is tuned', () => {
    const gone = (nic: string) => [
      { key: `nic/${nic}/mtu`, before: '1500', after: null },
      { key: `nic/${nic}/operstate`, before: 'up', after: null },
    ];
    const docker = { key: 'nic/docker0/operstate', before: 'down', after: 'up' };
    expect(found({ ...applied(knob('mtuBytes', 'nic/eth0/mtu')), moved: [...gone('veth1a2b'), docker] })).toEqual([]);
    expect(found({ ...applied(knob('mtuBytes', 'nic/eth0/mtu')), moved: gone('eth0') })[0]?.[3]).toContain(
      'Something changed lab-1 between tuning and the end of the steps: nic/eth0/mtu 1500 → unreadable. Stop what changes it (irqbalance, tuned, a device reset) and rerun.',
    );
  });

  it('is a note on a host that was left as found', () => {
    const moved = [{ key: 'nic/eth0/irq/eth0-Tx-Rx-0/affinity', before: '0', after: '1' }];
    expect(found({ ...applied(), moved })[0]?.[1]).toBe('note');
    expect(found({ ...applied(knob('mtuBytes', 'nic/eth0/mtu')), moved })[0]?.[1]).toBe('suspect');
  });

  it.each([
    ['kernel/release', true],
    ['nic/eth0/rx-3/rps_cpus', true],
    ['cpu/governor', true],
    ['cpu/0/frequencyHz', false],
    ['memory/free', false],
    ['service/apt-daily', false],
    ['top/3', false],
  ])('%s is a setting: %s', (key, expected) => {
    expect(isState(key)).toBe(expected);
  });
});

describe('an interface that the load goes past', () => {
  const mtu = applied(
    knob('mtuBytes', 'nic/mgmt/mtu'),
    knob('packetSteering', 'nic/mgmt/rx-0/rps_cpus', { asked: '3' }),
  );
  const seen = (mgmt: number) => ({
    packetsProcessed: perCpu({ 0: 629_798 }),
    packetsReceived: [
      { nic: 'mgmt', packets: mgmt },
      { nic: 'nusrv', packets: 600_000 },
    ],
  });

  it('is a note, once for the run, with the interface that carried it', () => {
    expect(found({ ...mtu, ...inStep(seen(12)) })).toEqual([
      [
        'tuned-nic-without-load',
        'note',
        'run',
        'mgmt on lab-1 was tuned (MTU and packet steering (RPS)) but received 12 of 629,798 packets in step 1: it does not carry the load. Most packets came through nusrv. Tune the interface that does.',
      ],
    ]);
  });

  it('is none where the load came through it, or nothing shows', () => {
    expect(found({ ...mtu, ...inStep(seen(600_000)) })).toEqual([]);
    const refused = applied(knob('mtuBytes', 'nic/mgmt/mtu', { status: 'not-changeable' }));
    expect(found({ ...refused, ...inStep(seen(12)) }).map(([code]) => code)).not.toContain('tuned-nic-without-load');
    expect(found({ ...mtu, ...inStep({ ...seen(12), packetsReceived: [] }) })).toEqual([]);
    expect(found({ ...mtu, ...inStep({ ...seen(12), packetsProcessed: perCpu({ 0: 999 }) }) })).toEqual([]);
  });
});

describe('settings without an effect', () => {
  it('are suspect, with the figures', () => {
    const affinity = knob('interruptAffinity', 'nic/eth0/irq/eth0-Tx-Rx-0/affinity', { asked: '0' });
    const seen = inStep({ interrupts: [{ irq: 40, perCpu: perCpu({ 0: 10, 1: 990 }) }] });
    expect(found({ ...applied(affinity), ...seen })).toEqual([
      [
        'tuning-without-effect',
        'suspect',
        'step 0',
        'Step 1, lab-1: interrupt affinity reads back as asked, without effect. 1 % of 1,000 interrupts of eth0 on CPU 0; at least 95 % were expected.',
      ],
    ]);
  });

  it('do not read back as asked where something moved them', () => {
    const affinity = knob('interruptAffinity', 'nic/eth0/irq/eth0-Tx-Rx-0/affinity', { asked: '0' });
    const drift = [{ setting: affinity.setting, key: affinity.key, expected: '0', found: '1' }];
    const [, finding] = found({
      ...applied(affinity),
      ...inStep({ drift, interrupts: [{ irq: 40, perCpu: perCpu({ 0: 10, 1: 990 }) }] }),
    });
    expect(finding?.[3]).toContain(
      'Step 1, lab-1: interrupt affinity drifted, without effect. 1 % of 1,000 interrupts of eth0 on CPU 0; at least 95 % were expected.',
    );
  });

  it('have a finding of their own where the target left its CPUs', () => {
    const [finding] = found({ ...applied(), ...inStep({ placement: placed(['0-3', '1']) }) }, plain, '2-3');
    expect(finding?.slice(0, 3)).toEqual(['target-outside-its-cpus', 'suspect', 'step 0']);
    expect(finding?.[3]).toContain('1 of 1 process of the target ran, or may run, on CPUs 0-1, outside of CPUs 2-3.');
  });
});

describe('workers', () => {
  const requests = (...counts: number[]) => counts.map((count, worker) => ({ worker, requests: count }));

  it('that were asked for and not started, or not seen at work, are missing', () => {
    const sentence = (run: typeof plain, over: Partial<HostEvidence> = {}) =>
      found(inStep(over), run).find(([code]) => code === 'workers-missing')?.[3];
    expect(sentence(started(1, 128))).toBe('1 of 128 workers started. Check the target’s log.');
    expect(sentence(started(4), { requestsPerWorker: requests(9, 9, 9) })).toContain(
      '3 of 4 workers were seen at work in step 1. Check the target’s log.',
    );
    expect(sentence(started(128, 128, 1000), { requestsPerWorker: requests(50_000, ...Array(127).fill(0)) })).toContain(
      '1 of 128 workers were seen at work in step 1.',
    );
    // 50 connections need not reach each of 128 workers.
    expect(sentence(started(128, 128), { requestsPerWorker: requests(50_000, ...Array(127).fill(0)) })).toBeUndefined();
    expect(sentence(started(2), { placement: placed(['0', '0']) })).toContain('1 of 2 workers were seen at work');
    expect(sentence(started(2))).toBeUndefined();
  });

  it('are not missing where chance leaves some without a connection: 32 workers and 128 of them', () => {
    const codes = (idle: number) => {
      const shares = requests(...Array(32 - idle).fill(5_000), ...Array(idle).fill(0));
      return found(inStep({ requestsPerWorker: shares }), started(32, 32, 128)).map(([code]) => code);
    };
    // 32 × (31/32)^128 = 0.55 are idle on average: one or two in every other step, six in none of 50,000.
    expect(codes(1)).toEqual([]);
    expect(codes(2)).toEqual([]);
    expect(codes(6)).toEqual(['workers-missing']);
  });

  it('are seen without the master that started them', () => {
    const codes = (placement: HostEvidence['placement']) =>
      found(inStep({ placement }), started(2)).map(([code]) => code);
    expect(codes(placed(['0-1', '0', 0], ['0-1', '0', 28], ['0-1', '1', 22]))).toEqual([]);
  });

  it('without prefork are threads: GOMAXPROCS', () => {
    const one = (asked: number) => sampleRun({ id: 'a', spec: { target: reference({ workers: asked }) } });
    expect(found({}, one(1))).toEqual([]);
    expect(found({}, one(8))[0]?.[3]).toContain('GOMAXPROCS is 1, not the 8 asked for. Check the target’s log.');
  });

  it('with uneven shares are a note: 80,000 of 200,000 is 1.6 times the mean of 50,000', () => {
    const seen = inStep({ requestsPerWorker: requests(40_000, 80_000, 40_000, 40_000) });
    const [finding, ...others] = found(seen, started(4));
    expect(others).toEqual([]);
    expect(finding?.slice(0, 3)).toEqual(['workers-imbalanced', 'note', 'step 0']);
    expect(finding?.[3]).toContain(
      'Step 1: worker 1 had 80,000 of 200,000 requests, 1.6 times an even share. SO_REUSEPORT picks a worker by hash, for good: the busiest saturates first. More connections spread more evenly.',
    );
    expect(finding?.[3]).toContain('SO_REUSEPORT');
  });

  it('are even enough at 1.5 times the mean, alone, with few connections or few requests', () => {
    const codes = (over: Partial<HostEvidence>, run = started(4)) => found(inStep(over), run).map(([code]) => code);
    // 75,000 is 1.5 times the mean of 50,000.
    expect(codes({ requestsPerWorker: requests(75_000, 75_000, 25_000, 25_000) })).toEqual([]);
    expect(codes({ requestsPerWorker: requests(1_000) }, started(1))).toEqual([]);
    expect(codes({ requestsPerWorker: requests(80_000, 10, 10, 10) }, started(4, null, 15))).toEqual([]);
    expect(codes({ requestsPerWorker: requests(200, 50, 50, 50) })).toEqual([]);
  });

  it('are told by their connections where requests were not counted: 40 of 50 on one of 2', () => {
    const seen = inStep({ placement: placed(['0', '0', 40], ['1', '1', 10]) });
    expect(found(seen, started(2))[0]?.[3]).toContain(
      'Step 1: worker 0 had 40 of 50 connections, 1.6 times an even share. SO_REUSEPORT picks a worker by hash, for good: the busiest saturates first. More connections spread more evenly.',
    );
  });
});

it('what makes a figure suspect comes before notes, and each names its host', () => {
  const tuned = tunedHost({
    ...applied(knob('mtuBytes', 'nic/eth0/mtu', { status: 'not-changeable', reason: 'no permission' })),
    ...inStep({ drift: [{ setting: 'mtuBytes', key: 'nic/eth0/mtu', expected: '9001', found: null }] }),
  });
  const findings = findingsOf(plain, [tuned], []);
  expect(findings.map(({ severity, hostId }) => [severity, hostId])).toEqual([
    ['suspect', HOST_ID],
    ['note', HOST_ID],
  ]);
});
