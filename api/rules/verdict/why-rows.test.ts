import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { RunStep } from '../../contract/step.ts';
import { cpu, type SaidStep, saidRun } from '../../testing/sample-verdict.ts';
import { whyRows } from './why-rows.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = {
  cpus: 8,
  cpu: cpu({ user: 20, system: 8, softirq: 2, irq: 0, iowait: 0, idle: 70 }),
};
const FULL: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 60, system: 28, softirq: 5, irq: 0, idle: 7 }) };

/** The first of them. */
function stepOf(...steps: Partial<SaidStep>[]): RunStep {
  const load = { connections: 64, pipelining: 1, requestsPerSecond: 50_000 };
  const run = withVerdict(saidRun(steps.map((step) => ({ ...load, server: IDLE, clients: [IDLE], ...step }))));
  return run.steps[0] as RunStep;
}
const rowsOf = (...steps: Partial<SaidStep>[]) => whyRows(stepOf(...steps));
const toldOf = (...steps: Partial<SaidStep>[]) =>
  rowsOf(...steps).map(({ label, percentLow }) => `${label} ${Math.round(percentLow ?? 0)} %`);

const busy = (percent: number) => cpu({ user: percent, system: 0, softirq: 0, irq: 0, iowait: 0, idle: 100 - percent });

describe('sides of their own', () => {
  it('stand each with its ceiling, what was not saturated too', () => {
    const rows = rowsOf({ server: FULL }).map(({ label, ceiling, percentLow }) => ({ label, ceiling, percentLow }));
    expect(rows).toEqual([
      { label: 'client’s CPUs', ceiling: 8, percentLow: 30 },
      { label: 'server’s CPUs', ceiling: 8, percentLow: 93 },
    ]);
  });

  it('that were not measured are a row, not a gap', () => {
    expect(rowsOf({ server: null }).find(({ side }) => side === 'server')).toMatchObject({ usedLow: null });
  });
});

describe('one machine for both sides', () => {
  const on = (percent: number, over: Partial<SideEvidence> = {}): Partial<SideEvidence> => ({
    ...{ hostId: 'h', name: 'vm', cpus: 4, otherCpus: 0, competitors: [], softirqBilledToTasks: true },
    ...{ cpu: busy(percent), ...over },
  });
  const shared = { evidence: { sharedMachine: true } };

  it('has one row of the CPUs that both use, by the fuller reading, which the answer names', () => {
    const step = {
      ...shared,
      server: on(86, { cpus: 2, processCpus: 0.9 }),
      clients: [on(84, { cpus: 2, processCpus: 0.75 })],
    };
    expect(stepOf(step).verdict?.because).toContain('86 %');
    expect(toldOf(step)).toEqual(['CPUs of client and server 86 %']);
  });

  it('keeps the saturated CPUs of the server apart from the client’s, where the two only overlap', () => {
    const step = {
      ...shared,
      server: on(97, { cpusAllowed: 2, cpuList: '0-1', processCpus: 1.9 }),
      clients: [on(60, { cpusAllowed: 2, cpuList: '1-2', processCpus: 0.4 })],
    };
    expect(stepOf(step).verdict?.wall).toBe('server-cpu');
    expect(toldOf(step)).toEqual(expect.arrayContaining(['client’s CPUs 60 %', 'server’s CPUs 97 %']));
  });

  it('keeps the saturated CPUs of a second client on a host of its own', () => {
    const own = { cpus: 8, otherCpus: 0, competitors: [], softirqBilledToTasks: false };
    const c2 = { ...own, hostId: 'c2', name: 'c2', processCpus: 7.4, cpu: busy(95) };
    const step = {
      ...shared,
      server: on(40, { cpus: 8, processCpus: 2 }),
      clients: [on(40, { cpus: 8, processCpus: 1 }), c2],
    };
    expect(stepOf(step).verdict?.wall).toBe('client-cpu');
    expect(toldOf(step)).toContain('client c2’s CPUs 95 %');
  });

  it('has the CPUs that no process accounts for, and who used how much of them in words', () => {
    const step = {
      ...shared,
      server: on(87, { cpus: 2, processCpus: 0.9, otherCpus: 0.2, softirqBilledToTasks: false }),
      clients: [on(87, { cpus: 2, processCpus: 0.26, otherCpus: 0.2, softirqBilledToTasks: false })],
    };
    expect(toldOf(step)).toEqual(['CPUs of client and server 87 %']);
    expect(stepOf(step).verdict?.because).toContain('target 0.9, tool 0.26, other processes 0.2, not named 0.38 CPUs');
  });

  it('has the CPUs that others held, and their names in words', () => {
    const held = (processCpus: number) =>
      on(97, { cpus: 2, otherCpus: 1.1, competitors: [{ name: 'java', cpus: 1.1, pid: 3 }], processCpus });
    const step = { ...shared, server: held(0.4), clients: [held(0.4)] };
    expect(stepOf(step).verdict?.wall).toBe('competing-load');
    expect(toldOf(step)).toEqual(['CPUs of client and server 97 %']);
    expect(stepOf(step).verdict?.because).toContain('java[3] 1.1 CPUs');
  });
});

describe('what no CPU decides', () => {
  it('is how much was in flight, beside CPUs with room', () => {
    const latencyMs = { mean: 1, p50: 1 };
    const steps = [10, 20].map((connections) => ({ connections, requestsPerSecond: connections * 1000, latencyMs }));
    expect(stepOf(...steps).verdict?.wall).toBe('concurrency');
    expect(toldOf(...steps)).toEqual(['requests in flight 100 %', 'client’s CPUs 30 %', 'server’s CPUs 30 %']);
  });

  it('is the time blocked on locks, which another step with a profile has alone', () => {
    const locks = {
      ...{ profile: 'block' as const, blockedSeconds: 192, profileSeconds: 5 },
      ...{ functionName: 'main.pick', functionSeconds: 190 },
    };
    const profiled: Partial<SaidStep> = { profiles: ['block'], evidence: { locks } };
    expect(toldOf(profiled)).toContain('requests blocked on locks 60 %');
    expect(toldOf({}, profiled)).toEqual(['client’s CPUs 30 %', 'server’s CPUs 30 %']);
    expect(stepOf({}, profiled).verdict?.because).toContain('60 %, the limit from 50 %) (profiled in step 2');
  });
});

describe('an invalid figure', () => {
  it('is the terms of its product, the product last', () => {
    const rows = rowsOf({ connections: 10, requestsPerSecond: 1_000_000, latencyMs: { mean: 1 } });
    expect(rows.map(({ label, usedLow, ceiling }) => [label, usedLow, ceiling])).toEqual([
      ['throughput', 1_000_000, null],
      ['mean latency', 1, null],
      ['requests in flight', 1000, 10],
    ]);
  });

  it('of mostly failures is those, whatever the product', () => {
    const errors = { connection: 0, timeout: 0, reset: 0, non2xx: 400, mismatch: 0 };
    const point = { requests: 500, errors };
    const rows = rowsOf({ connections: 10, requestsPerSecond: 1_000_000, latencyMs: { mean: 1 }, point });
    expect(rows.map(({ label, usedLow, ceiling }) => [label, usedLow, ceiling])).toEqual([
      ['failed requests', 400, 500],
    ]);
  });
});
