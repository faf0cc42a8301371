import { describe, expect, it } from 'vitest';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { PointVerdict, Wall } from '../../contract/verdict.ts';
import { cpu, saidRun } from '../../testing/sample-verdict.ts';
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
      'may be of either where both used a good part, which is what is said of shared CPUs',
      { busyPercent: 97, target: 0.9, tool: 0.6, others: 0 },
      { wall: 'several', walls: EITHER, confidence: 'measured' },
    ],
    [
      'changes nothing about CPUs that other processes hold',
      { busyPercent: 97, target: 0.2, tool: 0.13, others: 1.1 },
      { wall: 'competing-load' },
    ],
    [
      'changes nothing about a thread of the target that was full',
      {
        ...{ busyPercent: 87, target: 1.0, tool: 0.2, others: 0.2 },
        server: { hottestThread: { name: 'worker', busy: 0.99 } },
      },
      { wall: 'server-core', confidence: 'likely' },
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

  it('never decides: a limit that is named stays the same whichever side it is given to', () => {
    const named = { all: 0, changed: [] as unknown[] };
    for (const busyPercent of [70, 78, 86, 90, 97])
      for (const target of [0.1, 0.26, 0.5, 0.9, 1.3, 1.6])
        for (const tool of [0.1, 0.26, 0.5, 0.9])
          for (const others of [0, 0.1, 0.2, 0.6]) {
            const unnamed = busyPercent / 50 - target - tool - others;
            if (unnamed < 0) continue;
            const counted = {
              busyPercent,
              target,
              tool,
              others,
              server: { hottestCpu: { cpu: 1, busy: 0.98, softirq: 0 } },
            };
            const { wall, walls, sentence } = verdictOf(counted);
            if (wall === 'unknown' && !sentence.includes('probably')) continue;
            named.all += 1;
            for (const side of ['target', 'tool'] as const) {
              const given = verdictOf({ ...counted, [side]: counted[side] + unnamed });
              if (`${given.wall} ${given.walls}` !== `${wall} ${walls}`)
                named.changed.push({ counted, side, wall, given });
            }
          }
    expect(named.changed).toEqual([]);
    expect(named.all).toBeGreaterThan(50);
  });
});
