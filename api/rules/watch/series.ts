import type { ComparedMetric } from '../../contract/comparison.ts';
import { percentileOf } from '../outcomes/figures.ts';
import { effectOfRounds, type Fault, type Sides } from '../statistics/effect.ts';
import { logSampleOf } from '../statistics/log-sample.ts';
import type { Noise } from '../statistics/noise-floor.ts';

/** What has to be the same for two points to be comparable. Compared as they are written. */
export interface Conditions {
  /** The benchmark's version: a hash of what it resolves to. */
  benchmarkVersion: string;
  hostClass: string;
  /** Of what the hosts were: CPU, microcode, kernel, agent, tuning. */
  hostFingerprint: string;
  /** The build that every candidate is interleaved with. */
  reference: string;
}

/** Whether the same was asked for: hosts may have changed since. */
type Design = Pick<Conditions, 'benchmarkVersion' | 'reference'>;
export const isOfOneDesign = (a: Design, b: Design): boolean =>
  a.benchmarkVersion === b.benchmarkVersion && a.reference === b.reference;

/** What one night measured of one metric: rounds in which the candidate and the reference each ran once. */
export interface PointFigures {
  /** ln(candidate / reference), the mean over rounds. */
  logRatio: number;
  /** Its standard error over rounds; null with one round, or where no two rounds differ. */
  error: { logRatio: number; degrees: number } | null;
  rounds: number;
  /** Geometric means over rounds, in the metric's own unit. */
  candidate: number;
  reference: number;
}

export interface SeriesPoint {
  /** The commit's place on its branch: how many first parents it has. A build that arrives late keeps its place. */
  place: number;
  revision: string;
  measuredAtMs: number;
  conditions: Conditions;
  /** Null of a void night: a gap, never a value. */
  figures: PointFigures | null;
}

/** A limit that does not move: the least of what is better high, the most of what is better low. */
export interface Budget {
  /** Of candidate / reference, or of the candidate's own figure in the metric's unit. Figures move with the host, ratios do not. */
  of: 'ratio' | 'figure';
  /** Above 0. */
  limit: number;
}

/** One metric of one step of one benchmark on one class of hosts. */
export interface WatchedSeries {
  id: string;
  /** Its benchmark and host class: alerts of one group are told together. */
  group: string;
  metric: ComparedMetric;
  /** Null: as `alertsByDefault` says of the metric. */
  alerts: boolean | null;
  /** The smallest change that matters, as a share. */
  margin: number;
  /** Of A/A experiments; null where none was made. */
  noise: Noise | null;
  budget: Budget | null;
  /** In any order, of all conditions. */
  points: readonly SeriesPoint[];
}

/** Percentiles jump by themselves, and one orphaned limit on a p99 drowns every other alert: they are shown, and alert when asked to. */
export const alertsByDefault = (metric: ComparedMetric): boolean => percentileOf(metric) === null;

export const mayAlert = ({ alerts, metric }: WatchedSeries): boolean => alerts ?? alertsByDefault(metric);

/** The point of a night by its rounds: `baseline` is the reference, `other` the candidate. */
export function figuresOfNight(rounds: Sides): PointFigures | Fault {
  // The interval's level does not matter here: only the error is kept.
  const effect = effectOfRounds(rounds, 0.05);
  if ('fault' in effect) return effect;
  const mean = (figures: readonly number[]): number => Math.exp(logSampleOf(figures.map(Math.log)).mean);
  return {
    logRatio: Math.log(effect.ratio),
    error: effect.error,
    rounds: rounds.other.length,
    candidate: mean(rounds.other),
    reference: mean(rounds.baseline),
  };
}

/** Spread of one round's log ratio within nights, pooled over points; null where no point has an error. */
export function roundSpreadOf(points: readonly MeasuredPoint[]): number | null {
  const known = points.flatMap(({ figures: { error, rounds } }) =>
    error ? [{ squares: error.degrees * rounds * error.logRatio ** 2, degrees: error.degrees }] : [],
  );
  const degrees = known.reduce((total, point) => total + point.degrees, 0);
  return degrees > 0 ? Math.sqrt(known.reduce((total, point) => total + point.squares, 0) / degrees) : null;
}

export type MeasuredPoint = SeriesPoint & { figures: PointFigures };

export interface Epoch {
  conditions: Conditions;
  /** In first-parent order; points of one revision in the order of their measurement. */
  points: MeasuredPoint[];
}

/** More would make a night slow to judge, and older ones say nothing of it. */
export const EPOCH_POINTS_MOST = 500;

/**
 * Points that may be compared, apart from all others: what was measured under the same conditions. A host that goes back to an
 * earlier kernel goes on with that kernel's epoch. The last one is the present: that of the newest measurement.
 */
export function epochsOf(points: readonly SeriesPoint[]): Epoch[] {
  const epochs = new Map<string, MeasuredPoint[]>();
  const byTime = points.filter(isMeasured).toSorted((a, b) => a.measuredAtMs - b.measuredAtMs);
  for (const point of byTime) {
    const key = keyOf(point.conditions);
    const before = epochs.get(key) ?? [];
    // Put in again, so that the epoch measured last is the last one.
    epochs.delete(key);
    epochs.set(key, [...before, point]);
  }
  return [...epochs.values()].flatMap((measured) => {
    const [first] = measured;
    const ordered = measured.toSorted((a, b) => a.place - b.place).slice(-EPOCH_POINTS_MOST);
    return first ? [{ conditions: first.conditions, points: ordered }] : [];
  });
}

const isMeasured = (point: SeriesPoint): point is MeasuredPoint => point.figures !== null;

const keyOf = ({ benchmarkVersion, hostClass, hostFingerprint, reference }: Conditions): string =>
  JSON.stringify([benchmarkVersion, hostClass, hostFingerprint, reference]);
