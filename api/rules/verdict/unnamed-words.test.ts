import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { parseCpuList } from '../cpus/cpu-list.ts';
import { withVerdict } from './with-verdict.ts';

const busy = (percent: number, softirq = 0) =>
  cpu({ user: percent - softirq, system: 0, softirq, irq: 0, iowait: 0, idle: 100 - percent });
const VM: Partial<SideEvidence> = {
  ...{ hostId: 'h', name: 'vm', competitors: [], otherCpus: 0, softirqBilledToTasks: false },
};

function verdictOf(step: Partial<SaidStep>): PointVerdict {
  const said = { connections: 64, pipelining: 1, requestsPerSecond: 50_000, evidence: { sharedMachine: true } };
  const [verdict] = withVerdict(saidRun([{ ...said, ...step }])).steps.flatMap((one) => one.verdict ?? []);
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

/** Both sides on a host, by what each used. */
const both = (host: Partial<SideEvidence>, target: number, tool: number): Partial<SaidStep> => ({
  server: { ...VM, ...host, processCpus: target },
  clients: [{ ...VM, ...host, processCpus: tool }],
});
const listed = (cpuList: string): Partial<SideEvidence> => ({ cpuList, cpusAllowed: parseCpuList(cpuList).length });

describe('CPU time that no process accounts for', () => {
  it.each<[string, Partial<SaidStep>, string, string]>([
    [
      'is not told of what others that were counted may have used',
      both({ cpus: 4, ...listed('0-1'), cpu: busy(95), otherCpus: 0.8 }, 1.28, 0.26),
      'Can’t tell whose work saturated the CPUs of vm: 18 % is not named, or of other processes.',
      '2 CPUs of vm that client and server share: 95 % busy (saturated from 85 %); target 1.28, tool 0.26, other processes 0.8 on all 4 CPUs, not named 0 to 0.36 CPUs. Depending',
    ],
    [
      'is an interval where a part of it may be of others',
      both({ cpus: 4, ...listed('0-1'), cpu: busy(95), otherCpus: 0.2 }, 1.28, 0.26),
      'Can’t tell whose work saturated the CPUs of vm: no process accounts for 8 to 18 %.',
      'other processes 0.2 on all 4 CPUs, not named 0.16 to 0.36 CPUs. Depending',
    ],
    [
      'is told as what the sides did not use where others were not counted',
      both({ cpus: 2, cpu: busy(95), otherCpus: null }, 1.28, 0.26),
      'Can’t tell whose work saturated the CPUs of vm: neither side’s processes account for 18 %, and others were not counted.',
      'target 1.28, tool 0.26, not named 0 to 0.36 CPUs, and other processes were not counted. Depending',
    ],
    [
      'is told apart from packets',
      both({ cpus: 2, cpu: busy(87, 12), otherCpus: 0.1 }, 1.1, 0.2),
      'Can’t tell whose work saturated the CPUs of vm: no process accounts for 17 %.',
      'target 1.1, tool 0.2, other processes 0.1, packets 0.24, not named 0.1 CPUs. Depending',
    ],
    [
      'is of the CPUs that both sides may use, where they overlap',
      {
        server: { ...VM, cpus: 6, ...listed('0-3'), cpu: busy(95), processCpus: 2.6 },
        clients: [{ ...VM, cpus: 6, ...listed('2-5'), cpu: busy(60), processCpus: 0.4 }],
      },
      'Can’t tell whose work saturated the CPUs of vm: no process accounts for 20 to 30 %.',
      '4 CPUs of vm (client and server share 2): 95 % busy (saturated from 85 %); target 2.6, tool 0.4 on 4 CPUs, not named 0.8 to 1.2 CPUs. Depending',
    ],
  ])('%s', (_, step, sentence, because) => {
    const verdict = verdictOf(step);
    expect(verdict).toMatchObject({ wall: 'unknown', sentence });
    expect(verdict.because).toContain(because);
  });

  it('leaves out what the tool or target of a neighbouring agent used', () => {
    const neighbours = (target: number): Partial<SaidStep> => ({
      server: { ...VM, hostId: 'a', name: 'a', machineId: 'a', cpus: 2, cpu: busy(95), processCpus: target },
      clients: [{ ...VM, hostId: 'b', name: 'b', machineId: 'a', cpus: 2, cpu: busy(95), processCpus: 0.25 }],
    });
    const { wall, sentence } = verdictOf(neighbours(1.6));
    expect([wall, sentence]).toEqual(['server-cpu', 'Probably limited by server CPU at 95 %.']);
    const doubted = verdictOf(neighbours(1.3));
    expect(doubted.sentence).toBe('Can’t tell whose work saturated the CPUs of b: no process accounts for 17 %.');
    expect(doubted.because).toContain('target 1.3, tool 0.25, not named 0.35 CPUs. Depending');
    // Which of several clients is the neighbour, older documents do not say: nothing is told of what is not known.
    const { machineId: _, ...server } = neighbours(1.3).server ?? {};
    const older = ['b', 'c'].map((hostId) => ({
      ...VM,
      hostId,
      name: hostId,
      cpus: 2,
      cpu: busy(95),
      processCpus: 0.25,
    }));
    expect(verdictOf({ server, clients: older }).because).not.toContain('not named');
  });

  it('may saturate the CPUs beside a full thread of the tool, which then is no lower bound', () => {
    const { server, clients } = both({ cpus: 8, cpu: busy(87), otherCpus: 0.3 }, 4, 0.99);
    const [client] = clients ?? [];
    const found = verdictOf({ server, clients: [{ ...client, hottestThread: { name: 'volley', busy: 0.99 } }] });
    expect(found).toMatchObject({
      wall: 'several',
      walls: ['client-thread', 'client-cpu', 'server-cpu', 'competing-load'],
      confidence: 'likely',
      lowerBound: false,
      sentence:
        'Probably limited by one client thread at 99 %, client CPU, server CPU or other processes; can’t tell which came first.',
    });
    expect(found.because).toContain(
      'while the tool used 0.99 of 8 CPUs in all. 8 CPUs of vm that client and server share: 87 % busy (saturated from 85 %); target 4, tool 0.99, other processes 0.3, not named 1.67 CPUs. Depending on whose the unnamed time was, client CPU, server CPU or other processes may have come first.',
    );
  });

  it('takes nothing from what a client with a host of its own is known to be', () => {
    const { server, clients } = both({ cpus: 8, cpu: busy(40) }, 2, 1);
    const own = { ...VM, hostId: 'c2', name: 'c2', cpus: 8, cpu: busy(90, 80), processCpus: 0.9 };
    expect(verdictOf({ server, clients: [...(clients ?? []), own] })).toMatchObject({
      wall: 'client-cpu',
      confidence: 'measured',
      sentence: 'Limited by client CPU at 90 %; the server’s CPUs could do more.',
    });
  });

  it('leaves little headroom above a rate that was met', () => {
    const found = verdictOf({
      ...{ rate: 10_000, requestsPerSecond: 10_000, latencyMs: { p50: 0.5, p99: 3 } },
      ...both({ cpus: 2, cpu: busy(87), otherCpus: 0.05 }, 0.9, 0.26),
    });
    expect(found).toMatchObject({
      wall: 'offered-load',
      sentence: 'Rate met at 10,000 req/s; the CPUs of client and server at 87 % leave little headroom.',
      next: 'Give the load generator CPUs that nothing else uses, or drive the load from another machine, before raising the rate.',
    });
    expect(found.because).toContain(
      'the client used 0.26 of 2 CPUs and the server used 0.9 of 2 CPUs. Little headroom for a higher one: 2 CPUs of vm that client and server share: 87 % busy',
    );
    expect(found.because).toContain('The client may have been saturated: latencies may include its own waits.');
  });
});

describe('other processes on a part of a machine that both sides share', () => {
  it('are likely the limit where they may have run elsewhere', () => {
    const found = verdictOf(both({ cpus: 4, ...listed('0-1'), cpu: busy(95), otherCpus: 0.8 }, 1, 0.3));
    expect(found).toMatchObject({ wall: 'competing-load', confidence: 'likely' });
    expect(found.because).toContain('; on which CPUs they ran was not counted');
    const crowded = verdictOf(both({ cpus: 4, ...listed('0-1'), cpu: busy(95), otherCpus: 2.6 }, 1, 0.3));
    expect(crowded).toMatchObject({ wall: 'competing-load', confidence: 'measured' });
  });
});

describe('CPUs of both sides that ran out', () => {
  it('leave a server no room that used little of them', () => {
    const { wall, lowerBound, sentence, because } = verdictOf(both({ cpus: 2, cpu: busy(95) }, 0.1, 1.78));
    expect([wall, lowerBound]).toEqual(['client-cpu', true]);
    expect(sentence).toBe('Limited by client CPU at 89 %; a lower bound for the server.');
    expect(because).toContain('The server can do at least 50,000 req/s; how much more is unknown.');
  });

  it.each<[string, string, string, number, boolean]>([
    ['are the same where both may use all of them', '0-3', '0-3', 1.9, true],
    ['are not the same where both may use some of them', '0-3', '2-5', 2.9, false],
  ])('%s', (_, server, client, processCpus, same) => {
    const host = (cpuList: string) => ({
      ...VM,
      ...{ cpus: 6, cpu: busy(97), processCpus },
      ...listed(cpuList),
    });
    const { wall, because } = verdictOf({ server: host(server), clients: [host(client)] });
    expect(wall).toBe('several');
    expect(because.includes('Client and server used the same CPUs.')).toBe(same);
  });
});
