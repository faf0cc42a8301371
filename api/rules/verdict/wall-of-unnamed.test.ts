import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { PointVerdict, Wall } from '../../contract/verdict.ts';
import { cpu, saidRun } from '../../testing/sample-verdict.ts';
import { UNNAMED_USUAL } from './thresholds.ts';
import { withVerdict } from './with-verdict.ts';

/** What was counted on one host of 2 CPUs with both sides; the rest of what was busy is not named. */
interface Counted {
  busyPercent: number;
  target: number;
  tool: number;
  others: number;
  softirqPercent?: number;
  server?: Partial<SideEvidence>;
}

function verdictOf({ busyPercent, target, tool, others, softirqPercent = 0, server }: Counted): PointVerdict {
  const used = { user: busyPercent - softirqPercent, system: 0, softirq: softirqPercent, irq: 0, iowait: 0 };
  const vm: Partial<SideEvidence> = {
    ...{ hostId: 'h', name: 'vm', cpus: 2, otherCpus: others, competitors: [], softirqBilledToTasks: false },
    cpu: cpu({ ...used, idle: 100 - busyPercent }),
  };
  const step = {
    ...{ connections: 64, pipelining: 1, requestsPerSecond: 50_000, evidence: { sharedMachine: true } },
    server: { ...vm, processCpus: target, ...server },
    clients: [{ ...vm, processCpus: tool }],
  };
  const [verdict] = withVerdict(saidRun([step])).steps.flatMap((one) => one.verdict ?? []);
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

const EITHER: Wall[] = ['client-cpu', 'server-cpu'];

describe('CPU time of a host of both sides that no process accounts for', () => {
  it.each<[string, Counted, Partial<PointVerdict>]>([
    [
      // 77 % without other processes, 58 % of them named.
      'leaves open who filled CPUs that are nearly full with it alone',
      { busyPercent: 87, target: 0.9, tool: 0.26, others: 0.2 },
      { wall: 'unknown', walls: [...EITHER, 'competing-load'], confidence: 'cannot-tell' },
    ],
    [
      'is no doubt where there is none',
      { busyPercent: 87, target: 1.28, tool: 0.26, others: 0.2 },
      { wall: 'server-cpu', confidence: 'likely' },
    ],
    [
      'is no doubt where the rest is nearly full without it',
      { busyPercent: 87, target: 1.1, tool: 0.44, others: 0.18 },
      { wall: 'several', walls: EITHER, confidence: 'likely' },
    ],
    [
      // 13 % by the tool, 18 % not named.
      'does not let the tool off that it may belong to',
      { busyPercent: 95, target: 1.28, tool: 0.26, others: 0 },
      { wall: 'unknown', walls: EITHER },
    ],
    [
      'does not let the target off that it may belong to',
      { busyPercent: 95, target: 0.26, tool: 1.28, others: 0 },
      { wall: 'unknown', walls: EITHER, lowerBound: false },
    ],
    [
      // 8 % by the tool, 5 % not named.
      'lets off a side that used too little even with it',
      { busyPercent: 95, target: 1.64, tool: 0.16, others: 0 },
      { wall: 'server-cpu', confidence: 'measured' },
    ],
    [
      'of packets is of either side, and of no other process',
      { busyPercent: 87, target: 1.1, tool: 0.2, others: 0.2, softirqPercent: 12 },
      { wall: 'unknown', walls: EITHER },
    ],
    [
      'is said of shared CPUs where both used a good part, and nobody else can have filled them',
      { busyPercent: 97, target: 0.9, tool: 0.7, others: 0 },
      { wall: 'several', walls: EITHER, confidence: 'measured' },
    ],
    [
      // 50 % named, 47 % not: with it others would hold the CPUs.
      'is of others as well as of the sides, though none of them was counted',
      { busyPercent: 97, target: 0.5, tool: 0.5, others: 0 },
      { wall: 'unknown', walls: [...EITHER, 'competing-load'], confidence: 'cannot-tell' },
    ],
    [
      // 73 % named, 12 % in packets, 2 % not: packets are no other process’s.
      'is of nobody else in packets',
      { busyPercent: 87, target: 1.06, tool: 0.4, others: 0, softirqPercent: 12 },
      { wall: 'several', walls: EITHER, confidence: 'measured' },
    ],
    [
      // 70 % named, 8 % of others, 9 % not.
      'leaves a limit likely where others would hold the CPUs with a little of it',
      { busyPercent: 87, target: 1.1, tool: 0.3, others: 0.16 },
      { wall: 'several', walls: EITHER, confidence: 'likely' },
    ],
    [
      // 14 % by the tool, 2 % not named.
      'leaves a limit likely that would be both sides’ with a little of it',
      { busyPercent: 95, target: 1.58, tool: 0.28, others: 0 },
      { wall: 'server-cpu', confidence: 'likely', lowerBound: false },
    ],
    [
      'gives no lower bound by a client that a little of it would clear',
      { busyPercent: 95, target: 0.28, tool: 1.58, others: 0 },
      { wall: 'client-cpu', confidence: 'likely', lowerBound: false },
    ],
    [
      'changes nothing about CPUs that other processes hold',
      { busyPercent: 97, target: 0.2, tool: 0.13, others: 1.1 },
      { wall: 'competing-load' },
    ],
    [
      'stands beside a thread of the target that was full',
      {
        ...{ busyPercent: 87, target: 1.0, tool: 0.2, others: 0.2 },
        server: { hottestThread: { name: 'worker', busy: 0.99 } },
      },
      { wall: 'several', walls: ['server-core', ...EITHER, 'competing-load'], confidence: 'likely' },
    ],
  ])('%s', (_, counted, expected) => {
    expect(verdictOf(counted)).toMatchObject(expected);
  });

  it('is told with what was counted, and with what would tell whose it is', () => {
    const { sentence, because, next } = verdictOf({ busyPercent: 87, target: 0.9, tool: 0.26, others: 0.2 });
    expect(sentence).toBe('Can’t tell whose work saturated the CPUs of vm: no process accounts for 19 %.');
    expect(because).toContain(
      '2 CPUs of vm that client and server share: 87 % busy (saturated from 85 %); target 0.9, tool 0.26, other processes 0.2, not named 0.38 CPUs. Depending on whose the unnamed time was, the limit is client CPU, server CPU or other processes.',
    );
    expect(next).toBe(
      'Stop other processes and rerun. If no process accounts for as much then, profile what the CPUs of vm run (on-CPU) to see whose the unnamed time is.',
    );
    expect(verdictOf({ busyPercent: 95, target: 1.28, tool: 0.26, others: 0 }).next).toBe(
      'Profile what the CPUs of vm run (on-CPU) to see whose the unnamed time is, or drive the load from another machine.',
    );
  });

  it('is told of a limit that is likely', () => {
    const { sentence, because } = verdictOf({ busyPercent: 95, target: 1.58, tool: 0.28, others: 0 });
    expect(sentence).toBe('Probably limited by server CPU at 95 %.');
    expect(because).toBe(
      'Server CPU: 95 % of its 2 CPUs were busy (saturated from 85 %, 1.58 by the target); the client used 0.28 of 2 CPUs. Of these CPUs, no process accounts for 2 %. Depending on whose the unnamed time was, the limit is client CPU or server CPU.',
    );
  });

  it('never decides: a limit that is measured is the same whoever it is given to, and of a likely one it is said', () => {
    const named = { measured: 0, likely: 0, changed: [] as unknown[] };
    for (const counted of grid()) {
      const { busyPercent, target, tool, others, softirqPercent = 0 } = counted;
      const unnamed = busyPercent / 50 - target - tool - others;
      if (unnamed < 0) continue;
      const { wall, walls, sentence, because, confidence } = verdictOf(counted);
      if (wall === 'unknown' && !sentence.includes('probably')) continue;
      const reserved = confidence === 'likely' && because.includes('Depending on whose the unnamed time was');
      named[reserved ? 'likely' : 'measured'] += 1;
      const ofProcesses = Math.max(0, unnamed - softirqPercent / 50);
      if (reserved) expect(ofProcesses / 2).toBeLessThanOrEqual(UNNAMED_USUAL + 1e-9);
      for (const [whose, cpus] of [
        ['target', unnamed],
        ['tool', unnamed],
        ['others', ofProcesses],
      ] as const) {
        const given = verdictOf({ ...counted, [whose]: counted[whose] + cpus });
        if (!reserved && `${given.wall} ${given.walls}` !== `${wall} ${walls}`)
          named.changed.push({ counted, whose, wall, given: given.sentence });
      }
    }
    expect(named.changed).toEqual([]);
    expect(named.measured).toBeGreaterThan(100);
    expect(named.likely).toBeGreaterThan(10);
  });
});

function* grid(): Generator<Counted> {
  const server = { hottestCpu: { cpu: 1, busy: 0.98, softirq: 0 } };
  for (const busyPercent of [70, 78, 86, 90, 97])
    for (const target of [0.1, 0.26, 0.5, 0.9, 1.3, 1.6])
      for (const tool of [0.1, 0.26, 0.5, 0.9])
        for (const others of [0, 0.1, 0.2, 0.6])
          for (const softirqPercent of [0, 8]) yield { busyPercent, target, tool, others, softirqPercent, server };
}
