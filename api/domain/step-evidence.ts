import type { Drift, HostEvidence, Placement } from '../contract/tuning.ts';
import type { SampleFrame } from './sample-frame.ts';

const INTERRUPTS = /^interrupts\/(\d+)\/(\d+)$/;
const PROCESSED = /^softnet\/(\d+)\/processed$/;
const STEERED = /^softnet\/(\d+)\/receivedPacketSteering$/;
const RECEIVED = /^nic\/([^/]+)\/rxPackets$/;
const REQUESTS = /^target\/worker\/(\d+)\/requests$/;

/** A column that is counted: where it stands in the layout, and the counter that it adds to. */
interface Counted {
  at: number;
  key: string;
}

export interface Said {
  hostId: string;
  placement: Placement | null;
  drift: Drift[];
  otherCpus: number | null;
}

/**
 * Counts what rose on one host between the first and the last frame of a step, which come in order of time, a few at a
 * time. The layout may change in between, with queues and workers; a counter that fell began anew, and counts from there.
 */
export class StepTally {
  private readonly rises = new Map<string, number>();
  private readonly layouts = new Map<string[], Counted[]>();
  private first: SampleFrame | null = null;
  private last: SampleFrame | null = null;

  add(frame: SampleFrame): void {
    const before = this.last;
    this.first ??= frame;
    this.last = frame;
    const counted = this.countedIn(frame.columns);
    if (!before || before.incarnationId !== frame.incarnationId) return;
    if (before.columns === frame.columns) {
      for (const { at, key } of counted) this.rise(key, before.values[at] ?? 0, frame.values[at] ?? 0);
      return;
    }
    const known = new Map(this.countedIn(before.columns).map(({ at, key }) => [key, before.values[at] ?? 0]));
    for (const { at, key } of counted) {
      const from = known.get(key);
      if (from !== undefined) this.rise(key, from, frame.values[at] ?? 0);
    }
  }

  evidence({ hostId, placement, drift, otherCpus }: Said): HostEvidence {
    const us = (this.last?.monotonicUs ?? 0) - (this.first?.monotonicUs ?? 0);
    const interrupts = new Map<number, { cpu: number; count: number }[]>();
    for (const [irq, cpu, count] of this.matching(INTERRUPTS)) {
      interrupts.set(irq, [...(interrupts.get(irq) ?? []), ...(count > 0 ? [{ cpu, count }] : [])]);
    }
    return {
      hostId,
      seconds: Math.max(0, us) / 1e6,
      interrupts: [...interrupts]
        .sort(([a], [b]) => a - b)
        .map(([irq, perCpu]) => ({ irq, perCpu: perCpu.sort((a, b) => a.cpu - b.cpu) })),
      packetsProcessed: this.perCpu(PROCESSED),
      packetsSteered: this.perCpu(STEERED),
      packetsReceived: this.received(),
      otherCpus,
      requestsPerWorker: this.matching(REQUESTS)
        .map(([worker, , requests]) => ({ worker, requests }))
        .sort((a, b) => a.worker - b.worker),
      placement,
      drift,
    };
  }

  private received(): HostEvidence['packetsReceived'] {
    return [...this.rises].flatMap(([key, packets]) => {
      const nic = key.match(RECEIVED)?.[1];
      return nic === undefined ? [] : [{ nic, packets }];
    });
  }

  private perCpu(pattern: RegExp): { cpu: number; count: number }[] {
    return this.matching(pattern)
      .map(([cpu, , count]) => ({ cpu, count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.cpu - b.cpu);
  }

  /** Both numbers of the name, the second 0 where it has one, and what was counted. */
  private matching(pattern: RegExp): [number, number, number][] {
    return [...this.rises].flatMap(([key, count]): [number, number, number][] => {
      const match = key.match(pattern);
      return match ? [[Number(match[1]), Number(match[2] ?? 0), count]] : [];
    });
  }

  private rise(key: string, from: number, to: number): void {
    if (to > from) this.rises.set(key, (this.rises.get(key) ?? 0) + to - from);
  }

  private countedIn(columns: string[]): Counted[] {
    let counted = this.layouts.get(columns);
    if (!counted) {
      counted = columns.flatMap((key, at) => (PATTERNS.some((pattern) => pattern.test(key)) ? [{ at, key }] : []));
      this.layouts.set(columns, counted);
      // A queue or worker that counts nothing is there all the same.
      for (const { key } of counted) if (!this.rises.has(key)) this.rises.set(key, 0);
    }
    return counted;
  }
}

const PATTERNS = [INTERRUPTS, PROCESSED, STEERED, RECEIVED, REQUESTS];

/** The counts of one host over frames that are all there. */
export function hostEvidence(frames: SampleFrame[], said: Said): HostEvidence {
  const tally = new StepTally();
  for (const frame of frames) tally.add(frame);
  return tally.evidence(said);
}
