import { endJoinTokens } from '../agents/store/join-tokens.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/store/db.ts';
import { revokeInvites } from './store/invites.ts';
import { dropLinksMadeBy } from './store/sessions.ts';
import { holdAdmin } from './store/users.ts';

/** The administrator whose right lets a person or an agent in. `userId` null: the instance's preset token. */
export interface Admitter {
  userId: string | null;
  name: string;
}

/**
 * Throws forbidden once the admitter is no administrator. Asked again where the link is stored, as the right may have
 * gone since the request came.
 */
export async function mayAdmit(tx: Db, { userId, name }: Admitter): Promise<void> {
  if (userId !== null && !(await holdAdmin(tx, userId)))
    throw new AppError('forbidden', `${name} is no longer an administrator.`);
}

/** Ends open invites, unused join tokens and unopened links for others with the right of who made them. */
export async function endAdmissions(tx: Db, userId: string, nowUs: number): Promise<void> {
  await revokeInvites(tx, { createdByUserId: userId }, nowUs);
  await endJoinTokens(tx, userId, nowUs);
  await dropLinksMadeBy(tx, userId);
}
