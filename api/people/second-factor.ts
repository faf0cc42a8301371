import type { Person } from '../contract/account.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { checkPassword, countGuess, getAccount, type Owner, type Passwords } from './account.ts';
import { dropSecondFactor, findPeople } from './store/users.ts';

/** Two-factor authentication of one's own account; better-auth makes the secrets and checks the codes. */
export interface SecondFactors {
  startSecondFactor: (password: string) => Promise<{ uri: string; backupCodes: string[] }>;
  /** The answer carries the cookie of the session that goes on. */
  confirmSecondFactor: (code: string) => Promise<Response>;
  isCode: (code: string) => Promise<boolean>;
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
  if (!answer.ok) throw wrongCode();
  return answer;
}

/** Throws conflict where it is off, and invalid-input for a wrong code. */
export async function removeSecondFactor(
  lab: Lab,
  owner: Owner,
  { isCode }: Pick<SecondFactors, 'isCode'>,
  code: string,
): Promise<void> {
  const { hasSecondFactor } = await getAccount(lab, owner);
  if (!hasSecondFactor) throw new AppError('conflict', OFF);
  await countGuess(lab, owner.userId);
  if (!(await isCode(code))) throw wrongCode();
  await lab.database.transaction((tx) => dropSecondFactor(tx, owner.userId));
}

/** For somebody who lost the app. Their password, sessions and tokens stay. Throws conflict where it is off. */
export async function removeSecondFactorOf(lab: Lab, userId: string): Promise<Person> {
  return lab.database.transaction(async (tx) => {
    const [person] = await findPeople(tx, { id: userId });
    if (!person) throw new AppError('not-found', 'There is no such person.');
    if (!person.hasSecondFactor) throw new AppError('conflict', OFF);
    await dropSecondFactor(tx, userId);
    return { ...person, hasSecondFactor: false };
  });
}

const OFF = 'Two-factor authentication is off already.';
export const wrongCode = (): AppError =>
  new AppError('invalid-input', WRONG_CODE, [{ path: 'code', message: 'is not right' }]);
export const WRONG_CODE = 'The code is wrong. Codes of an app change every 30 seconds; type the present one.';
