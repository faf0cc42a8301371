import type { ComparedMetric } from '../../contract/comparison.ts';
import { spreadOfRepeats } from '../statistics/design.ts';
import type { Sides } from '../statistics/effect.ts';
import { cvPercentOf } from '../statistics/log-sample.ts';
import { type Noise, noiseOf } from '../statistics/noise-floor.ts';
import { groupsBy } from '../words/groups.ts';
import { plural } from '../words/numbers.ts';
import { firstOf } from '../words/text.ts';

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
  /** Target, requests and load, in words; null where they are not kept. */
  of: string | null;
  /** What it was measured of and with, as `noiseKeyOf` names it; null where that is not kept. */
  key: string | null;
  /** The figure is not to be relied on. */
  suspect: boolean;
}

/** What is known of the noise of hosts, and what was measured for it. */
export interface HostNoise extends Noise {
  /** '3 rounds of A/A experiments on these hosts with this target, requests and tool: Fiber /simple at 50 connections, 2 of 6 runs suspect'. */
  source: string;
}

/** How far apart the runs of one configuration are, and how that is known. */
export interface RunNoise {
  cvPercent: number;
  source: string;
  /** Nothing on these hosts says so. */
  assumed: boolean;
}

/** What is known of the noise of a metric on the hosts. */
export interface KnownNoise {
  runNoise: RunNoise;
  /** By A/A experiments on these hosts; null where there were none. */
  noise: Noise | null;
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
 * The noise of A/A experiments; null where there are too few rounds, or none. `asked`: the keys of what is judged. Rounds of
 * these alone count if there are enough; else all do, as a floor of other runs on these hosts is better than none.
 */
export function noiseOfFigures(figures: readonly NoiseFigure[], asked: readonly string[] = []): HostNoise | null {
  if (asked.length === 0) return noiseOfAll(figures, '');
  const keys = new Set(asked);
  const alike = figures.filter(({ key }) => key !== null && keys.has(key));
  const like = keys.size === 1 ? 'this target, requests and tool' : 'the target, requests and tool of a side';
  return noiseOfAll(alike, ` with ${like}`) ?? noiseOfAll(figures, ` (too few with ${like})`);
}

/** Rounds that lack a side are left out, and those whose target changed between its sides. */
function noiseOfAll(figures: readonly NoiseFigure[], like: string): HostNoise | null {
  const usable = figures.filter(({ figure }) => figure > 0);
  const rounds = groupsBy(usable, ({ experimentId, round }) => `${experimentId} ${round}`);
  const whole = [...rounds.values()].flatMap((round) => {
    const baseline = round.findLast(({ configuration }) => configuration === 0);
    const other = round.findLast(({ configuration }) => configuration !== 0);
    return !baseline || !other || baseline.targetKey !== other.targetKey ? [] : [{ baseline, other }];
  });
  const noise = noiseOf(
    whole.map(({ baseline, other }): Sides => ({ baseline: [baseline.figure], other: [other.figure] })),
  );
  if (noise === null || 'fault' in noise) return null;
  return {
    ...noise,
    source: sourceOf(
      whole.flatMap(({ baseline, other }) => [baseline, other]),
      like,
    ),
  };
}

/** Other targets and loads may vary otherwise: a floor says what it was measured with. */
function sourceOf(figures: NoiseFigure[], like: string): string {
  const known = [...new Set(figures.flatMap(({ of }) => of ?? []))];
  const suspect = figures.filter((figure) => figure.suspect).length;
  const told = [
    ...(known.length === 0 ? [] : [firstOf(known)]),
    ...(suspect === 0 ? [] : [`${suspect} of ${plural(figures.length, 'run')} suspect`]),
  ];
  const from = `${plural(figures.length / 2, 'round')} of A/A experiments on these hosts${like}`;
  return told.length === 0 ? from : `${from}: ${told.join(', ')}`;
}

/** The steadiest evidence that there is: A/A rounds, then runs that were repeated, then what is assumed. */
export function runNoiseOf(
  metric: ComparedMetric,
  noise: HostNoise | null,
  repeated: readonly RepeatedFigure[],
): RunNoise {
  if (noise && noise.logSd > 0) {
    return { cvPercent: cvPercentOf(noise.logSd / Math.SQRT2), source: `from ${noise.source}`, assumed: false };
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
    source: `assumed, because ${whyAssumed(spread?.degrees ?? 0)}; a noise floor would measure it`,
    assumed: true,
  };
}

/** A repeat counts of a finished run with the same target, load, tool and software; its verdict does not matter. */
function whyAssumed(repeats: number): string {
  if (repeats === 0) return 'nothing known to be the same was measured twice here';
  if (repeats < REPEATS_LEAST)
    return `there ${repeats === 1 ? 'is' : 'are'} ${plural(repeats, 'repeat')} here so far and at least ${REPEATS_LEAST} are needed`;
  return 'all repeats here gave the very same figure';
}
