import type { Account, SignedInSession } from '../contract/account.ts';
import { AppError, TooManyAttempts } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { newId } from '../platform/store/ids.ts';
import { countAttempt } from './store/attempts.ts';
import { dropSignInLinks, endSession, endSessions, listSessions as readSessions } from './store/sessions.ts';
import { changePerson, findPasswordHash, findPeople, setPasswordHash } from './store/users.ts';

/** A person at their browser. */
export interface Owner {
  userId: string;
  sessionId: string;
}

/** At the current password or a code, of one person. */
const GUESSES = { max: 10, windowMs: 60_000 };

/** Slow on purpose, and so not the operations' own. */
export interface Passwords {
  hashPassword: (password: string) => Promise<string>;
  isPassword: (hash: string, password: string) => Promise<boolean>;
}

/** Throws not-found for an account that is gone. */
export async function getAccount(lab: Lab, { userId }: Owner): Promise<Account> {
  const [person] = await findPeople(lab.database.db, { id: userId });
  if (!person) throw new AppError('not-found', 'This account does not exist any more.');
  return person;
}

export async function renameAccount(lab: Lab, owner: Owner, name: string): Promise<Account> {
  await changePerson(lab.database.db, owner.userId, { name });
  return getAccount(lab, owner);
}

/**
 * Sets the first password, or changes it given the present one. All other sessions end, and unopened links stop
 * working; API tokens go on. Throws invalid-input for a wrong present password, and TooManyAttempts after ten guesses
 * in a minute.
 */
export async function changePassword(
  lab: Lab,
  owner: Owner,
  { hashPassword, isPassword }: Passwords,
  { currentPassword, newPassword }: { currentPassword: string | null; newPassword: string },
): Promise<void> {
  const { userId, sessionId } = owner;
  const { email, hasPassword } = await getAccount(lab, owner);
  if (hasPassword) await checkPassword(lab, userId, isPassword, currentPassword, 'currentPassword');
  const password = await hashPassword(newPassword);
  await lab.database.transaction(async (tx) => {
    await setPasswordHash(tx, { id: newId(), userId, password });
    await endSessions(tx, userId, sessionId);
    await dropSignInLinks(tx, email);
  });
}

/** Throws invalid-input for a password that is not the present one, and TooManyAttempts. */
export async function checkPassword(
  lab: Lab,
  userId: string,
  isPassword: Passwords['isPassword'],
  password: string | null,
  path: string,
): Promise<void> {
  await countGuess(lab, userId);
  const present = await findPasswordHash(lab.database.db, userId);
  if (present !== null && password !== null && (await isPassword(present, password))) return;
  throw new AppError('invalid-input', 'The password is wrong; nothing was changed.', [
    { path, message: 'is not right' },
  ]);
}

/** An open browser is not to be enough to find the password or a code out. */
export async function countGuess(lab: Lab, userId: string): Promise<void> {
  const nowMs = Math.floor(lab.nowUs() / 1000);
  const waitMs = await countAttempt(lab.database.db, `current-password|${userId}`, GUESSES, nowMs);
  if (waitMs > 0) throw new TooManyAttempts('at the password or a code', Math.ceil(waitMs / 1000));
}

export async function listSessions(lab: Lab, { userId, sessionId }: Owner): Promise<SignedInSession[]> {
  const sessions = await readSessions(lab.database.db, userId, lab.nowUs());
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
}

/** Ends one of the person's sessions; not-found when they have no such session. */
export async function revokeSession(lab: Lab, { userId }: Owner, sessionId: string): Promise<void> {
  const ended = await endSession(lab.database.db, userId, sessionId);
  if (!ended) throw new AppError('not-found', 'That session has already ended.');
}

export async function revokeOtherSessions(lab: Lab, { userId, sessionId }: Owner): Promise<void> {
  await endSessions(lab.database.db, userId, sessionId);
}
