import type { CpuUse, SideEvidence, StepEvidence } from '../contract/evidence.ts';
import type { ImportedSpec } from '../contract/imported.ts';
import type { AskedStep } from '../contract/load.ts';
import type { LatencyMs, Point } from '../contract/point.ts';
import type { Run } from '../contract/run.ts';
import { sampleRun } from './sample-run.ts';

/** Of a step whose source says next to nothing: what is given, and null for all else. */
export interface SaidStep {
  connections?: number;
  pipelining?: number | null;
  /** With it the loop is open. */
  rate?: number;
  seconds?: number;
  workers?: number;
  requestsPerSecond: number;
  latencyMs?: Partial<LatencyMs>;
  point?: Partial<Point>;
  profiles?: AskedStep['profiles'];
  server?: Partial<SideEvidence> | null;
  clients?: Partial<SideEvidence>[];
  evidence?: Partial<StepEvidence>;
}

const NO_CPU: CpuUse = {
  user: null,
  system: null,
  softirq: null,
  irq: null,
  steal: null,
  iowait: null,
  idle: null,
  busy: null,
};

/** What is named of CPU time, in percent. */
export const cpu = (percents: Partial<CpuUse>): CpuUse => ({
  ...NO_CPU,
  ...Object.fromEntries(Object.entries(percents).map(([part, share]) => [part, share === null ? null : share / 100])),
});

export const side = (of: SideEvidence['side'], over: Partial<SideEvidence> = {}): SideEvidence => ({
  hostId: null,
  name: of === 'server' ? 's1' : 'c1',
  side: of,
  cpus: null,
  cpusAllowed: over.cpus ?? null,
  cpu: null,
  processCpus: null,
  otherCpus: null,
  competitors: null,
  hottestCpu: null,
  hottestThread: null,
  threads: null,
  nics: [],
  counters: null,
  softirqBilledToTasks: null,
  ...over,
});

export const NO_COUNTERS = {
  segmentsSent: null,
  segmentsRetransmitted: null,
  listenOverflows: null,
  softnetDropped: null,
  softnetTimeSqueezed: null,
  allowanceExceeded: [],
  qdiscOverlimits: null,
  cgroupThrottledUs: null,
};

export const nicUse = (over: Partial<SideEvidence['nics'][number]> = {}): SideEvidence['nics'][number] => ({
  name: 'ens5',
  rxBitsPerSecond: null,
  txBitsPerSecond: null,
  rxPacketsPerSecond: null,
  txPacketsPerSecond: null,
  ceilingBitsPerSecond: null,
  ceilingSource: null,
  ...over,
});

const NO_LATENCY: LatencyMs = {
  mean: null,
  stddev: null,
  p50: null,
  p90: null,
  p95: null,
  p97_5: null,
  p99: null,
  p99_9: null,
  p99_99: null,
  max: null,
  loop: 'closed',
  resolutionUs: 1000,
};

function askedOf(said: SaidStep): AskedStep {
  const { connections = null, pipelining = null, rate, seconds = null, workers = null, profiles = [] } = said;
  const any = { connections, durationSeconds: seconds, toolWorkers: workers, profiles };
  if (rate === undefined) return { loop: 'closed', pipelining, ...any };
  return { loop: 'open', requestsPerSecond: rate, arrivals: null, ...any };
}

function pointOf(said: SaidStep): Point {
  const { requestsPerSecond, latencyMs, rate, connections = null, workers = null, point } = said;
  return {
    startedAtUs: null,
    endedAtUs: null,
    requests: null,
    durationUs: null,
    requestsPerSecond,
    requestsPerSecondStddev: null,
    requestsPerSecondMax: null,
    bytesPerSecond: null,
    latencyMs: { ...NO_LATENCY, ...(rate === undefined ? {} : { loop: 'open', resolutionUs: 1 }), ...latencyMs },
    errors: null,
    toolWorkers: workers,
    offeredPerSecond: rate ?? null,
    unsent: null,
    rounded: false,
    inFlightMax: null,
    connectionsAsked: connections,
    connectionsEstablished: null,
    serverRequests: null,
    serverCpuUsPerRequest: null,
    clientCpuUsPerRequest: null,
    serverCpus: null,
    clientCpus: null,
    otherCpus: null,
    sampleGapSeconds: null,
    commonWindowUs: null,
    latencyRangeMs: null,
    distribution: null,
    ...point,
  };
}

const SPEC: ImportedSpec = {
  specVersion: 0,
  server: null,
  clients: [],
  target: { kind: 'described', framework: null, prefork: null, workers: null, responseBytes: null },
  requests: [],
  tuning: { targetCpus: null, server: null, clients: null, described: null },
  load: {
    tool: 'autocannon',
    toolWorkers: null,
    toolCpus: null,
    decompress: null,
    warmupSeconds: null,
    pauseSeconds: null,
    steps: [],
    search: null,
  },
  samplesPerSecond: null,
};

/** A run known by its steps alone. */
export function saidRun(steps: SaidStep[], over: Partial<Run> = {}): Run {
  const asked = steps.map(askedOf);
  return {
    ...sampleRun({ id: 'said' }),
    spec: { ...SPEC, load: { ...SPEC.load, steps: asked } },
    hosts: [],
    target: null,
    steps: steps.map((said, index) => ({
      index,
      status: 'measured',
      spec: askedOf(said),
      failure: null,
      warmupCommand: [],
      command: [],
      point: pointOf(said),
      clients: [],
      profiles: [],
      evidence: {
        server: said.server ? side('server', said.server) : null,
        clients: (said.clients ?? []).map((one) => side('client', one)),
        sharedMachine: null,
        requestsBySecond: null,
        requestsBySecondSource: null,
        locks: null,
        ...said.evidence,
      },
      verdict: null,
    })),
    ...over,
  };
}
