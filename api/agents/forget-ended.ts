import type { Lab } from '../platform/lab.ts';
import { LIVES_DAYS } from '../rules/service/kept.ts';
import { forgetLayouts } from '../runs/store/samples.ts';
import { forgetLives } from './store/incarnations.ts';
import { forgetJoinTokens } from './store/join-tokens.ts';

const DAY_US = 86_400_000_000;

/** Removes what agents leave behind with each start and each join, once nothing refers to it and nobody asks after it. */
export async function forgetEnded({ database: { db }, nowUs }: Lab): Promise<void> {
  const beforeUs = nowUs() - LIVES_DAYS * DAY_US;
  // For a day a life that has ended may still be reported of.
  await forgetLives(db, { startedBeforeUs: beforeUs, endedBeforeUs: nowUs() - DAY_US });
  await forgetJoinTokens(db, beforeUs);
  // What a life before the present one left in its agent's spool is still to be read.
  await forgetLayouts(db, { namedBeforeUs: beforeUs, spareUs: DAY_US });
}
