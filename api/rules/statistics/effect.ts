import { cvPercentOf, type LogSample, logSampleOf, medianOf } from './log-sample.ts';
import { studentTCritical, studentTTail } from './student-t.ts';

/** One figure per run and side, in the metric's own unit. The caller leaves out runs without a figure. */
export interface Sides {
  baseline: readonly number[];
  other: readonly number[];
}

/** How the other side compares with the baseline. The unit is the run, never the second within one. */
export interface Effect {
  /** False of runs that were picked by hand: drift between them is not excluded. */
  interleaved: boolean;
  /** Runs a side. */
  runs: { baseline: number; other: number };
  /** Rounds that have both; null where runs are not paired. */
  pairs: number | null;
  /** Other / baseline: the geometric mean of the paired ratios, or the ratio of the geometric means. */
  ratio: number;
  /** Other / baseline by Hodges and Lehmann: what the ratio would be if single odd runs weighed little. */
  hodgesLehmann: number;
  /** 1 - confidence of the interval. */
  alpha: number;
  /** t interval of the ratio; null with fewer than two runs a side, or where no two ratios differ. */
  low: number | null;
  high: number | null;
  /** Two-sided, of no change; null where low is. */
  pValue: number | null;
  /** Coefficient of variation of the ratio of one round (or, unpaired, of one run a side), in percent; null where low is. */
  cvPercent: number | null;
  /** Standard error of the ratio's logarithm and its degrees of freedom; null where low is. */
  error: { logRatio: number; degrees: number } | null;
}

export interface Fault {
  fault: string;
}

/**
 * Figures with the same index are of one round. t interval on the logarithms of their ratios, at 1 - alpha.
 * A fault where a figure is not a positive number or a round lacks a side.
 */
export function effectOfRounds(rounds: Sides, alpha: number): Effect | Fault {
  const fault = faultOf(rounds);
  if (fault) return fault;
  if (rounds.baseline.length !== rounds.other.length) {
    return {
      fault: `The baseline has ${rounds.baseline.length} figures and the other side ${rounds.other.length}: rounds are compared in pairs, so leave out rounds that lack a side.`,
    };
  }
  const logs = rounds.other.map((figure, i) => Math.log(figure / (rounds.baseline[i] ?? Number.NaN)));
  const sample = logSampleOf(logs);
  const { count } = sample;
  return {
    interleaved: true,
    runs: { baseline: count, other: count },
    pairs: count,
    hodgesLehmann: Math.exp(medianOf(walshAverages(logs))),
    ...inferred(sample.mean, sample.sd, sample.sd / Math.sqrt(count), count - 1, alpha),
  };
}

/** Runs that were not interleaved: Welch's t interval on logarithms, at 1 - alpha. Faults are those of rounds. */
export function effectOfUnpairedRuns(sides: Sides, alpha: number): Effect | Fault {
  const fault = faultOf(sides);
  if (fault) return fault;
  const [from, to] = [sides.baseline.map(Math.log), sides.other.map(Math.log)];
  const [baseline, other] = [logSampleOf(from), logSampleOf(to)];
  const several = baseline.count > 1 && other.count > 1;
  const { error, degrees } = welch(baseline, other);
  const differences = to.flatMap((log) => from.map((base) => log - base));
  return {
    interleaved: false,
    runs: { baseline: baseline.count, other: other.count },
    pairs: null,
    hodgesLehmann: Math.exp(medianOf(differences)),
    ...inferred(other.mean - baseline.mean, several ? Math.hypot(baseline.sd, other.sd) : 0, error, degrees, alpha),
  };
}

function faultOf({ baseline, other }: Sides): Fault | null {
  const sides = [
    { name: 'the baseline', figures: baseline },
    { name: 'the other side', figures: other },
  ];
  for (const { name, figures } of sides) {
    if (figures.length === 0) return { fault: `There is no figure of ${name}, so there is nothing to compare.` };
    const at = figures.findIndex((figure) => !(figure > 0 && Number.isFinite(figure)));
    if (at >= 0) {
      return {
        fault: `Figure ${at + 1} of ${name} is ${figures[at]}: ratios need numbers above 0. Leave out this run.`,
      };
    }
  }
  return null;
}

/** Means of every two values, each with itself included. */
function walshAverages(values: readonly number[]): number[] {
  return values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2));
}

function welch(a: LogSample, b: LogSample): { error: number; degrees: number } {
  const [ofA, ofB] = [a.sd ** 2 / a.count, b.sd ** 2 / b.count];
  const degrees = (ofA + ofB) ** 2 / (ofA ** 2 / (a.count - 1) + ofB ** 2 / (b.count - 1));
  return { error: Math.sqrt(ofA + ofB), degrees };
}

type Inferred = Pick<Effect, 'ratio' | 'alpha' | 'low' | 'high' | 'pValue' | 'cvPercent' | 'error'>;

/** `sd` 0 says that nothing is known of how far figures lie apart: then there is no interval. */
function inferred(mean: number, sd: number, error: number, degrees: number, alpha: number): Inferred {
  const ratio = Math.exp(mean);
  if (sd === 0) return { ratio, alpha, low: null, high: null, pValue: null, cvPercent: null, error: null };
  const reach = studentTCritical(alpha / 2, degrees) * error;
  return {
    ratio,
    alpha,
    low: Math.exp(mean - reach),
    high: Math.exp(mean + reach),
    pValue: 2 * studentTTail(Math.abs(mean) / error, degrees),
    cvPercent: cvPercentOf(sd),
    error: { logRatio: error, degrees },
  };
}

/** The same interval at another level; null where there is none. */
export function intervalAt({ ratio, error }: Effect, alpha: number): { low: number; high: number } | null {
  if (error === null) return null;
  const reach = studentTCritical(alpha / 2, error.degrees) * error.logRatio;
  return { low: ratio * Math.exp(-reach), high: ratio * Math.exp(reach) };
}
