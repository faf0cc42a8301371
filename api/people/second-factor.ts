import type { Person } from '../contract/account.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { WRONG_APP_CODE, wrongCodeSentence } from '../rules/people/second-factor-codes.ts';
import { checkPassword, countGuess, getAccount, type Owner, type Passwords } from './account.ts';
import { dropSecondFactor, findPeople } from './store/users.ts';

/** Two-factor authentication of one's own account; better-auth makes the secrets and checks the codes. */
export interface SecondFactors {
  startSecondFactor: (password: string) => Promise<{ uri: string; backupCodes: string[] }>;
  /** The answer carries the cookie of the session that goes on. */
  confirmSecondFactor: (code: string) => Promise<Response>;
  isCode: (code: string) => Promise<boolean>;
  newBackupCodes: (password: string) => Promise<string[]>;
}

/** Throws conflict where it is on already or there is no password to add it to, and invalid-input for a wrong password. */
export async function startSecondFactor(
  lab: Lab,
  owner: Owner,
  { isPassword, startSecondFactor }: Pick<Passwords, 'isPassword'> & Pick<SecondFactors, 'startSecondFactor'>,
  password: string,
): Promise<{ uri: string; backupCodes: string[] }> {
  const { hasPassword, hasSecondFactor } = await getAccount(lab, owner);
  if (hasSecondFactor) throw new AppError('conflict', 'Two-factor authentication is on already; turn it off first.');
  if (!hasPassword) throw new AppError('conflict', 'Set a password first: the code is asked for beside it.');
  await checkPassword(lab, owner.userId, isPassword, password, 'password');
  return startSecondFactor(password);
}

/** Throws conflict where none was begun or it is on already, and invalid-input for a wrong code. */
export async function confirmSecondFactor(
  lab: Lab,
  owner: Owner,
  { confirmSecondFactor }: Pick<SecondFactors, 'confirmSecondFactor'>,
  code: string,
): Promise<Response> {
  const { hasSecondFactor } = await getAccount(lab, owner);
  if (hasSecondFactor) throw new AppError('conflict', 'Two-factor authentication is on already.');
  await countGuess(lab, owner.userId);
  const answer = await confirmSecondFactor(code);
  if (answer.status >= 500) throw new Error(`confirming a second factor: better-auth answered ${answer.status}`);
  if (answer.status === 400) throw new AppError('conflict', 'Begin again: there is no secret to confirm any more.');
  // No backup code is taken here.
  if (!answer.ok) throw wrongCode(WRONG_APP_CODE);
  return answer;
}

/** Throws conflict where it is off, and invalid-input for a wrong password or code. */
export async function removeSecondFactor(
  lab: Lab,
  owner: Owner,
  { isPassword, isCode }: Pick<Passwords, 'isPassword'> & Pick<SecondFactors, 'isCode'>,
  { password, code }: { password: string | null; code: string },
): Promise<void> {
  const { hasPassword, hasSecondFactor } = await getAccount(lab, owner);
  if (!hasSecondFactor) throw new AppError('conflict', OFF);
  // A backup code is spent by asking: the password comes first.
  if (hasPassword) await checkPassword(lab, owner.userId, isPassword, password, 'password');
  else await countGuess(lab, owner.userId);
  if (!(await isCode(code))) throw wrongCode(wrongCodeSentence(code));
  await lab.database.transaction((tx) => dropSecondFactor(tx, owner.userId));
}

/** Those before work no more. Throws conflict where it is off or there is no password, and invalid-input for a wrong one. */
export async function renewBackupCodes(
  lab: Lab,
  owner: Owner,
  { isPassword, newBackupCodes }: Pick<Passwords, 'isPassword'> & Pick<SecondFactors, 'newBackupCodes'>,
  password: string,
): Promise<string[]> {
  const { hasPassword, hasSecondFactor } = await getAccount(lab, owner);
  if (!hasSecondFactor) throw new AppError('conflict', OFF);
  if (!hasPassword) throw new AppError('conflict', 'Set a password first: new backup codes take it.');
  await checkPassword(lab, owner.userId, isPassword, password, 'password');
  return newBackupCodes(password);
}

/**
 * For another person, who lost the app. Their password, sessions and tokens stay. Throws conflict where it is off, and
 * forbidden for one's own, which takes a code.
 */
export async function removeSecondFactorOf(lab: Lab, userId: string, byUserId: string | null): Promise<Person> {
  if (userId === byUserId) throw new AppError('forbidden', OWN);
  return lab.database.transaction(async (tx) => {
    const [person] = await findPeople(tx, { id: userId });
    if (!person) throw new AppError('not-found', 'There is no such person.');
    if (!person.hasSecondFactor) throw new AppError('conflict', OFF);
    await dropSecondFactor(tx, userId);
    return { ...person, hasSecondFactor: false };
  });
}

const OWN = 'Turn off your own two-factor authentication under Settings, Account, by your password and a code.';
const OFF = 'Two-factor authentication is off already.';
export const wrongCode = (sentence: string): AppError =>
  new AppError('invalid-input', sentence, [{ path: 'code', message: 'is not right' }]);
