import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { personOf } from './account-routes.ts';
import { webHeaders } from './caller.ts';
import { acceptInvite, createInvite, listInvites, openInvite, revokeInvite } from './invites.ts';
import { changeRole, disablePerson, enablePerson, listPeople, resetPassword } from './people.ts';
import { removeSecondFactorOf } from './second-factor.ts';
import { SIGN_IN_LINK_HOURS } from './sign-in.ts';
import { handSession } from './sign-in-routes.ts';

/** Who has an account, and how one comes by it. */
export function peopleRoutes(doors: Doors): void {
  const { lab, signIn } = doors;
  mount(doors, routes.listPeople, async () => ({ people: await listPeople(lab) }));
  mount(doors, routes.changePerson, ({ params, body }) => changeRole(lab, params.userId, body.role));
  mount(doors, routes.disablePerson, ({ params }) => disablePerson(lab, params.userId));
  mount(doors, routes.enablePerson, ({ params }) => enablePerson(lab, params.userId));
  mount(doors, routes.resetPassword, async ({ params, caller }) => {
    const url = await resetPassword(lab, params.userId, personOf(caller), signIn.createLinkToSend);
    return { url, expiresAtUs: lab.nowUs() + SIGN_IN_LINK_HOURS * 3600 * 1e6 };
  });
  mount(doors, routes.removeSecondFactorOf, ({ params, caller }) =>
    removeSecondFactorOf(lab, params.userId, personOf(caller).userId),
  );

  mount(doors, routes.listInvites, async () => ({ invites: await listInvites(lab) }));
  mount(doors, routes.createInvite, async ({ body, caller }) => {
    const { invite, secret } = await createInvite(lab, body, personOf(caller));
    return { invite, url: new URL(`/invite/${secret}`, signIn.publicUrl).toString() };
  });
  mount(doors, routes.revokeInvite, async ({ params }) => {
    await revokeInvite(lab, params.inviteId);
    return undefined;
  });
  mount(doors, routes.getInvite, ({ params }) => openInvite(lab, params.secret));
  mount(doors, routes.acceptInvite, async ({ body, recording, request, reply }) => {
    const { email } = await acceptInvite(lab, body, signIn.hashPassword, recording);
    const answer = await signIn.startSession(webHeaders(request), email, body.password);
    const person = await handSession(doors, answer, reply, null);
    if (!person) throw new Error('the session of a new account could not be started');
    return { ...person, via: 'cookie' as const };
  });
}
