import type { StepCounters } from '../../contract/host-counts.ts';

const FIXED = {
  segmentsSent: 'tcp/outSegments',
  segmentsRetransmitted: 'tcp/retransmittedSegments',
  listenOverflows: 'tcp/listenOverflows',
  listenDrops: 'tcp/listenDrops',
  cgroupThrottledUs: 'cgroup/throttledUs',
  cgroupPeriods: 'cgroup/periods',
  cgroupThrottledPeriods: 'cgroup/throttledPeriods',
} as const;
const DROPPED = /^softnet\/\d+\/dropped$/;
const SQUEEZED = /^softnet\/\d+\/timeSqueezed$/;
const ALLOWANCE = /^nic\/([^/]+)\/allowance\/(\w+)$/;
const OVERLIMITS = /^nic\/([^/]+)\/qdisc\/overlimits$/;

const names: ReadonlySet<string> = new Set(Object.values(FIXED));
export const isStepCounter = (name: string): boolean =>
  names.has(name) || [DROPPED, SQUEEZED, ALLOWANCE, OVERLIMITS].some((pattern) => pattern.test(name));

/** What rose over a step, by the names of its columns. */
export function stepCounters(totals: ReadonlyMap<string, number>): StepCounters {
  const fixed = (name: keyof typeof FIXED): number | null => totals.get(FIXED[name]) ?? null;
  return {
    segmentsSent: fixed('segmentsSent'),
    segmentsRetransmitted: fixed('segmentsRetransmitted'),
    listenOverflows: fixed('listenOverflows'),
    listenDrops: fixed('listenDrops'),
    softnetDropped: sum(totals, DROPPED),
    softnetTimeSqueezed: sum(totals, SQUEEZED),
    cgroupThrottledUs: fixed('cgroupThrottledUs'),
    cgroupPeriods: fixed('cgroupPeriods'),
    cgroupThrottledPeriods: fixed('cgroupThrottledPeriods'),
    allowances: matching(totals, ALLOWANCE).map(([[, nic = '', name = ''], count]) => ({ nic, name, count })),
    qdiscOverlimits: matching(totals, OVERLIMITS).map(([[, nic = ''], count]) => ({ nic, count })),
  };
}

function matching(totals: ReadonlyMap<string, number>, pattern: RegExp): [RegExpMatchArray, number][] {
  return [...totals].flatMap(([name, count]): [RegExpMatchArray, number][] => {
    const match = name.match(pattern);
    return match ? [[match, count]] : [];
  });
}

/** Null for a host without such counters. */
function sum(totals: ReadonlyMap<string, number>, pattern: RegExp): number | null {
  const counts = matching(totals, pattern);
  return counts.length === 0 ? null : counts.reduce((total, [, count]) => total + count, 0);
}
