import { read, serverRequests } from '../samples/counters.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';

/** Longest gap between two readings of a busy host; more means that a second was not read. */
export const SECOND_MOST_US = 1_500_000;

interface Reading {
  second: number;
  incarnationId: string;
  atUs: number;
  requests: number;
}

/** Requests of the target in each whole second, by its own counters, from frames in order of time. */
export class RequestSeconds {
  private readonly readings: Reading[] = [];
  private readonly fromUs: number | null;

  /** Seconds are counted from there; null: from the first that was read. */
  constructor(fromUs: number | null) {
    this.fromUs = fromUs;
  }

  add(frame: SampleFrame): void {
    const second = Math.floor((frame.timeUs - (this.fromUs ?? 0)) / 1e6);
    if (frame.boundary || this.readings.at(-1)?.second === second) return;
    const requests = serverRequests(frame);
    if (requests === null) return;
    // When the target counted, where it says so; its agent asks shortly before.
    const countedUs = read(frame, 'target/requestsTimeUs');
    this.readings.push({ second, incarnationId: frame.incarnationId, atUs: countedUs || frame.monotonicUs, requests });
  }

  /** Null where the first second or one between two others was not read, or the target began anew. */
  bySecond(): number[] | null {
    const late = this.fromUs !== null && this.readings.some(({ second }, place) => second !== place);
    if (late) return null;
    const rates: number[] = [];
    for (const [i, to] of this.readings.entries()) {
      const from = this.readings[i - 1];
      if (!from) continue;
      const us = to.atUs - from.atUs;
      const whole = us > 0 && us <= SECOND_MOST_US && to.requests >= from.requests;
      if (!whole || from.incarnationId !== to.incarnationId) return null;
      rates.push(((to.requests - from.requests) * 1e6) / us);
    }
    return rates.length > 0 ? rates : null;
  }
}
