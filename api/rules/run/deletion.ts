import { formatMinute } from '../words/durations.ts';

/** How long a deleted run can be brought back. */
export const RESTORABLE_DAYS = 7;
const RESTORABLE_US = RESTORABLE_DAYS * 86_400_000_000;

export const restorableUntilUs = (deletedAtUs: number): number => deletedAtUs + RESTORABLE_US;
/** Runs that were deleted before it are gone for good. */
export const goneBeforeUs = (nowUs: number): number => nowUs - RESTORABLE_US;

/** Where the time series of a run were. */
export const samplesRemovedSentence = (atUs: number): string =>
  `Samples were removed on ${formatMinute(atUs)}, as old as this instance keeps them. Figures and verdicts stay.`;

export function deletedSentence(deletedAtUs: number): string {
  return `This run was deleted on ${formatMinute(deletedAtUs)}; an operator can restore it until ${formatMinute(restorableUntilUs(deletedAtUs))}.`;
}
