import type { Role } from '../contract/account.ts';
import { PAGE_KEY_HEADER } from '../contract/page-key.ts';
import { pageKeyOf } from '../people/page-key.ts';
import { createPerson, setPasswordHash } from '../people/store/users.ts';
import { newId } from '../platform/store/ids.ts';
import { type Answer, request } from './fake-agent.ts';
import type { TestLab } from './test-lab.ts';

export interface TestPerson {
  userId: string;
  email: string;
  name: string;
  /** Calls the API as their browser would, from its own page. */
  call: <T = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;
  cookie: string;
}

/** A person who is signed in, with a password when one is given. */
export async function makePerson(lab: TestLab, role: Role, password: string | null = null): Promise<TestPerson> {
  const { db } = lab.lab.database;
  const userId = newId();
  const [email, name] = [`${userId}@example.org`, `A test ${role}`];
  await createPerson(db, { id: userId, name, email, role, nowUs: lab.lab.nowUs() });
  if (password !== null) {
    const hash = await lab.signIn.hashPassword(password);
    await setPasswordHash(db, { id: newId(), userId, password: hash });
  }
  const cookie = await openLink(lab, await lab.signIn.createLinkFor(email, '/'));
  return { userId, email, name, cookie, call: caller(lab, cookie) };
}

export const caller =
  (lab: TestLab, cookie: string): TestPerson['call'] =>
  async (method, path, body) =>
    request(lab.url, method, path, { body, headers: { cookie, origin: lab.url, ...(await pageKey(lab, cookie)) } });

/** What a page of the instance sends beside the cookie. */
export async function pageKey({ lab }: TestLab, cookie: string): Promise<Record<string, string>> {
  const token = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
  const session = await lab.database.db.session.findUnique({ where: { token } });
  return session ? { [PAGE_KEY_HEADER]: pageKeyOf(lab.secret, session.id) } : {};
}

/** The link names the public address; the test's instance listens elsewhere. */
export async function follow(lab: TestLab, link: string, headers: Record<string, string> = {}): Promise<Response> {
  const { pathname, search } = new URL(link);
  return fetch(lab.url + pathname + search, { redirect: 'manual', headers });
}

export async function openLink(lab: TestLab, link: string): Promise<string> {
  return cookiesOf((await follow(lab, link)).headers);
}

/** What the button of the page sends that a reset link leads to. */
export function pressed(link: string): string {
  const { searchParams, origin } = new URL(link);
  const fields = { token: searchParams.get('token') ?? '', callbackURL: '/settings', errorCallbackURL: '/sign-in' };
  return `${origin}/api/auth/magic-link/verify?${new URLSearchParams(fields)}`;
}

/** What a browser would send back. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Signs in as the form does. */
export const signInWith = (lab: TestLab, email: string, password: string, headers: Record<string, string> = {}) =>
  request<{ code: string; detail: string }>(lab.url, 'POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { origin: lab.url, ...headers },
  });
