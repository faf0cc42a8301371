import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import { cpu, saidRun } from '../../testing/sample-verdict.ts';
import { withVerdict } from './with-verdict.ts';

const IDLE: Partial<SideEvidence> = { cpus: 8, cpu: cpu({ user: 6, system: 1, softirq: 0, irq: 0, idle: 93 }) };
const busy = (percent: number, over: Partial<SideEvidence>): Partial<SideEvidence> => ({
  cpus: 8,
  cpu: cpu({ user: percent, system: 0, softirq: 0, irq: 0, idle: 100 - percent }),
  processCpus: (percent * 8) / 100,
  ...over,
});

function verdictOf(server: Partial<SideEvidence>, client = IDLE) {
  const run = withVerdict(
    saidRun([{ connections: 64, pipelining: 1, requestsPerSecond: 50_000, server, clients: [client] }]),
  );
  const [verdict] = run.steps.flatMap((step) => step.verdict ?? []);
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

const rowOf = (server: Partial<SideEvidence>, resource: string) =>
  verdictOf(server).evidence.find((row) => row.resource === resource);

describe('CPUs that are nearly full', () => {
  it('are suspected where threads waited for them', () => {
    const verdict = verdictOf(busy(80, { waitingThreads: 1.6 }));
    expect(verdict).toMatchObject({ wall: 'unknown', walls: ['server-cpu'], confidence: 'cannot-tell' });
    expect(verdict.sentence).toBe('Server CPU suspected: nearly saturated, and threads waited.');
    expect(verdict.because).toBe(
      'The client was 7 % busy and the server was 80 % busy (the target’s threads waited 1.6 s for a CPU each second, 20 % of the time in which they could run).',
    );
    expect(verdict.next).toContain('Give the server more CPUs');
  });

  it('are not where nobody waited, nor where nobody counted', () => {
    const waitedFor = verdictOf(busy(80, { waitingThreads: 0.05 }));
    expect(waitedFor).toMatchObject({ wall: 'unknown', walls: [] });
    expect(waitedFor.because).toContain(
      'the server was 80 % busy (the target’s threads hardly waited for a CPU: 50 ms each second)',
    );
    expect(verdictOf(busy(80, {})).because).not.toContain('wait');
    expect(verdictOf(busy(80, { waitingThreads: null })).walls).toEqual([]);
  });

  it('are said with the share that was waited, where so many CPUs make it small', () => {
    const { because, walls } = verdictOf(busy(80, { cpus: 50, processCpus: 40, waitingThreads: 4 }));
    expect(walls).toEqual([]);
    expect(because).toContain(
      'the target’s threads waited 4 s for a CPU each second, 9 % of the time in which they could run',
    );
    expect(because).not.toContain('hardly');
  });

  it('begin at a tenth below full', () => {
    const far = verdictOf(busy(76, { waitingThreads: 4 }));
    expect(far.walls).toEqual([]);
    expect(far.because).not.toContain('wait');
  });

  it('are of other processes where those held them', () => {
    const held = busy(80, {
      waitingThreads: 2,
      processCpus: 3,
      otherCpus: 3.3,
      competitors: [{ name: 'burn', cpus: 3.3 }],
    });
    const verdict = verdictOf(held, { ...IDLE, processCpus: 0.5 });
    expect(verdict.walls).toEqual(['competing-load']);
    expect(verdict.next).toContain('Stop other processes');
  });
});

it('full CPUs say who waited for them, and stay full either way', () => {
  const full = verdictOf(busy(95, { waitingThreads: 2.4 }));
  expect(full).toMatchObject({ wall: 'server-cpu', confidence: 'measured' });
  expect(full.because).toContain(
    '(95 %, saturated from 85 %; the target’s threads waited 2.4 s for a CPU each second, 24 % of the time in which they could run)',
  );
  const free = verdictOf(busy(95, { waitingThreads: 0.0004 }));
  expect(free).toMatchObject({ wall: 'server-cpu', confidence: 'measured' });
  expect(free.because).toContain('; the target’s threads hardly waited for a CPU: under 1 ms each second)');
});

it('others that held the CPUs of one machine are told once, and each side with its own waits', () => {
  const hostId = '01890000-0000-7000-8000-00000000aaaa';
  const one = { hostId, name: 'vm', otherCpus: 4.2, competitors: [{ name: 'burn', cpus: 4.2 }] };
  const server = busy(99, { ...one, processCpus: 2, waitingThreads: 3 });
  const { wall, because } = verdictOf(server, { ...server, processCpus: 1, waitingThreads: 0.5 });
  expect(wall).toBe('competing-load');
  expect(because.match(/they used/g)).toHaveLength(1);
  expect(because).toContain(
    '(the tool’s threads waited 0.5 s for a CPU each second, 33 % of the time in which they could run)',
  );
  expect(because).toContain(
    '(the target’s threads waited 3 s for a CPU each second, 60 % of the time in which they could run)',
  );
});

describe('the evidence', () => {
  it('has a row of what threads waited, with its share of the time in which they could have run', () => {
    expect(rowOf(busy(80, { waitingThreads: 1.6 }), 'run-delay')).toMatchObject({
      usedLow: 1.6,
      unit: 'threads',
      ceiling: null,
      source: 'run delay in /proc/PID/task/TID/schedstat of s1; 20 % of the time in which they could have run',
    });
  });

  it('says what is not counted, and is silent of runs from before it was', () => {
    expect(rowOf(busy(80, { waitingThreads: null }), 'run-delay')).toMatchObject({ usedLow: null });
    expect(rowOf(busy(80, {}), 'run-delay')).toBeUndefined();
    const none = busy(80, { pressure: { cpu: null, memory: null, io: null } });
    expect(rowOf(none, 'cpu-pressure')).toMatchObject({
      usedLow: null,
      source: expect.stringContaining('not measured'),
    });
    expect(rowOf(none, 'io-pressure')).toBeUndefined();
  });

  it('has the pressure of a machine once, of memory and I/O where there was any', () => {
    const hostId = '01890000-0000-7000-8000-00000000aaaa';
    const pressure = { cpu: 0.62, memory: 0.004, io: 0.031 };
    const { evidence } = verdictOf(busy(80, { hostId, pressure }), { ...IDLE, hostId, pressure });
    const rows = evidence.filter(({ resource }) => resource.endsWith('-pressure'));
    expect(rows.map(({ resource, percentLow }) => [resource, percentLow])).toEqual([
      ['cpu-pressure', 62],
      ['io-pressure', 3.1],
    ]);
  });
});
