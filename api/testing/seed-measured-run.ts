import type { UnderLoad } from '../contract/host-counts.ts';
import type { StepSpec } from '../contract/load.ts';
import type { RunSpec } from '../contract/spec.ts';
import type { HostEvidence } from '../contract/tuning.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { addArtifacts } from '../runs/store/artifacts.ts';
import { savePoint } from '../runs/store/points.ts';
import { saveEvidence, setApplied } from '../runs/store/run-tuning.ts';
import { addTransitions, createRun, setRunTarget } from '../runs/store/runs.ts';
import { saveStepClients } from '../runs/store/step-clients.ts';
import { apart, type FakeAgent, HISTOGRAM, loadResult, reference } from './fake-agent.ts';
import { samplePoint } from './sample-run.ts';
import { evidence, perCpu, placed } from './sample-tuning.ts';

export interface MeasuredSize {
  /** Of each host: what is counted by CPU grows with them. */
  cpus: number;
  /** Of each snapshot of a host. */
  keys: number;
}

interface Seed {
  /** Of the server and of the client. */
  agents: [FakeAgent, FakeAgent];
  spec: RunSpec;
  size: MeasuredSize;
  nowUs: number;
  durationUs: number;
  /** Of its first step; each further one has a little more. */
  requestsPerSecond: number;
}

const QUEUES = 8;
const STEP_US = 5_000_000;

export const specOn = ([server, client]: [FakeAgent, FakeAgent], steps: StepSpec[], workers: number): RunSpec => {
  const spec = apart(server.hostId, client.hostId);
  return { ...spec, target: reference({ workers }), load: { ...spec.load, steps } };
};

/** A finished run with everything that one leaves in the database but samples. Returns its id. */
export async function seedMeasuredRun(db: Db, seed: Seed): Promise<string> {
  const { agents, spec, nowUs, durationUs } = seed;
  const id = newId();
  await createRun(db, {
    ...{ id, name: 'seeded', spec, idempotencyKey: null, basedOnRunId: null, createdByName: null, nowUs },
    hosts: agents.map(({ hostId, facts }, at) => ({
      ...{ hostId, name: `lab-${at + 1}`, roles: [at === 0 ? 'server' : 'client'], agentVersion: '1', facts },
    })),
  });
  await setRunTarget(db, id, {
    ...{ url: 'http://127.0.0.1:9000', command: ['server'], version: '0.1.0', workers: 4, goMaxProcsPerWorker: 1 },
    cpus: null,
  });
  for (const { hostId } of agents) await seedHost(db, id, hostId, seed);
  for (const stepIndex of spec.load.steps.keys()) await seedStep(db, id, stepIndex, seed);
  const states = spec.load.steps.flatMap((_, stepIndex) =>
    ['warming', 'measuring', 'cooling'].map((state) => ({ state, stepIndex, note: null })),
  );
  await addTransitions(db, id, 0, states, nowUs);
  await db.step.updateMany({ where: { runId: id }, data: { status: 'measured', command: ['autocannon', '-c', '10'] } });
  const endedAtUs = nowUs + durationUs;
  await db.run.update({ where: { id }, data: { state: 'finished', startedAtUs: nowUs, endedAtUs } });
  return id;
}

async function seedHost(db: Db, runId: string, hostId: string, { size, nowUs: takenAtUs }: Seed): Promise<void> {
  await setApplied(db, runId, hostId, { nic: null, targetCpus: null, changes: [], warnings: [] });
  const values = Object.fromEntries(
    Array.from({ length: size.keys }, (_, at) => [`sysctl/net.seeded.number_${at}`, String(at)]),
  );
  for (const moment of ['before', 'applied', 'after-steps', 'restored'] as const)
    await db.hostSnapshot.create({ data: { runId, hostId, moment, takenAtUs, values } });
}

async function seedStep(db: Db, runId: string, stepIndex: number, seed: Seed): Promise<void> {
  const { agents, size, nowUs } = seed;
  const [server, client] = agents;
  const {
    distribution: _,
    rounded: __,
    ...point
  } = samplePoint({
    requestsPerSecond: seed.requestsPerSecond * (1 + stepIndex / 50),
  });
  await savePoint(db, runId, stepIndex, point, HISTOGRAM, false);
  await saveEvidence(db, runId, stepIndex, [
    counted(server.hostId, size, { target: 0.92, tool: 0 }),
    counted(client.hostId, size, { target: 0, tool: 0.4 }),
  ]);
  const { hostId } = client;
  const share = { loop: 'closed', connections: 10, pipelining: 1 } as const;
  const command = ['autocannon', '-c', '10', 'http://127.0.0.1:9000/simple'];
  await saveStepClients(db, runId, stepIndex, [
    { hostId, share, command, result: loadResult(nowUs), failure: null, cpus: 1.2 },
  ]);
  const file = { sha256: 'a'.repeat(64), sizeBytes: 4000, mediaType: 'application/json' };
  const owner = { runId, hostId, commandId: newId(), stepIndex };
  for (const phase of ['warmup', 'measure'])
    await addArtifacts(
      db,
      { ...owner, phase, commandId: newId() },
      [{ ...file, kind: 'tool-output', name: `${phase}-${stepIndex}.json` }],
      nowUs,
    );
}

/** How busy the CPUs of a host were, and which side's work it was. */
interface Busy {
  target: number;
  tool: number;
}

function counted(hostId: string, { cpus }: MeasuredSize, busy: Busy): HostEvidence {
  const all = Array.from({ length: cpus }, (_, cpu) => cpu);
  const each = perCpu(Object.fromEntries(all.map((cpu) => [cpu, 20_000 + cpu])));
  return evidence({
    hostId,
    interrupts: Array.from({ length: QUEUES }, (_, queue) => ({ irq: 40 + queue, perCpu: each })),
    packetsProcessed: each,
    packetsSteered: each,
    otherCpus: 0.01,
    requestsPerWorker: busy.target > 0 ? [0, 1, 2, 3].map((worker) => ({ worker, requests: 12_500 })) : [],
    placement: busy.target > 0 ? placed(...[0, 1, 2, 3].map((cpu): [string, string] => ['0-3', String(cpu)])) : null,
    underLoad: underLoad(all, busy),
    counters: {
      ...{ segmentsSent: 1_000_000, segmentsRetransmitted: 3, listenOverflows: 0, listenDrops: 0 },
      ...{ softnetDropped: 0, softnetTimeSqueezed: 1, cgroupThrottledUs: 0, allowances: [], qdiscOverlimits: [] },
    },
    requestsBySecond: busy.target > 0 ? [10_000, 10_010, 9990, 10_000] : null,
  });
}

function underLoad(cpus: number[], { target, tool }: Busy): UnderLoad {
  const share = (part: number): number[] => cpus.map(() => Math.round(part * STEP_US));
  const busy = target + tool;
  return {
    seconds: STEP_US / 1e6,
    certain: true,
    cpuTimes: {
      ...{
        cpus,
        userUs: share(busy * 0.6),
        niceUs: share(0),
        systemUs: share(busy * 0.3),
        softirqUs: share(busy * 0.1),
      },
      ...{ irqUs: share(0), stealUs: share(0), iowaitUs: share(0), idleUs: share(1 - busy) },
    },
    nics: [{ nic: 'eth0', rxBytes: 1e9, txBytes: 2e9, rxPackets: 1e6, txPackets: 1e6 }],
    toolThreads: tool > 0 ? [0, 1, 2, 3].map((thread) => ({ thread, cpuUs: 0.3 * STEP_US })) : [],
    toolThreadsUs: STEP_US,
    targetWorkers: target > 0 ? [0, 1, 2, 3].map((worker) => ({ worker, cpuUs: 0.9 * STEP_US })) : [],
  };
}
