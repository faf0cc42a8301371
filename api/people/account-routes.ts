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
import type { Caller } from './caller.ts';
import type { Person } from './sign-in.ts';

/** A person's own account, and API tokens. */
export function accountRoutes(doors: Doors): void {
  const { lab, signIn } = doors;
  mount(doors, routes.getAccount, ({ caller }) => getAccount(lab, ownerOf(caller)));
  mount(doors, routes.changeAccount, ({ caller, body }) => renameAccount(lab, ownerOf(caller), body.name));
  mount(doors, routes.changePassword, async ({ caller, body }) => {
    await changePassword(lab, ownerOf(caller), signIn, body);
    return undefined;
  });

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
  mount(doors, routes.createApiToken, ({ caller, body }) => createApiToken(lab, personOf(caller), body));
  mount(doors, routes.revokeApiToken, async ({ caller, params }) => {
    await revokeApiToken(lab, personOf(caller), params.tokenId);
    return undefined;
  });
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
