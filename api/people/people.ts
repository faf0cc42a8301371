import type { Person, Role } from '../contract/account.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { type Admitter, endAdmissions, mayAdmit } from './admission.ts';
import { revokeApiTokens } from './store/api-tokens.ts';
import { dropSignInLinks, endSessions, noteLinkMaker } from './store/sessions.ts';
import { changePerson as change, findPeople, lockAdmins, type PersonRecord, setPasswordHash } from './store/users.ts';

export const listPeople = (lab: Lab): Promise<Person[]> => findPeople(lab.database.db);

/**
 * Holds at once: roles are read at every call, also for the person's tokens. Invites and join tokens that a former
 * administrator made work no more.
 */
export async function changeRole(lab: Lab, userId: string, role: Role): Promise<Person> {
  return lab.database.transaction(async (tx) => {
    if (role !== 'admin') await refuseLastAdmin(tx, userId, 'demoted');
    await existing(tx, userId);
    await change(tx, userId, { role });
    if (role !== 'admin') await endAdmissions(tx, userId, lab.nowUs());
    return existing(tx, userId);
  });
}

/**
 * Ends the person's sessions and revokes for good what else lets somebody in: their API tokens, and the links, invites
 * and join tokens that they made or that were made for them.
 */
export async function disablePerson(lab: Lab, userId: string): Promise<Person> {
  return lab.database.transaction(async (tx) => {
    await refuseLastAdmin(tx, userId, 'disabled');
    const { email } = await existing(tx, userId);
    await change(tx, userId, { banned: true });
    await endSessions(tx, userId);
    await dropSignInLinks(tx, email);
    await revokeApiTokens(tx, userId, lab.nowUs());
    await endAdmissions(tx, userId, lab.nowUs());
    return existing(tx, userId);
  });
}

export async function enablePerson(lab: Lab, userId: string): Promise<Person> {
  await existing(lab.database.db, userId);
  await change(lab.database.db, userId, { banned: false });
  return existing(lab.database.db, userId);
}

/** Whoever knew the old password is out, with every session, link, invite and token that they may have made with it. */
async function forgetPassword(lab: Lab, userId: string, by: Admitter): Promise<Person> {
  return lab.database.transaction(async (tx) => {
    await mayAdmit(tx, by);
    const person = await existing(tx, userId);
    if (person.disabled) throw new AppError('conflict', `${person.name} is disabled; enable them first.`);
    await setPasswordHash(tx, { id: newId(), userId, password: null });
    await endSessions(tx, userId);
    await dropSignInLinks(tx, person.email);
    await revokeApiTokens(tx, userId, lab.nowUs());
    await endAdmissions(tx, userId, lab.nowUs());
    return existing(tx, userId);
  });
}

/**
 * A link that lets another person in once, as long as who made it may let people in. `makeLink` also says what the link is stored
 * as. Throws forbidden for one's own account, whose password takes the old one: otherwise an open session would do.
 */
export async function resetPassword(
  lab: Lab,
  userId: string,
  by: Admitter,
  makeLink: (email: string) => Promise<{ url: string; identifier: string }>,
): Promise<string> {
  if (userId === by.userId) throw new AppError('forbidden', OWN);
  const { email } = await forgetPassword(lab, userId, by);
  const { url, identifier } = await makeLink(email);
  await lab.database.transaction(async (tx) => {
    await mayAdmit(tx, by);
    if (by.userId !== null) await noteLinkMaker(tx, identifier, by.userId);
  });
  return url;
}

const OWN =
  'Change your own password under Settings, Account, by the old one. If it is lost, another administrator resets it.';

async function existing(db: Db, userId: string): Promise<PersonRecord> {
  const [person] = await findPeople(db, { id: userId });
  if (!person) throw new AppError('not-found', 'There is no such person.');
  return person;
}

/** An instance keeps one administrator at least, to let others in. */
async function refuseLastAdmin(db: Db, userId: string, what: string): Promise<void> {
  const admins = await lockAdmins(db);
  if (admins.length === 1 && admins[0] === userId) {
    throw new AppError('conflict', `The last administrator cannot be ${what}; make another person one first.`);
  }
}
