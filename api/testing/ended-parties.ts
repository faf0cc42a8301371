import type { NewApiToken, Role } from '../contract/account.ts';
import { insertApiToken } from '../people/store/api-tokens.ts';
import { hashSecret, newId, newSecret } from '../platform/store/ids.ts';
import { FakeAgent } from './fake-agent.ts';
import { caller, makePerson, openLink } from './people.ts';
import type { TestLab } from './test-lab.ts';

type Headers = Record<string, string>;

/** What somebody still holds whose right has ended, or become less. */
export interface EndedParty {
  headers: Headers;
  /** The role that is left of it; null where it must let nobody in. */
  left: Role | null;
}

/** Each was let in by what it holds, before an administrator or time took the right away. */
export async function endedParties(lab: TestLab, adminCookie: string): Promise<Record<string, EndedParty>> {
  const admin = caller(lab, adminCookie);
  const sure = async (method: string, path: string, body?: unknown): Promise<void> => {
    const { status } = await admin(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} was answered ${status}`);
  };
  const cookieOf = (cookie: string): Headers => ({ cookie, origin: lab.url });

  const disabled = await makePerson(lab, 'admin');
  const disabledToken = await makeToken(lab, disabled.userId, 'admin');
  await sure('POST', `/api/v1/people/${disabled.userId}/disable`);

  const demoted = await makePerson(lab, 'admin');
  const demotedToken = await makeToken(lab, demoted.userId, 'admin');
  await sure('PATCH', `/api/v1/people/${demoted.userId}`, { role: 'viewer' });

  const left = await makePerson(lab, 'admin');
  await left.call('POST', '/api/auth/sign-out', {});

  const forgotten = await makePerson(lab, 'admin');
  const forgottenToken = await makeToken(lab, forgotten.userId, 'admin');
  await sure('POST', `/api/v1/people/${forgotten.userId}/reset-password`);

  const spent = await makePerson(lab, 'admin');
  const spentLink = new URL(await lab.signIn.createLinkFor(spent.email, '/'));
  await openLink(lab, spentLink.href);

  const owner = await makePerson(lab, 'admin');
  const asked = { name: 'revoked', role: 'admin' };
  const { body: revoked } = await owner.call<NewApiToken>('POST', '/api/v1/tokens', asked);
  await sure('DELETE', `/api/v1/tokens/${revoked.token.id}`);
  const expired = await makeToken(lab, owner.userId, 'admin', lab.lab.nowUs() - 1);

  const { hostId, credential } = await FakeAgent.join(lab, 'removed');
  await sure('DELETE', `/api/v1/hosts/${hostId}`);

  const bearer = (token: string, role: Role | null = null): EndedParty => ({
    headers: { authorization: `Bearer ${token}` },
    left: role,
  });
  return {
    'the cookie of a disabled administrator': { headers: cookieOf(disabled.cookie), left: null },
    'the token of a disabled administrator': bearer(disabledToken),
    'the cookie of a demoted administrator': { headers: cookieOf(demoted.cookie), left: 'viewer' },
    'the token of a demoted administrator': bearer(demotedToken, 'viewer'),
    'a cookie that was signed out': { headers: cookieOf(left.cookie), left: null },
    'a cookie of before a reset': { headers: cookieOf(forgotten.cookie), left: null },
    'a token of before a reset': bearer(forgottenToken),
    'the secret of a spent sign-in link': bearer(spentLink.searchParams.get('token') ?? ''),
    'a revoked token': bearer(revoked.secret),
    'an expired token': bearer(expired),
    'the agent of a removed host': bearer(credential),
  };
}

/** A token of a person, as Settings makes it. */
export async function makeToken(
  lab: TestLab,
  userId: string,
  role: Role,
  expiresAtUs: number | null = null,
): Promise<string> {
  const secret = newSecret('mrps');
  await insertApiToken(lab.lab.database.db, {
    id: newId(),
    name: 'of the matrix',
    tokenHash: hashSecret(secret),
    userId,
    role,
    createdAtUs: lab.lab.nowUs(),
    expiresAtUs,
  });
  return secret;
}
