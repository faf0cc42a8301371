import { MAX_COMPARED_RUNS } from '@contract/limits';
import type { Stroke } from './strokes';

/** A run of a comparison has a letter, a colour, a dash and a shape; each alone tells all eight apart. */
export interface Side {
  letter: string;
  ink: SideInk;
  stroke: Stroke;
  /** An SVG path around 0,0, about 8 px wide. */
  marker: string;
}

export type SideInk = 'side-a' | 'side-b' | 'side-c' | 'side-d' | 'side-e' | 'side-f' | 'side-g' | 'side-h';

export const MAX_SIDES = MAX_COMPARED_RUNS;

const SIDES: Side[] = [
  { letter: 'A', ink: 'side-a', stroke: 'solid', marker: 'M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0Z' },
  { letter: 'B', ink: 'side-b', stroke: 'dashed', marker: 'M-3.4 -3.4H3.4V3.4H-3.4Z' },
  { letter: 'C', ink: 'side-c', stroke: 'long', marker: 'M0 -4.6L4.4 3.4H-4.4Z' },
  { letter: 'D', ink: 'side-d', stroke: 'dash-dot', marker: 'M0 -4.8L4.8 0L0 4.8L-4.8 0Z' },
  { letter: 'E', ink: 'side-e', stroke: 'dotted', marker: 'M0 4.6L4.4 -3.4H-4.4Z' },
  {
    letter: 'F',
    ink: 'side-f',
    stroke: 'dash-dot-dot',
    marker: 'M-1.5 -4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z',
  },
  { letter: 'G', ink: 'side-g', stroke: 'short', marker: 'M-4.6 0L-2.3 -4H2.3L4.6 0L2.3 4H-2.3Z' },
  {
    letter: 'H',
    ink: 'side-h',
    stroke: 'long-short',
    marker: 'M0 -5L1.4 -1.4L5 0L1.4 1.4L0 5L-1.4 1.4L-5 0L-1.4 -1.4Z',
  },
];

/** The side of the run at that place; a comparison has at most eight. */
export function sideOf(index: number): Side {
  const side = SIDES[index];
  if (!side) throw new Error(`a comparison has at most ${MAX_SIDES} runs`);
  return side;
}

/** The baseline first, the others in their order. */
export function readingOrder(runIds: string[], baselineRunId: string): number[] {
  const indexes = runIds.map((_, index) => index);
  return indexes.sort((a, b) => Number(runIds[b] === baselineRunId) - Number(runIds[a] === baselineRunId) || a - b);
}

/** What the address names as a run and cannot be one. */
export const noRunIds = (runs: string[]): string[] =>
  runs.filter((run) => !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(run));

/** What comparing needs: two runs at least, none twice, and a baseline that is one of them. */
export function tidyChoice(runs: string[], baseline: string | null): { runs: string[]; baseline: string | null } {
  const distinct = [...new Set(runs.filter(Boolean))];
  return {
    runs: distinct,
    baseline: baseline !== null && distinct.includes(baseline) ? baseline : (distinct[0] ?? null),
  };
}
