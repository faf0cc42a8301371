import { createHash } from 'node:crypto';
import type { Db } from '../../platform/store/db.ts';
import { randomOf } from '../../rules/statistics/seeded-random.ts';
import { type NewFrame, saveChunk, saveLayout } from '../../runs/store/samples.ts';

/** One step as a host's counters saw it. */
export interface SampledStep {
  startedAtUs: number;
  seconds: number;
  busy: number;
  requestsPerSecond: number;
  responseBytes: number;
}

interface Sampled {
  runId: string;
  hostId: string;
  incarnationId: string;
  cpus: number;
  side: 'target' | 'tool';
  samplesPerSecond: number;
  steps: SampledStep[];
}

/** As many as an agent's frames are sealed with. */
const CHUNK = 120;
const PARTS = { user: 0.52, system: 0.34, softirq: 0.14 } as const;
const NONE = ['nice', 'iowait', 'irq', 'steal'] as const;
const REQUEST_BYTES = 120;
/** CPUs that take the NIC's interrupts, and so have more of softirq. */
const INTERRUPTED = 8;

/** The frames of a host over the steps of a run, sealed as an agent's are. */
export async function saveSampled(db: Db, sampled: Sampled): Promise<void> {
  const columns = columnsOf(sampled);
  const layoutId = createHash('sha256').update(columns.join('\n')).digest('hex');
  const { runId, hostId, incarnationId } = sampled;
  const nowUs = sampled.steps[0]?.startedAtUs ?? 0;
  await saveLayout(db, { layoutId, schemaVersion: 1, columns }, { incarnationId, nowUs });
  let waiting: NewFrame[] = [];
  for (const frame of framesOf(sampled, columns)) {
    waiting.push({ ...frame, runId, hostId, incarnationId, layoutId });
    if (waiting.length === CHUNK) {
      await saveChunk(db, waiting);
      waiting = [];
    }
  }
  await saveChunk(db, waiting);
}

function columnsOf({ cpus, side }: Sampled): string[] {
  const all = Array.from({ length: cpus }, (_, cpu) => cpu);
  const kinds = [...Object.keys(PARTS), ...NONE, 'idle'];
  return [
    'system/everySecondReadMonotonicUs',
    ...['rxBytes', 'txBytes', 'rxPackets', 'txPackets'].map((name) => `nic/eth0/${name}`),
    `process/${side}/cpuUs`,
    ...(side === 'target' ? ['target/requestsStale', 'target/worker/0/requests'] : []),
    ...all.flatMap((cpu) => kinds.map((kind) => `cpu/${cpu}/${kind}Us`)),
  ];
}

type Reading = Omit<NewFrame, 'runId' | 'hostId' | 'incarnationId' | 'layoutId'>;

function* framesOf({ cpus, side, samplesPerSecond, steps }: Sampled, columns: string[]): Generator<Reading> {
  const random = randomOf(cpus);
  const totals = new Float64Array(columns.length);
  const stepUs = 1e6 / samplesPerSecond;
  let sequence = 0;
  for (const step of steps) {
    const frames = step.seconds * samplesPerSecond;
    for (let at = 0; at <= frames; at++) {
      const timeUs = step.startedAtUs + at * stepUs;
      if (at > 0) advance(totals, { cpus, side, step, us: stepUs }, 0.97 + random() * 0.06);
      if (at % samplesPerSecond === 0) totals[0] = timeUs;
      sequence += 1;
      const values = Array.from(totals, Math.round);
      yield { sequence, timeUs, monotonicUs: timeUs, boundary: at === 0 || at === frames, values };
    }
  }
}

interface Advance {
  cpus: number;
  side: Sampled['side'];
  step: SampledStep;
  us: number;
}

function advance(totals: Float64Array, { cpus, side, step, us }: Advance, pace: number): void {
  const requests = (step.requestsPerSecond * pace * us) / 1e6;
  const out = side === 'target' ? step.responseBytes : REQUEST_BYTES;
  const into = side === 'target' ? REQUEST_BYTES : step.responseBytes;
  const busy = Math.min(0.998, step.busy * pace);
  const rises = [requests * into, requests * out, requests, requests, busy * cpus * us];
  const head = side === 'target' ? [...rises, 0, requests] : rises;
  for (const [at, rise] of head.entries()) totals[1 + at] = (totals[1 + at] ?? 0) + rise;
  let column = 1 + head.length;
  for (let cpu = 0; cpu < cpus; cpu++) {
    // What the interrupted CPUs do for the NIC, the others have for the process.
    const moved = cpu < INTERRUPTED ? 0.2 : -0.2 * (INTERRUPTED / Math.max(1, cpus - INTERRUPTED));
    const parts = [PARTS.user - moved, PARTS.system, PARTS.softirq + moved].map((part) => part * busy * us);
    for (const rise of [...parts, 0, 0, 0, 0, (1 - busy) * us]) {
      totals[column] = (totals[column] ?? 0) + rise;
      column += 1;
    }
  }
}
