import { describe, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { type CpuPace, framesOf } from '../../testing/big-host.ts';
import { FACTS, nic } from '../../testing/fake-agent.ts';
import { samplePoint, sampleRun, step } from '../../testing/sample-run.ts';
import { placed } from '../../testing/sample-tuning.ts';
import { withVerdict } from '../verdict/with-verdict.ts';
import { stepEvidence } from './of-step.ts';
import { hostEvidence } from './step-evidence.ts';

/** From the samples of hosts of 32 CPUs to the verdict, as when they had been measured. */

const SERVER = '01890000-0000-7000-8000-00000000000a';
const CLIENT = '01890000-0000-7000-8000-00000000000b';
const CPUS = 32;
const SECONDS = 10;

const facts = (bootId: string, instanceType: string | null) => ({
  ...FACTS,
  cpus: CPUS,
  onlineCpus: `0-${CPUS - 1}`,
  bootId,
  instanceType,
  nics: [nic('eth0', ['192.0.2.5/24'], { driver: 'ena', speedBitsPerSecond: null, bandwidthBitsPerSecond: null })],
});

interface Host {
  cpus: CpuPace[];
  rates?: Record<string, number>;
}

const CALM: Host = { cpus: every({ user: 0.2 }) };

/** Every CPU alike, but for some. */
function every(pace: CpuPace, but: Record<number, CpuPace> = {}): CpuPace[] {
  return Array.from({ length: CPUS }, (_, cpu) => but[cpu] ?? pace);
}

function judged({
  server = CALM,
  client = CALM,
  processes = [6, 6],
  instanceType = null,
}: {
  server?: Host;
  client?: Host;
  /** CPUs of the target and of the tool. */
  processes?: [number, number];
  instanceType?: string | null;
}) {
  const point = samplePoint({
    requests: 5_000_000,
    durationUs: SECONDS * 1e6,
    requestsPerSecond: 500_000,
    connectionsAsked: 1000,
    connectionsEstablished: 1000,
    serverCpus: processes[0],
    clientCpus: processes[1],
  });
  const one = sampleRun({ id: 'a', load: { steps: [{ ...step(1000), durationSeconds: SECONDS }] }, points: [point] });
  const [host] = one.hosts;
  if (!host) throw new Error('no host');
  const run = {
    ...one,
    spec: { ...one.spec, server: { hostId: SERVER, address: null }, clients: [{ hostId: CLIENT }] },
    hosts: [
      { ...host, hostId: SERVER, name: 'server', roles: ['server' as const], facts: facts('s', instanceType) },
      { ...host, hostId: CLIENT, name: 'client', roles: ['client' as const], facts: facts('c', instanceType) },
    ],
  };
  const said = { drift: [], otherCpus: 0, competitors: null };
  const placement = placed(...run.hosts.flatMap((_, i): [string, string][] => (i === 0 ? [['0-31', '0-31']] : [])));
  const hosts = [
    hostEvidence(framesOf({ seconds: SECONDS, ...server }), { ...said, hostId: SERVER, placement }),
    hostEvidence(framesOf({ seconds: SECONDS, ...client }), { ...said, hostId: CLIENT, placement: null }),
  ];
  const steps = run.steps.map((one) => ({
    ...one,
    evidence: stepEvidence(run, one, { hosts, succeededBySecond: [null] }),
  }));
  const [found] = withVerdict({ ...run, steps } as Run).steps;
  if (!found?.verdict) throw new Error('it was not judged');
  return found.verdict;
}

describe('the wall of hosts with many CPUs', () => {
  it('is client-thread: one thread of the tool is full while 31 CPUs have room', () => {
    const rates = { 'process/tool/thread/0/cpuUs': 20_000, 'process/tool/thread/1/cpuUs': 990_000 };
    const { wall, confidence, lowerBound, because } = judged({
      client: { cpus: every({ user: 0.1 }, { 7: { user: 0.6, system: 0.39 } }), rates },
      processes: [6, 1],
    });
    expect([wall, confidence, lowerBound]).toEqual(['client-thread', 'measured', true]);
    expect(because).toContain('thread 1');
  });

  it('is server-core: one CPU is full of softirq while the others wait for it', () => {
    const { wall, confidence, because } = judged({
      server: { cpus: every({ user: 0.3 }, { 3: { system: 0.02, softirq: 0.97 } }) },
    });
    expect([wall, confidence]).toEqual(['server-core', 'measured']);
    expect(because).toContain('CPU 3');
  });

  it('is server-core: one worker is full, wherever the kernel puts it', () => {
    const rates = {
      'process/target/worker/0/cpuUs': 1000,
      'process/target/worker/1/cpuUs': 985_000,
      'process/target/worker/2/cpuUs': 300_000,
    };
    const { wall, because } = judged({ server: { cpus: every({ user: 0.05 }), rates }, processes: [1.3, 6] });
    expect(wall).toBe('server-core');
    expect(because).toContain('worker 0');
  });

  it('is the NIC by what is published of the instance type, and by no other type with the same traffic', () => {
    const rates = { 'nic/eth0/txBytes': 1.4e9, 'nic/eth0/rxBytes': 1e7 };
    const server = { ...CALM, rates };
    const { wall, because } = judged({ server, instanceType: 'c6i.8xlarge' });
    expect(wall).toBe('nic-bandwidth');
    expect(because).toContain('c6i.8xlarge, published peak');
    expect(judged({ server, instanceType: 'c6in.8xlarge' }).wall).not.toBe('nic-bandwidth');
    expect(judged({ server }).wall).not.toBe('nic-bandwidth');
  });

  it('is server-cpu and client-cpu where all of them are full', () => {
    const full = { cpus: every({ user: 0.7, system: 0.1, softirq: 0.1 }) };
    expect(judged({ server: full, processes: [26, 6] }).wall).toBe('server-cpu');
    expect(judged({ client: full, processes: [6, 26] }).wall).toBe('client-cpu');
    expect(judged({ server: full, client: full, processes: [26, 26] }).wall).toBe('several');
  });
});
