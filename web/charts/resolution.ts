import { resolutionText } from '@rules/load/latency-resolution';
import { unbroken } from '@/ui/unbroken';

/** A tool that resolves 1 ms says 0 of less: nothing but the bound is known. */
export const isBelow = (ms: number, resolutionUs: number): boolean => ms * 1000 < resolutionUs;

/** Where a latency stands: one below the tool's resolution at that bound, which its mark has to say. */
export const drawnMs = (ms: number, resolutionUs: number): number =>
  isBelow(ms, resolutionUs) ? resolutionUs / 1000 : ms;

interface Latency {
  ms: number;
  resolutionUs: number;
}

/** Resolutions, in µs, that some of these latencies are below. */
export const boundsBelow = (latencies: Latency[]): number[] => [
  ...new Set(latencies.flatMap(({ ms, resolutionUs }) => (isBelow(ms, resolutionUs) ? [resolutionUs] : []))),
];

/** 'below the tool’s resolution, drawn at it (1 ms)'. */
export const drawnAtBound = (boundsUs: number[]): string =>
  `below the tool’s resolution, drawn at it (${boundsUs.map((us) => unbroken(resolutionText(us))).join(', ')})`;
