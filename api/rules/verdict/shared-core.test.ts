import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const ON_VM: Partial<SideEvidence> = {
  ...{ hostId: 'h', name: 'vm', cpus: 2, cpu: cpu({ busy: 73, idle: 27 }), otherCpus: 0.05 },
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
    const verdict = verdictOf(0.9, 0.35);
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

  it('is in doubt where several used as much, and nobody’s where none did', () => {
    expect(verdictOf(0.7, 0.6)).toMatchObject({
      walls: ['server-core', 'client-thread'],
      sentence: 'CPU 1 was 96 % busy, and what filled it was not measured.',
      next: 'Drive the load from another machine, so that the CPUs are one side’s alone.',
    });
    expect(verdictOf(0.2, 0.7)).toMatchObject({ walls: ['client-thread'] });
    expect(verdictOf(0.2, 0.2)).toMatchObject({ walls: [] });
    expect(verdictOf(0.2, 0.2)?.because).toContain(', and nothing that was measured used half of one; ');
    expect(verdictOf(0.9, 0.3, { hottestCpu: { cpu: 1, busy: 0.9, softirq: 0 } })?.sentence).not.toContain(
      'probably by',
    );
  });
});
