import type { ComparedMetric } from '../../contract/comparison.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { isBetter } from '../statistics/better-word.ts';
import { type Conclusion, conclusionOf, RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { type Effect, effectOfRounds, type Fault, type Sides } from '../statistics/effect.ts';
import { secondaryConclusions } from '../statistics/family.ts';
import { logSampleOf } from '../statistics/log-sample.ts';
import type { Noise } from '../statistics/noise-floor.ts';
import { powerOfDifference } from '../statistics/power.ts';
import { leastRounds } from '../statistics/rounds-needed.ts';
import { studentTCritical } from '../statistics/student-t.ts';
import { type Budget, type Conditions, isOfOneDesign } from './series.ts';
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

/** So often in a row an experiment may measure nothing. */
export const LOSSES_MOST = 3;

/** Why a suspicion is not measured any more, in a sentence; null: it can be. `now`: what the benchmark asks for today. */
export function whyGivenUp(
  { conditions, channel }: Suspect,
  { baseline, other, budget }: Pick<ConfirmingExperiment, 'baseline' | 'other'> & { budget: Budget | null },
  now: Pick<Conditions, 'benchmarkVersion' | 'reference'>,
): string | null {
  if (!isOfOneDesign(conditions, now))
    return 'The benchmark’s design was changed since: points of another design are not compared.';
  if (channel === 'budget' && budget === null) return 'Its limit was taken away since.';
  if ((baseline ?? now.reference) === other)
    return 'It cannot be measured: the revision after the change is the reference itself.';
  return null;
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

/** What the experiment measured of one series of the alert. */
export interface SeriesRounds {
  seriesId: string;
  /** `baseline` is before the range, `other` after it. */
  rounds: Sides;
  /** Ratio after / before. */
  suspected: number;
  margin: number;
  noise: Noise | null;
}

export interface Confirmation {
  /** Of the series that decides. */
  held: boolean;
  /** Those that may be told: the others were suspected, and the experiment does not show it. */
  series: { seriesId: string; held: boolean; effect: Effect; conclusion: Conclusion }[];
}

/**
 * Whether the fresh experiment shows the change that is suspected: another conclusion than its direction, also none, does not
 * confirm it. The nights that raised the suspicion are not counted again. One series decides, declared before; the others are
 * held to Holm's correction, and change nothing of the answer. A fault where that series has no figures to compare.
 */
export function confirmationOf(
  { seriesId, alpha }: ConfirmingExperiment,
  measured: readonly SeriesRounds[],
): Confirmation | Fault {
  const decisive = measured.find((one) => one.seriesId === seriesId);
  if (!decisive) return { fault: 'The series that decides was not measured.' };
  const effect = effectOfRounds(decisive.rounds, alpha);
  if ('fault' in effect) return effect;
  const own = told(decisive, effect, conclusionOf(effect, decisive));
  const others = measured.flatMap((one) => {
    const found = one === decisive ? null : effectOfRounds(one.rounds, alpha);
    return found === null || 'fault' in found ? [] : [{ one, effect: found, rules: one }];
  });
  const conclusions = secondaryConclusions(others);
  const rest = others.flatMap(({ one, effect: found }, i) => {
    const conclusion = conclusions[i]?.conclusion;
    return conclusion ? [told(one, found, conclusion)] : [];
  });
  return { held: own.held, series: [own, ...rest] };
}

function told(
  { seriesId, suspected }: SeriesRounds,
  effect: Effect,
  conclusion: Conclusion,
): Confirmation['series'][number] {
  return { seriesId, held: conclusion.type === (suspected > 1 ? 'higher' : 'lower'), effect, conclusion };
}

/** The same of a limit: the level of the fresh rounds over it, which the series that decides tells alone. */
export function budgetConfirmationOf(
  { seriesId, alpha, margin }: ConfirmingExperiment,
  rounds: Sides,
  budget: Budget,
  metric: ComparedMetric,
): Confirmation | Fault {
  const { baseline, other } = rounds;
  const limits = other.map((_, i) => (budget.of === 'ratio' ? (baseline[i] ?? Number.NaN) : 1) * budget.limit);
  const effect = effectOfRounds({ baseline: limits, other }, alpha);
  if ('fault' in effect) return effect;
  const better = isBetter(METRIC_WORDS[metric].quantity, 'higher') ? 'higher' : 'lower';
  const held = budgetConfirmed(rounds, budget, better, alpha);
  return { held, series: [{ seriesId, held, effect, conclusion: conclusionOf(effect, { margin, noise: null }) }] };
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
