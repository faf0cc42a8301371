import type { FastifyRequest } from 'fastify';
import { PAGE_KEY_HEADER } from '../contract/page-key.ts';
import { routes } from '../contract/routes.ts';
import { AppError } from '../platform/app-error.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import {
  changePassword,
  getAccount,
  listSessions,
  type Owner,
  renameAccount,
  revokeOtherSessions,
  revokeSession,
} from './account.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';
import { type Caller, webHeaders } from './caller.ts';
import { pageKeyOf } from './page-key.ts';
import { proveIdentity } from './proof.ts';
import { confirmSecondFactor, removeSecondFactor, renewBackupCodes, startSecondFactor } from './second-factor.ts';
import type { Person, SignIn } from './sign-in.ts';
import { handSession } from './sign-in-routes.ts';

/** A person's own account, and API tokens. */
export function accountRoutes(doors: Doors): void {
  const { lab, signIn } = doors;
  mount(doors, routes.getAccount, ({ caller }) => getAccount(lab, ownerOf(caller)));
  mount(doors, routes.changeAccount, ({ caller, body }) => renameAccount(lab, ownerOf(caller), body.name));
  mount(doors, routes.changePassword, async ({ caller, body }) => {
    await changePassword(lab, ownerOf(caller), signIn, body);
    return undefined;
  });

  mount(doors, routes.proveIdentity, async ({ caller, body, request, reply }) => {
    const owner = ownerOf(caller);
    await proveIdentity(lab, owner, checks(signIn, request), body);
    reply.header(PAGE_KEY_HEADER, pageKeyOf(lab.secret, owner.sessionId));
    return undefined;
  });

  mount(doors, routes.startSecondFactor, ({ caller, body, request }) =>
    startSecondFactor(lab, ownerOf(caller), checks(signIn, request), body.password),
  );
  mount(doors, routes.confirmSecondFactor, async ({ caller, body, request, reply }) => {
    const answer = await confirmSecondFactor(lab, ownerOf(caller), checks(signIn, request), body.code);
    await handSession(doors, answer, reply, null);
    return undefined;
  });
  mount(doors, routes.removeSecondFactor, async ({ caller, body, request }) => {
    await removeSecondFactor(lab, ownerOf(caller), checks(signIn, request), body);
    return undefined;
  });
  mount(doors, routes.renewBackupCodes, async ({ caller, body, request }) => ({
    backupCodes: await renewBackupCodes(lab, ownerOf(caller), checks(signIn, request), body.password),
  }));

  mount(doors, routes.listSessions, async ({ caller }) => ({ sessions: await listSessions(lab, ownerOf(caller)) }));
  mount(doors, routes.revokeSession, async ({ caller, params }) => {
    await revokeSession(lab, ownerOf(caller), params.sessionId);
    return undefined;
  });
  mount(doors, routes.revokeOtherSessions, async ({ caller }) => {
    await revokeOtherSessions(lab, ownerOf(caller));
    return undefined;
  });

  mount(doors, routes.listApiTokens, async ({ caller }) => ({ tokens: await listApiTokens(lab, personOf(caller)) }));
  mount(doors, routes.createApiToken, ({ caller, body }) =>
    createApiToken(lab, { ...personOf(caller), ...ownerOf(caller) }, body),
  );
  mount(doors, routes.revokeApiToken, async ({ caller, params }) => {
    await revokeApiToken(lab, personOf(caller), params.tokenId);
    return undefined;
  });
}

/** What asks better-auth, for the session of a request. */
function checks(signIn: SignIn, request: FastifyRequest) {
  const headers = webHeaders(request);
  return {
    isPassword: signIn.isPassword,
    isCode: (code: string) => signIn.isCode(headers, code),
    startSecondFactor: (password: string) => signIn.startSecondFactor(headers, password),
    confirmSecondFactor: (code: string) => signIn.confirmSecondFactor(headers, code),
    newBackupCodes: (password: string) => signIn.newBackupCodes(headers, password),
  };
}

export function personOf({ person }: Caller): Person {
  if (!person) throw new AppError('not-signed-in', 'Only a person may do this.');
  return person;
}

function ownerOf(caller: Caller): Owner {
  const { userId, sessionId } = personOf(caller);
  if (userId === null || sessionId === null) throw new AppError('forbidden', 'Sign in in a browser to do this.');
  return { userId, sessionId };
}
