import type { FastifyRequest } from 'fastify';
import type { IdentityProof } from '../contract/account.ts';
import type { RouteShape } from '../contract/routes.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { wrongCodeSentence } from '../rules/people/second-factor-codes.ts';
import { checkPassword, countGuess, getAccount, type Owner, type Passwords } from './account.ts';
import { hasPageKey } from './page-key.ts';
import { type SecondFactors, wrongCode } from './second-factor.ts';
import { lastProvedAtUs, noteProof } from './store/sessions.ts';

const RECENT_US = 10 * 60e6;

/**
 * Lets a browser's request that changes something through, or throws proof-needed. The cookie alone is not enough: it goes to
 * every port of the host, so whatever listens there could act with it.
 */
export async function askForProof(
  lab: Lab,
  proof: RouteShape['proof'],
  owner: Owner,
  { headers }: FastifyRequest,
): Promise<void> {
  if (proof === 'given') return;
  const { sessionId } = owner;
  if (hasPageKey(lab.secret, sessionId, headers) && (proof !== 'recent' || (await isRecent(lab, sessionId)))) return;
  throw new AppError('proof-needed', waysToProve(await getAccount(lab, owner)));
}

async function isRecent({ database, nowUs }: Lab, sessionId: string): Promise<boolean> {
  const provedAtUs = await lastProvedAtUs(database.db, sessionId);
  return provedAtUs !== null && nowUs() - provedAtUs <= RECENT_US;
}

interface Ways {
  hasPassword: boolean;
  hasSecondFactor: boolean;
}

function waysToProve({ hasPassword, hasSecondFactor }: Ways): string {
  const ways = [...(hasPassword ? ['your password'] : []), ...(hasSecondFactor ? ['a code of your app'] : [])];
  if (ways.length > 0) return `Confirm that it is you: type ${ways.join(' or ')}.`;
  return 'Confirm that it is you. This account has no password: open a new sign-in link in this browser, then do this again. `npm run sign-in-link` prints one for the first administrator; others get one of an administrator.';
}

/**
 * Notes that the person of the session has just proved who they are. Throws invalid-input for what is wrong, and
 * TooManyAttempts after ten guesses in a minute.
 */
export async function proveIdentity(
  lab: Lab,
  owner: Owner,
  { isPassword, isCode }: Pick<Passwords, 'isPassword'> & Pick<SecondFactors, 'isCode'>,
  { password, code }: IdentityProof,
): Promise<void> {
  const account = await getAccount(lab, owner);
  if (!account.hasPassword && !account.hasSecondFactor) throw new AppError('conflict', waysToProve(account));
  if (password !== null) {
    await checkPassword(lab, owner.userId, isPassword, password, 'password');
  } else {
    await countGuess(lab, owner.userId);
    if (code === null || !account.hasSecondFactor || !(await isCode(code)))
      throw wrongCode(wrongCodeSentence(code ?? ''));
  }
  await noteProof(lab.database.db, owner.sessionId, lab.nowUs());
}
