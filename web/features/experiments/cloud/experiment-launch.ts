import type { CreateLaunch, LaunchSpec } from '@contract/launch';
import { LAUNCH_LIMITS } from '@contract/limits';
import { plannedMinutesOf, ttlFault } from '@rules/launch/planned-use';
import type { Reading } from '@/features/draft/field-reading';
import { readBudget } from '@/features/draft/launch-draft';

interface Bounds {
  ttlMinutes: string;
  keepMinutes: string;
  budgetUsd: string;
}

/** How long the hosts are needed, with the rounds that run only where the first look is inconclusive. */
interface Needed {
  wholeUs: number;
  furtherRounds: number | null;
}

/** The launch of an experiment's hosts: as it was handed over, but for the bounds that are typed. */
export function readExperimentLaunch(
  read: Reading,
  typed: Bounds,
  handed: LaunchSpec,
  { wholeUs, furtherRounds }: Needed,
): CreateLaunch {
  const { ttlMinutes, keepMinutes } = LAUNCH_LIMITS;
  const spec: LaunchSpec = {
    ...handed,
    ttlMinutes: read.optional('ttlMinutes', typed.ttlMinutes, ...ttlMinutes) ?? handed.ttlMinutes,
    keepMinutes: read.optional('keepMinutes', typed.keepMinutes, ...keepMinutes) ?? handed.keepMinutes,
    budgetMicroUsd: readBudget(read, 'budgetUsd', typed.budgetUsd) ?? handed.budgetMicroUsd,
  };
  const seconds = wholeUs / 1e6;
  const needs =
    furtherRounds === null ? 'The experiment takes about' : 'The experiment takes, with its further rounds, about';
  const tooShort = ttlFault(needs, seconds, spec);
  if (tooShort !== null) read.errors.ttlMinutes ??= tooShort;
  return { spec, plannedMinutes: plannedMinutesOf(seconds) };
}
