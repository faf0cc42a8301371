import type { Recording } from '../audit/recording.ts';
import type { AcceptInvite, CreateInvite, Invite } from '../contract/account.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { isDuplicate } from '../platform/store/db.ts';
import { hashSecret, newId, newSecret } from '../platform/store/ids.ts';
import { type Admitter, mayAdmit } from './admission.ts';
import {
  findInvite,
  type InviteRecord,
  insertInvite,
  listInvites as readInvites,
  revokeInvites,
  useInvite,
} from './store/invites.ts';
import { createPerson, findPeople, setPasswordHash } from './store/users.ts';

const INVITE_DAYS = 7;

/**
 * Returns the secret, here and never again. Earlier invites of the same address work no more. Throws conflict for an
 * address that has an account.
 */
export async function createInvite(
  lab: Lab,
  input: CreateInvite,
  by: Admitter,
): Promise<{ invite: Invite; secret: string }> {
  const { role } = input;
  const email = input.email.toLowerCase();
  const nowUs = lab.nowUs();
  const secret = newSecret('mrpsinvite');
  const record = {
    id: newId(),
    email,
    role,
    createdByName: by.name,
    createdAtUs: nowUs,
    expiresAtUs: nowUs + INVITE_DAYS * 86_400e6,
  };
  await lab.database.transaction(async (tx) => {
    await mayAdmit(tx, by);
    if ((await findPeople(tx, { email })).length > 0) throw new AppError('conflict', hasAccount(email));
    await revokeInvites(tx, { email }, nowUs);
    await insertInvite(tx, { ...record, tokenHash: hashSecret(secret), createdByUserId: by.userId });
  });
  return { invite: toInvite({ ...record, acceptedAtUs: null, revokedAtUs: null }, nowUs), secret };
}

export async function listInvites(lab: Lab): Promise<Invite[]> {
  const nowUs = lab.nowUs();
  return (await readInvites(lab.database.db)).map((record) => toInvite(record, nowUs));
}

/** Throws not-found for an invite that is unknown, used or revoked. */
export async function revokeInvite(lab: Lab, inviteId: string): Promise<void> {
  const revoked = await revokeInvites(lab.database.db, { id: inviteId }, lab.nowUs());
  if (revoked === 0) throw new AppError('not-found', 'There is no such invite, or it was used or revoked already.');
}

/** The open invite of this secret. Whatever is wrong throws not-found with one sentence: a guess learns nothing. */
export async function openInvite(lab: Lab, secret: string): Promise<Invite> {
  const record = await findInvite(lab.database.db, hashSecret(secret));
  const invite = record && toInvite(record, lab.nowUs());
  if (invite?.state !== 'open') throw new AppError('not-found', DOES_NOT_WORK);
  return invite;
}

/**
 * Makes the account with the invite's role, once. Throws not-found as openInvite does, and conflict for an address that
 * has an account by now.
 */
export async function acceptInvite(
  lab: Lab,
  { secret, name, password }: AcceptInvite,
  hashPassword: (password: string) => Promise<string>,
  recording: Pick<Recording, 'about' | 'done'>,
): Promise<{ email: string }> {
  const { id: inviteId, email, role } = await openInvite(lab, secret);
  recording.about({ id: null, name: email });
  const hash = await hashPassword(password);
  const userId = newId();
  return lab.database.transaction(async (tx) => {
    const nowUs = lab.nowUs();
    if (!(await useInvite(tx, inviteId, userId, nowUs))) throw new AppError('not-found', DOES_NOT_WORK);
    if ((await findPeople(tx, { email })).length > 0) throw new AppError('conflict', hasAccount(email));
    await createPerson(tx, { id: userId, name, email, role, nowUs }).catch((error: unknown) => {
      // Another invite of this address, accepted at the same time.
      throw isDuplicate(error) ? new AppError('conflict', hasAccount(email)) : error;
    });
    await setPasswordHash(tx, { id: newId(), userId, password: hash });
    await recording.done(tx, { id: userId, name }, { userId, name, role });
    return { email };
  });
}

const DOES_NOT_WORK =
  'This invite does not work: it was used, revoked or has expired, or the link is not complete. Ask whoever sent it for a new one.';
const hasAccount = (email: string): string => `${email} has an account already.`;

function toInvite({ acceptedAtUs, revokedAtUs, ...invite }: InviteRecord, nowUs: number): Invite {
  const state =
    acceptedAtUs !== null
      ? 'accepted'
      : revokedAtUs !== null
        ? 'revoked'
        : invite.expiresAtUs <= nowUs
          ? 'expired'
          : 'open';
  return { ...invite, state };
}
