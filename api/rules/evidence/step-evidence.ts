import type { Competitor } from '../../contract/evidence.ts';
import type { Drift, HostEvidence, Placement } from '../../contract/tuning.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { BackendTally } from './backend-counts.ts';
import type { Stretch } from './load-time.ts';
import { RequestSeconds } from './request-seconds.ts';
import { Rises } from './rises.ts';
import { SecondTally } from './second-tally.ts';
import { isStepCounter, stepCounters } from './step-counters.ts';
import { isLoadColumn, underLoad } from './under-load.ts';

const INTERRUPTS = /^interrupts\/(\d+)\/(\d+)$/;
const PROCESSED = /^softnet\/(\d+)\/processed$/;
const STEERED = /^softnet\/(\d+)\/receivedPacketSteering$/;
const RECEIVED = /^nic\/([^/]+)\/rxPackets$/;
const REQUESTS = /^target\/worker\/(\d+)\/requests$/;
const PATTERNS = [INTERRUPTS, PROCESSED, STEERED, RECEIVED, REQUESTS];

/** Frames of less time than this under load say less than those of the whole step: ticks of CPU time are of 10 ms. */
const LOAD_LEAST_US = 1_000_000;

export interface Said {
  hostId: string;
  placement: Placement | null;
  drift: Drift[];
  otherCpus: number | null;
  competitors: Competitor[] | null;
}

/**
 * Counts what rose on one host between the first and the last frame of a step, and apart from that while load was
 * driven for certain. Frames come in order of time, a few at a time. Null: for all of it.
 */
export class StepTally {
  private readonly load: Stretch | null;
  private readonly whole = new Rises(isCounted);
  private readonly loaded = new Rises(isLoadColumn);
  private readonly requests: RequestSeconds;
  private readonly seconds: SecondTally | null;
  private readonly backend = { whole: new BackendTally(), loaded: new BackendTally() };

  constructor(load: Stretch | null = null) {
    this.load = load;
    this.requests = new RequestSeconds(load ? load.fromUs : null);
    this.seconds = load && new SecondTally(load.fromUs);
  }

  add(frame: SampleFrame): void {
    this.whole.add(frame);
    this.backend.whole.add(frame);
    if (this.load && (frame.timeUs < this.load.fromUs || frame.timeUs > this.load.toUs)) return;
    this.loaded.add(frame);
    this.backend.loaded.add(frame);
    this.requests.add(frame);
    this.seconds?.add(frame);
  }

  evidence({ hostId, placement, drift, otherCpus, competitors }: Said): HostEvidence {
    const totals = this.whole.totals();
    const certain = this.loaded.us() >= LOAD_LEAST_US;
    const bySecond = this.seconds?.bySecond();
    const backend = this.backend[certain ? 'loaded' : 'whole'].counts();
    return {
      hostId,
      seconds: this.whole.us() / 1e6,
      interrupts: interrupts(totals),
      packetsProcessed: perCpu(totals, PROCESSED),
      packetsSteered: perCpu(totals, STEERED),
      packetsReceived: received(totals),
      otherCpus,
      competitors,
      requestsPerWorker: matching(totals, REQUESTS)
        .map(([worker, , requests]) => ({ worker, requests }))
        .sort((a, b) => a.worker - b.worker),
      placement,
      drift,
      underLoad: underLoad(certain ? this.loaded : this.whole, certain, this.whole),
      counters: stepCounters(totals),
      requestsBySecond: this.requests.bySecond(),
      ...(bySecond && { bySecond }),
      loadTime: this.load && this.load.toUs > this.load.fromUs ? this.load : null,
      ...(backend && { backend }),
    };
  }
}

const isCounted = (name: string): boolean =>
  isLoadColumn(name) || isStepCounter(name) || PATTERNS.some((pattern) => pattern.test(name));

function interrupts(totals: Map<string, number>): HostEvidence['interrupts'] {
  const byLine = new Map<number, { cpu: number; count: number }[]>();
  for (const [irq, cpu, count] of matching(totals, INTERRUPTS)) {
    byLine.set(irq, [...(byLine.get(irq) ?? []), ...(count > 0 ? [{ cpu, count }] : [])]);
  }
  return [...byLine]
    .sort(([a], [b]) => a - b)
    .map(([irq, counts]) => ({ irq, perCpu: counts.sort((a, b) => a.cpu - b.cpu) }));
}

function received(totals: Map<string, number>): HostEvidence['packetsReceived'] {
  return [...totals].flatMap(([key, packets]) => {
    const nic = key.match(RECEIVED)?.[1];
    return nic === undefined ? [] : [{ nic, packets }];
  });
}

function perCpu(totals: Map<string, number>, pattern: RegExp): { cpu: number; count: number }[] {
  return matching(totals, pattern)
    .map(([cpu, , count]) => ({ cpu, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.cpu - b.cpu);
}

/** Both numbers of the name, the second 0 where it has one, and what was counted. */
function matching(totals: Map<string, number>, pattern: RegExp): [number, number, number][] {
  return [...totals].flatMap(([key, count]): [number, number, number][] => {
    const match = key.match(pattern);
    return match ? [[Number(match[1]), Number(match[2] ?? 0), count]] : [];
  });
}

/** The counts of one host over frames that are all there. */
export function hostEvidence(frames: SampleFrame[], said: Said, load: Stretch | null = null): HostEvidence {
  const tally = new StepTally(load);
  for (const frame of frames) tally.add(frame);
  return tally.evidence(said);
}
