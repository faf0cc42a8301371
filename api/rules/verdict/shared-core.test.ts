import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const ON_VM: Partial<SideEvidence> = {
  ...{ hostId: 'h', name: 'vm', cpus: 2, cpu: cpu({ busy: 73, idle: 27 }), otherCpus: 0.2 },
  hottestCpu: { cpu: 1, busy: 0.96, softirq: 0.05 },
};
const verdictOf = (target: number, tool: number, over: Partial<SideEvidence> = {}) => {
  const step: SaidStep = {
    ...{ rate: 16_000, requestsPerSecond: 13_729, latencyMs: { p50: 0.5, p99: 300 } },
    server: { ...ON_VM, processCpus: target, ...over },
    clients: [{ ...ON_VM, processCpus: tool, ...over }],
    evidence: { sharedMachine: true },
  };
  return withVerdict(saidRun([step])).verdict;
};

describe('one full CPU of a machine that both sides use', () => {
  it('is probably the target’s where it alone used about as much', () => {
    const verdict = verdictOf(0.9, 0.3);
    expect(verdict).toMatchObject({
      wall: 'unknown',
      walls: ['server-core'],
      sentence: 'CPU 1 was 96 % busy: probably by the target.',
    });
    expect(verdict?.because).toContain(
      'CPU 1 was 96 % busy (saturated from 95 %), and the target used 0.9 CPUs; the CPUs of client and server were 73 % busy.',
    );
    expect(verdict?.next).toMatch(/^Let the target work on more CPUs .* more connections cannot help\.$/);
  });

  it('is the target’s where the tool may not use it, though they share others', () => {
    const step = (cpuNumber: number): SaidStep => ({
      ...{
        rate: 16_000,
        requestsPerSecond: 13_729,
        latencyMs: { p50: 0.5, p99: 300 },
        evidence: { sharedMachine: true },
      },
      server: {
        ...{ ...ON_VM, cpus: 4, cpusAllowed: 3, cpuList: '0-2', processCpus: 1.2, otherCpus: 0 },
        hottestCpu: { cpu: cpuNumber, busy: 0.96, softirq: 0.05 },
      },
      clients: [
        { ...ON_VM, cpus: 4, cpusAllowed: 2, cpuList: '2-3', processCpus: 0.6, otherCpus: 0, hottestCpu: null },
      ],
    });
    const [own, shared] = [0, 2].map((cpuNumber) => withVerdict(saidRun([step(cpuNumber)])).verdict);
    expect(own).toMatchObject({ wall: 'server-core', sentence: 'Limited by one server core at 96 %.' });
    expect(shared).toMatchObject({ wall: 'unknown', walls: ['server-core', 'client-thread', 'competing-load'] });
  });

  it('is in doubt where several used as much, and nobody’s where none did', () => {
    expect(verdictOf(0.7, 0.6)).toMatchObject({
      walls: ['server-core', 'client-thread'],
      sentence: 'CPU 1 was 96 % busy, and what filled it was not measured.',
      next: 'Drive the load from another machine, so that the CPUs are one side’s alone.',
    });
    expect(verdictOf(0.4, 0.8)).toMatchObject({ walls: ['client-thread'] });
    const spread = verdictOf(0.45, 0.45, { otherCpus: 0.45 });
    expect(spread?.because).toContain(', and no process accounts for 0.11 CPUs; ');
    const low = verdictOf(0.45, 0.45, { otherCpus: 0.45, cpu: cpu({ busy: 67, idle: 33 }) });
    expect(low).toMatchObject({ walls: [] });
    expect(low?.because).toContain(', and nothing that was measured used half of one; ');
    expect(verdictOf(0.9, 0.3, { hottestCpu: { cpu: 1, busy: 0.9, softirq: 0 } })?.sentence).not.toContain(
      'probably by',
    );
  });

  it('is unknown where unnamed time could fill a CPU of another side', () => {
    // 77 % of 2 CPUs are 1.54: 0.38 of them, 19 %, are not named.
    const busy = { cpu: cpu({ busy: 77, idle: 23 }), otherCpus: 0.06 };
    const verdict = verdictOf(0.7, 0.4, busy);
    expect(verdict).toMatchObject({
      walls: ['server-core', 'client-thread'],
      sentence: 'CPU 1 was 96 % busy, and what filled it was not measured.',
      next: 'Drive the load from another machine, so that the CPUs are one side’s alone.',
    });
    expect(verdict?.because).toContain('the target used 0.7 CPUs and no process accounts for 0.38 CPUs; ');
    expect(verdictOf(1.04, 0.1, { ...busy, otherCpus: 0.02 })?.sentence).toBe(
      'CPU 1 was 96 % busy: probably by the target.',
    );
  });
});
