import { type Conclusion, conclusionOf, RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { type Effect, effectOfRounds, type Fault, type Sides } from '../statistics/effect.ts';
import { logSampleOf } from '../statistics/log-sample.ts';
import type { Noise } from '../statistics/noise-floor.ts';
import { powerOfDifference } from '../statistics/power.ts';
import { leastRounds } from '../statistics/rounds-needed.ts';
import { studentTCritical } from '../statistics/student-t.ts';
import type { Budget } from './series.ts';
import type { RevisionRange, Suspect } from './suspect.ts';
import type { WatchRules } from './watch-rules.ts';

/** A host of the confirming experiment: its boot when the suspect was measured, and its boot now. Null where it is not known. */
export interface HostBoot {
  suspectedIn: string | null;
  now: string | null;
}

export type MayBegin = { type: 'now'; because: 'another-boot' | 'waited' } | { type: 'not-before'; atMs: number };

/**
 * When a suspect may be confirmed. Within one boot memory lies where it lay, and the same accident is measured again: so after
 * another boot of every host, or else once enough time has passed for other accidents.
 *
 * @param waitMs a setting of the instance, an hour by default
 */
export function mayBegin(suspectedAtMs: number, hosts: readonly HostBoot[], nowMs: number, waitMs: number): MayBegin {
  const rebooted = ({ suspectedIn, now }: HostBoot): boolean =>
    suspectedIn !== null && now !== null && suspectedIn !== now;
  if (hosts.length > 0 && hosts.every(rebooted)) return { type: 'now', because: 'another-boot' };
  const atMs = suspectedAtMs + waitMs;
  return nowMs >= atMs ? { type: 'now', because: 'waited' } : { type: 'not-before', atMs };
}

export const CONFIRMATION_WAIT_MS = 60 * 60 * 1000;

/** The experiment that confirms: both revisions interleaved, decided by the series that shows the change most certainly. */
export interface ConfirmingExperiment {
  /** Null: the pinned reference, for a budget. */
  baseline: string | null;
  other: string;
  seriesId: string;
  rounds: number;
  alpha: number;
  margin: number;
}

/**
 * Rounds are planned for the size that is suspected, at the noise that nights have, and for no less than twice the margin: close
 * to the margin hardly any number of rounds would do.
 *
 * @param roundLogSd standard deviation of one round's log ratio; null takes the most rounds
 */
export function confirmingExperiment(
  range: RevisionRange,
  suspects: readonly [Suspect, ...Suspect[]],
  { margin, noise, roundLogSd }: { margin: number; noise: Noise | null; roundLogSd: number | null },
  { confirmation }: WatchRules,
): ConfirmingExperiment {
  const [{ seriesId, size, channel }] = suspects;
  const { roundsLeast, roundsMost, power, attemptsMost } = confirmation;
  const alpha = confirmation.alpha / attemptsMost;
  const logEffect = Math.max(Math.abs(Math.log(size.ratio)), 2 * Math.log1p(margin));
  const needed =
    roundLogSd === null
      ? roundsMost
      : leastRounds(
          (rounds) => powerOfDifference({ rounds, alpha, logSd: roundLogSd, margin, noise }, logEffect),
          power,
        ).rounds;
  return {
    baseline: channel === 'budget' ? null : (range.before?.revision ?? null),
    other: range.after.revision,
    seriesId,
    rounds: Math.min(roundsMost, Math.max(roundsLeast, needed)),
    alpha,
    margin,
  };
}

export interface Confirmation {
  held: boolean;
  effect: Effect;
  conclusion: Conclusion;
}

/**
 * Whether the fresh experiment shows the change that is suspected: another conclusion than its direction, also none, does not
 * confirm it. The nights that raised the suspicion are not counted again.
 *
 * @param rounds of both revisions: `baseline` is before the range, `other` after it
 * @param suspected ratio after / before
 */
export function confirmationOf(
  rounds: Sides,
  suspected: number,
  { alpha, margin }: ConfirmingExperiment,
  noise: Noise | null,
): Confirmation | Fault {
  const effect = effectOfRounds(rounds, alpha);
  if ('fault' in effect) return effect;
  const conclusion = conclusionOf(effect, { margin, noise });
  return { held: conclusion.type === (suspected > 1 ? 'higher' : 'lower'), effect, conclusion };
}

/** Whether the level is beyond its limit in the fresh rounds, too: by the bound of their interval. `baseline` is the reference. */
export function budgetConfirmed(
  { baseline, other }: Sides,
  { of, limit }: Budget,
  better: 'higher' | 'lower',
  alpha: number,
): boolean {
  const logs = other.map((figure, i) => Math.log(of === 'ratio' ? figure / (baseline[i] ?? Number.NaN) : figure));
  const { count, mean, sd } = logSampleOf(logs);
  if (count < RUNS_FOR_A_CLAIM || !Number.isFinite(mean)) return false;
  const excess = better === 'higher' ? Math.log(limit) - mean : mean - Math.log(limit);
  return excess - (studentTCritical(alpha / 2, count - 1) * sd) / Math.sqrt(count) > 0;
}
