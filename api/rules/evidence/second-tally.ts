import type { SecondsUnderLoad } from '../../contract/host-counts.ts';
import { busyPercent, cpuPercent } from '../cpus/cpu-rates.ts';
import { read, rise } from '../samples/counters.ts';
import { cpus, type Interval } from '../samples/rates.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { SECOND_MOST_US } from './request-seconds.ts';

const share =
  (percentOf: (interval: Interval) => number | null) =>
  (interval: Interval): number | null => {
    const percent = percentOf(interval);
    return percent === null ? null : percent / 100;
  };

const RATES: [keyof SecondsUnderLoad, (interval: Interval) => number | null][] = [
  ['busyShare', share(busyPercent)],
  ['stealShare', share(cpuPercent('steal'))],
  ['targetCpus', cpus('target')],
  ['toolCpus', cpus('tool')],
  [
    'segmentsRetransmitted',
    ({ from, to }) => rise(read(from, 'tcp/retransmittedSegments'), read(to, 'tcp/retransmittedSegments')),
  ],
];

/** What one host did in each second under load, from frames in order of time. */
export class SecondTally {
  private readonly fromUs: number;
  private readonly columns: SecondsUnderLoad = {
    busyShare: [],
    stealShare: [],
    targetCpus: [],
    toolCpus: [],
    segmentsRetransmitted: [],
  };
  private last: { second: number; frame: SampleFrame } | null = null;

  /** Seconds are counted from there. */
  constructor(fromUs: number) {
    this.fromUs = fromUs;
  }

  add(frame: SampleFrame): void {
    const second = Math.floor((frame.timeUs - this.fromUs) / 1e6);
    const before = this.last;
    if (frame.boundary || before?.second === second) return;
    this.last = { second, frame };
    const us = before ? frame.monotonicUs - before.frame.monotonicUs : 0;
    if (!before || us <= 0 || us > SECOND_MOST_US || before.frame.incarnationId !== frame.incarnationId) return;
    for (const [name, of] of RATES) {
      const column = this.columns[name];
      while (column.length < before.second) column.push(null);
      column[before.second] = rounded(of({ from: before.frame, to: frame, us }));
    }
  }

  /** Null where no second was read at both ends. */
  bySecond(): SecondsUnderLoad | null {
    return this.columns.busyShare.length === 0 ? null : this.columns;
  }
}

/** Shares to the hundredth of a percent. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1e4) / 1e4);
