import type { ComparedMetric } from '../../contract/comparison.ts';
import { spreadOfRepeats } from '../statistics/design.ts';
import type { Sides } from '../statistics/effect.ts';
import { cvPercentOf } from '../statistics/log-sample.ts';
import { type Noise, noiseOf } from '../statistics/noise-floor.ts';
import { groupsBy } from '../words/groups.ts';
import { plural } from '../words/numbers.ts';

/** One measured step of a run that was made on the same hosts. */
export interface RepeatedFigure {
  /** Identifies what was asked: the same for runs of one configuration. */
  configuration: string;
  stepIndex: number;
  figure: number;
}

/** One run of an A/A experiment on the same hosts, of its primary step. */
export interface NoiseFigure {
  experimentId: string;
  round: number;
  /** 0 or 1, which are the same. */
  configuration: number;
  /** What its target was known by; null where an agent tells only its version. */
  targetKey: string | null;
  figure: number;
}

/** How far apart the runs of one configuration are, and how that is known. */
export interface RunNoise {
  cvPercent: number;
  source: string;
  /** Nothing on these hosts says so. */
  assumed: boolean;
}

/**
 * Where nothing was repeated on the hosts. Throughput: 3.5 %, that of 12 identical steps of 5 s on a test machine. The
 * others are held against it. Noise of the network and the scheduler leaves time on the CPU alone; a percentile varies
 * more the fewer requests lie beyond it.
 */
const ASSUMED_CV_PERCENT: Record<ComparedMetric, number> = {
  requestsPerSecond: 3.5,
  latencyMsP50: 5,
  latencyMsP99: 12,
  serverCpuUsPerRequest: 2,
  clientCpuUsPerRequest: 2,
};

/** With fewer runs beyond the first of their configuration a spread says nothing. */
const REPEATS_LEAST = 3;

/**
 * The noise of A/A experiments; null where there are too few rounds, or none. Rounds that lack a side are left out, and those
 * whose target changed between its sides.
 */
export function noiseOfFigures(figures: readonly NoiseFigure[]): Noise | null {
  const rounds = new Map<string, { baseline?: number; other?: number; keys: Set<string | null> }>();
  for (const { experimentId, round, configuration, targetKey, figure } of figures) {
    if (!(figure > 0)) continue;
    const key = `${experimentId} ${round}`;
    const { keys = new Set<string | null>(), ...sides } = rounds.get(key) ?? {};
    rounds.set(key, { ...sides, [configuration === 0 ? 'baseline' : 'other']: figure, keys: keys.add(targetKey) });
  }
  const whole = [...rounds.values()].flatMap(({ baseline, other, keys }): Sides[] =>
    baseline === undefined || other === undefined || keys.size > 1 ? [] : [{ baseline: [baseline], other: [other] }],
  );
  const noise = noiseOf(whole);
  return noise === null || 'fault' in noise ? null : noise;
}

/** The steadiest evidence that there is: A/A rounds, then runs that were repeated, then what is assumed. */
export function runNoiseOf(metric: ComparedMetric, noise: Noise | null, repeated: readonly RepeatedFigure[]): RunNoise {
  if (noise && noise.logSd > 0) {
    const source = `from ${noise.degrees} rounds of A/A experiments on these hosts`;
    return { cvPercent: cvPercentOf(noise.logSd / Math.SQRT2), source, assumed: false };
  }
  const groups = [
    ...groupsBy(
      repeated.filter(({ figure }) => figure > 0),
      ({ configuration, stepIndex }) => `${configuration} ${stepIndex}`,
    ).values(),
  ].map((group) => group.map(({ figure }) => figure));
  const spread = spreadOfRepeats(groups);
  if (spread && spread.degrees >= REPEATS_LEAST && spread.logSd > 0) {
    const many = groups.filter((group) => group.length > 1).length;
    const source = `from steps that were repeated on these hosts, ${spread.degrees + many} times of ${plural(many, 'kind')}`;
    return { cvPercent: cvPercentOf(spread.logSd), source, assumed: false };
  }
  return {
    cvPercent: ASSUMED_CV_PERCENT[metric],
    source: `assumed: ${whyAssumed(spread?.degrees ?? 0)}; an A/A experiment measures it`,
    assumed: true,
  };
}

/** A repeat counts of a finished run with the same target, load, tool and software; its verdict does not matter. */
function whyAssumed(repeats: number): string {
  if (repeats === 0) return 'no run on these hosts repeats another with the same known target, load and software';
  if (repeats < REPEATS_LEAST)
    return `${plural(repeats, 'repeat')} on these hosts so far, at least ${REPEATS_LEAST} needed`;
  return 'all repeats on these hosts gave the very same figure';
}
