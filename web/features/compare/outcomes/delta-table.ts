import type { ComparedStep, Comparison } from '@contract/comparison';
import type { LatencyMs } from '@contract/point';
import { type ComparedFigure, deltaTold, FIGURES, isImported, stepOf, type Told, valueTold } from './deltas';

/** A text, or the number of the note that says why there is none. */
export type Noted = { text: string; note: null } | { text: null; note: number };

export interface FigureCells {
  figure: ComparedFigure;
  value: Noted;
  /** Null where there is nothing to say: the baseline, and where the value itself is absent. */
  delta: Noted | null;
}

export interface DeltaTable {
  steps: {
    row: ComparedStep;
    durations: number[];
    /** Runs that have the step. */
    runs: { runIndex: number; cells: FigureCells[] }[];
    /** Runs that planned none like it. */
    without: number[];
  }[];
  /** Why something is absent, in the order in which it is met; a note's number is its place, counted from 1. */
  notes: string[];
  /** The kinds of latency in it. */
  loops: LatencyMs['loop'][];
}

/** Every figure of every compared step, run under run, the baseline first. */
export function deltaTable(comparison: Comparison, order: number[]): DeltaTable {
  const notes: string[] = [];
  const noted = (told: Told): Noted => {
    if (told.text !== null) return { text: told.text, note: null };
    if (!notes.includes(told.why)) notes.push(told.why);
    return { text: null, note: notes.indexOf(told.why) + 1 };
  };
  const cellsOf = (row: ComparedStep, runIndex: number): FigureCells[] =>
    FIGURES.map((figure) => {
      const value = noted(valueTold(figure, stepOf(comparison, row, runIndex), isImported(comparison, runIndex)));
      const plain = runIndex === order[0] || value.text === null;
      return { figure, value, delta: plain ? null : noted(deltaTold(comparison, row, runIndex, figure)) };
    });
  const steps = comparison.steps.map((row) => {
    const has = (runIndex: number): boolean => stepOf(comparison, row, runIndex) !== null;
    return {
      row,
      durations: durationsOf(comparison, row),
      runs: order.filter(has).map((runIndex) => ({ runIndex, cells: cellsOf(row, runIndex) })),
      without: order.filter((runIndex) => !has(runIndex)),
    };
  });
  return { steps, notes, loops: loopsOf(comparison) };
}

function durationsOf(comparison: Comparison, row: ComparedStep): number[] {
  const asked = comparison.runs.flatMap((_, index) => stepOf(comparison, row, index)?.spec.durationSeconds ?? []);
  return [...new Set(asked)];
}

function loopsOf({ runs }: Comparison): LatencyMs['loop'][] {
  return [...new Set(runs.flatMap((run) => run.steps.flatMap(({ point }) => point?.latencyMs.loop ?? [])))];
}
