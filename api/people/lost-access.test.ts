import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account, Person } from '../contract/account.ts';
import { request } from '../testing/fake-agent.ts';
import { caller, cookiesOf, follow, makePerson, openLink, signInWith } from '../testing/people.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

/** The ways back that docs/security.md names under 'Who lost their app or their password', where no other administrator can help. */

interface Link {
  url: string;
}

const PASSWORD = 'correct horse battery';
let lab: TestLab;

beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const preset = <T>(method: string, path: string, body?: unknown) =>
  request<T>(lab.url, method, path, { token: ADMIN_TOKEN, body });
const makeLink = () => preset<Link>('POST', '/api/v1/sign-in-links');

/** Administrator, as `npm run sign-in-link` lets them in. */
async function administrator() {
  const call = caller(lab, await openLink(lab, (await makeLink()).body.url));
  return { call, account: (await call<Account>('GET', '/api/v1/account')).body };
}

/** With a password, and an app that is lost at once with all its codes. */
async function loseApp() {
  const { call, account } = await administrator();
  const currentPassword = account.hasPassword ? PASSWORD : null;
  await call('PUT', '/api/v1/account/password', { currentPassword, newPassword: PASSWORD });
  const { body } = await call<{ uri: string }>('POST', '/api/v1/account/second-factor', { password: PASSWORD });
  const secret = new URL(body.uri).searchParams.get('secret') ?? '';
  const code = await createOTP(new TextDecoder().decode(base32.decode(secret))).totp();
  expect((await call('POST', '/api/v1/account/second-factor/confirm', { code })).status).toBe(204);
  expect((await signInWith(lab, account.email, PASSWORD)).body.code).toBe('second-factor-needed');
  return account;
}

it('lets the only administrator in again who lost the app and all codes: by a link, new backup codes and one of them', async () => {
  const { email } = await loseApp();
  const { call } = await administrator();
  const path = '/api/v1/account/second-factor';
  const { body } = await call<{ backupCodes: string[] }>('POST', `${path}/backup-codes`, { password: PASSWORD });
  const off = await call('POST', `${path}/remove`, { password: PASSWORD, code: body.backupCodes[0] });
  expect(off.status).toBe(204);
  expect((await signInWith(lab, email, PASSWORD)).status).toBe(204);
});

it('and who lost the password as well: by a link, and a second account that resets both', async () => {
  const { userId } = await loseApp();
  const again = await administrator();
  const invite = { email: 'me-again@example.org', role: 'admin' };
  const { body } = await again.call<{ url: string }>('POST', '/api/v1/invites', invite);
  const accepted = await request(lab.url, 'POST', '/api/v1/invites/accept', {
    body: { secret: body.url.split('/').at(-1), name: 'Me again', password: PASSWORD },
    headers: { origin: lab.url },
  });
  const second = caller(lab, cookiesOf(accepted.headers));
  const reset = await second<Link>('POST', `/api/v1/people/${userId}/reset-password`);
  const off = await second<Person>('POST', `/api/v1/people/${userId}/remove-second-factor`);
  expect([reset.status, off.status, off.body.hasSecondFactor]).toEqual([201, 200, false]);
  const token = new URL(reset.body.url).searchParams.get('token');
  const { headers } = await follow(lab, `${lab.url}/api/auth/magic-link/verify?token=${token}`);
  const own = await caller(lab, cookiesOf(headers))<Account>('GET', '/api/v1/account');
  expect(own.body).toMatchObject({ userId, hasPassword: false, hasSecondFactor: false });
});

it('makes no link while Administrator is disabled or demoted, and the preset token gives the rights back', async () => {
  const { userId } = (await administrator()).account;
  const other = await makePerson(lab, 'admin');
  expect((await other.call('POST', `/api/v1/people/${userId}/disable`)).status).toBe(200);
  expect((await other.call('PATCH', `/api/v1/people/${userId}`, { role: 'viewer' })).status).toBe(200);
  expect((await makeLink()).status).toBe(409);
  expect((await preset('POST', `/api/v1/people/${userId}/enable`)).status).toBe(200);
  expect((await makeLink()).status).toBe(409);
  expect((await preset('PATCH', `/api/v1/people/${userId}`, { role: 'admin' })).status).toBe(200);
  expect((await administrator()).account.role).toBe('admin');
});
