import type { Command } from '../contract/agent-commands.ts';
import type { LoadResult } from '../contract/agent-reports.ts';
import type { Placement } from '../contract/tuning.ts';
import { NO_TUNING } from '../rules/tuning/setting-words.ts';
import { FakeAgent, loadResult, nic, reference, specFor } from './fake-agent.ts';
import type { TestLab } from './test-lab.ts';

const COLUMNS = [
  'process/target/cpuUs',
  'process/tool/cpuUs',
  'target/requestsStale',
  'target/worker/0/requests',
  'target/worker/1/requests',
  'interrupts/40/0',
  'interrupts/40/3',
  'interrupts/41/1',
  'softnet/0/processed',
  'softnet/2/processed',
  'softnet/2/receivedPacketSteering',
  'softnet/3/receivedPacketSteering',
  'nic/eth0/rxPackets',
];

/** What each column rises by in a second. */
export interface Pace {
  workers: [number, number];
  /** Line 40 on CPU 0 and on CPU 3, line 41 on CPU 1. */
  interrupts: [number, number, number];
  processed: number;
  /** On CPUs 2 and 3. */
  steered: [number, number];
}

export const AS_TUNED: Pace = {
  workers: [5000, 5000],
  interrupts: [400, 2, 300],
  processed: 20_000,
  steered: [900, 800],
};
export const AS_FOUND: Pace = {
  workers: [9000, 1000],
  interrupts: [100, 600, 100],
  processed: 20_000,
  steered: [0, 0],
};

/** A host whose eth0 has two queues. */
export const joinWithQueues = (lab: TestLab, name = 'lab-1'): Promise<FakeAgent> =>
  FakeAgent.join(lab, name, {
    nics: [
      nic('eth0', ['192.0.2.7/24'], {
        defaultRoute: true,
        rxQueues: 2,
        txQueues: 2,
        interrupts: [0, 1].map((queue) => ({
          irq: 40 + queue,
          name: `eth0-Tx-Rx-${queue}`,
          affinityCpus: '0-3',
          effectiveCpus: '3',
        })),
      }),
    ],
    privileges: ['net-admin', 'dac-override'],
  });

/** Interrupts and packets kept apart from the target's CPUs. */
export const pinnedSpec = (hostId: string) => ({
  ...specFor(hostId),
  target: reference({ prefork: true, workers: 2 }),
  tuning: {
    targetCpus: 'last 2',
    server: {
      ...NO_TUNING,
      nic: 'eth0',
      stopServices: ['irqbalance' as const],
      interruptAffinity: { cpus: '0-1', spread: 'all' as const },
      packetSteering: { cpus: '2-3' },
      sysctls: [{ name: 'net.core.somaxconn' as const, value: '4096' }],
    },
    clients: null,
  },
});

export const placedOn = (cpus: string): Placement => ({
  atUs: Date.now() * 1000,
  connectionsEstablished: 10,
  workers: [0, 1].map((worker) => ({
    worker,
    pid: 4100 + worker,
    threads: 6,
    cpusAllowed: cpus,
    cpusSeen: cpus,
    connections: 5,
  })),
});

/** Answers a drive-load as an agent does: with the frames of five seconds first, at this pace. */
export async function driveLoad(
  agent: FakeAgent,
  command: Command,
  pace: Pace,
  over: Partial<LoadResult> = {},
): Promise<void> {
  const t0 = Date.now() * 1000;
  const [workers, interrupts] = [pace.workers, pace.interrupts];
  const { processed, steered } = pace;
  const rates = [200_000, 300_000, 0, ...workers, ...interrupts, processed, processed, ...steered, 2 * processed];
  const frames = [0, 1, 2, 3, 4, 5].map((second) =>
    agent.frameEntry(
      command.runId,
      t0 + second * 1e6,
      rates.map((rate) => rate * second),
      COLUMNS,
    ),
  );
  const layout = agent.layoutEntry(COLUMNS);
  const outcome = agent.outcomeEntry(command, { result: loadResult(t0, over) });
  const bySequence = [layout, ...frames, outcome].sort((a, b) => a.sequence - b.sequence);
  await agent.report(bySequence);
}

/** Goes on with a run to its end; every measured step runs at this pace. */
export async function driveRun(
  agent: FakeAgent,
  lab: TestLab,
  runId: string,
  pace: Pace,
  over: Partial<LoadResult> = {},
): Promise<void> {
  for (;;) {
    const command = await agent.obeyUntil('drive-load', lab, runId);
    if (!command) return;
    await driveLoad(agent, command, pace, over);
  }
}
