import type { HostEvidence, Placement } from '../contract/tuning.ts';
import type { TunedHost } from '../rules/tuning/tuned-host.ts';
import { FACTS, nic } from './fake-agent.ts';
import { HOST_ID } from './sample-run.ts';

/** A host with eth0 of four queues, whose interrupts are 40 to 43, and another line that carries no load. */
export const tunedHost = (over: Partial<TunedHost> = {}): TunedHost => ({
  host: {
    hostId: HOST_ID,
    name: 'lab-1',
    roles: ['server'],
    agentVersion: '0.1.0',
    described: null,
    facts: { ...FACTS, nics: [nic('eth0', ['192.0.2.5/24'], { interrupts: [...QUEUES, MANAGEMENT] })] },
  },
  applied: null,
  restored: null,
  snapshots: [],
  moved: [],
  found: {},
  evidence: [],
  ...over,
});

const line = (irq: number, name: string) => ({ irq, name, affinityCpus: '0-3', effectiveCpus: '0' });
const QUEUES = [0, 1, 2, 3].map((queue) => line(40 + queue, `eth0-Tx-Rx-${queue}`));
const MANAGEMENT = line(39, 'ena-mgmnt@pci:0000:00:05.0');

/** Counts by CPU: `{ 0: 100 }`. */
export const perCpu = (counts: Record<number, number>): HostEvidence['packetsProcessed'] =>
  Object.entries(counts).map(([cpu, count]) => ({ cpu: Number(cpu), count }));

export const evidence = (over: Partial<HostEvidence> = {}): HostEvidence => ({
  hostId: HOST_ID,
  seconds: 5,
  interrupts: [],
  packetsProcessed: [],
  packetsSteered: [],
  packetsReceived: [{ nic: 'eth0', packets: 1_000_000 }],
  otherCpus: null,
  competitors: null,
  requestsPerWorker: [],
  placement: null,
  drift: [],
  underLoad: null,
  counters: null,
  requestsBySecond: null,
  loadTime: null,
  ...over,
});

/** The target's processes, each given by where it may run, where it was seen and its connections. */
export const placed = (...workers: [allowed: string, seen: string, connections?: number][]): Placement => ({
  atUs: 1,
  connectionsEstablished: null,
  workers: workers.map(([cpusAllowed, cpusSeen, connections = null], worker) => ({
    worker,
    pid: 100 + worker,
    threads: 4,
    cpusAllowed,
    cpusSeen,
    connections,
  })),
});
