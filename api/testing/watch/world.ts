import type { Sides } from '../../rules/statistics/effect.ts';
import { logSdOf } from '../../rules/statistics/log-sample.ts';
import type { Random } from '../../rules/statistics/seeded-random.ts';
import { normalFrom } from '../statistics/sessions.ts';

/** How a benchmark of every night comes about. Shares, deviations and drifts are of logarithms: 0.02 is about 2 %. */
export interface World {
  id: string;
  words: string;
  /** The host's figures wander by so much a night, candidate and reference alike, and drift so much. */
  hostWalk: number;
  hostDrift: number;
  /** The chance that all of a night's runs of the candidate are off by 10 %, up or down: another layout of its memory. */
  spikes: number;
  /** The chance that something disturbs a run and takes 15 % of it. */
  oddRuns: number;
}

const QUIET: World = { id: 'quiet', words: 'nights alike', hostWalk: 0, hostDrift: 0, spikes: 0, oddRuns: 0 };
export const DRIFTING: World = {
  ...QUIET,
  id: 'drifting-host',
  words: 'the host wanders by 1 % a night and loses 0.05 %',
  hostWalk: 0.01,
  hostDrift: -0.0005,
};
const UNKIND: World = {
  ...DRIFTING,
  id: 'all-at-once',
  words: 'a wandering host, spikes and outliers',
  spikes: 0.05,
  oddRuns: 0.15,
};

/** From kind to unkind; nothing changes in any of them. */
export const WORLDS: World[] = [
  QUIET,
  DRIFTING,
  { ...QUIET, id: 'spikes', words: 'one night of twenty is off by 10 %', spikes: 0.05 },
  { ...QUIET, id: 'outliers', words: '15 % of the runs lose 15 %', oddRuns: 0.15 },
  UNKIND,
];

export const RUN_CV_PERCENT = 3.5;
const SPIKE = 0.1;
const ODD_RUN_LOSES = 0.15;
const LEVEL_PER_SECOND = 100_000;

/** What happens in a world, night after night. */
export interface Course {
  /** Night by night, from the host's point of view, at the beginning. */
  hostAt: (night: number) => number;
  /** Rounds of two builds whose figures differ by this logarithm, with all that the world adds. */
  roundsOf: (rounds: number, logRatio: number, night: number) => Sides;
}

export function courseOf(world: World, random: Random, hostMoves: (night: number) => number = () => 0): Course {
  const normal = normalFrom(random);
  const runSd = logSdOf(RUN_CV_PERCENT);
  const host: number[] = [0];
  const hostAt = (night: number): number => {
    while (host.length <= night) host.push((host.at(-1) ?? 0) + world.hostDrift + world.hostWalk * normal());
    return (host[night] ?? 0) + hostMoves(night);
  };
  const run = (log: number): number => {
    const odd = random() < world.oddRuns ? ODD_RUN_LOSES : 0;
    return LEVEL_PER_SECOND * Math.exp(log + runSd * normal() - odd);
  };
  return {
    hostAt,
    roundsOf(rounds, logRatio, night) {
      const level = hostAt(night);
      const spike = random() < world.spikes ? (random() < 0.5 ? -SPIKE : SPIKE) : 0;
      return {
        baseline: Array.from({ length: rounds }, () => run(level)),
        other: Array.from({ length: rounds }, () => run(level + logRatio + spike)),
      };
    },
  };
}
