import type { Lab } from '../platform/lab.ts';
import { ATTEMPTS_DAYS } from '../rules/service/kept.ts';
import { forgetAttempts } from './store/attempts.ts';
import { forgetExpired } from './store/sessions.ts';

const DAY_MS = 86_400_000;

/** Removes sessions and sign-in links that have expired, and what was counted of addresses that were quiet since. */
export async function forgetSignIns({ database: { db }, nowUs }: Lab): Promise<void> {
  await forgetExpired(db, nowUs());
  await forgetAttempts(db, Math.floor(nowUs() / 1000) - ATTEMPTS_DAYS * DAY_MS);
}
