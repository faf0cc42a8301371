import http from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { request } from '../testing/fake-agent.ts';
import { caller, cookiesOf, follow, makePerson, openLink, pageKey, signInWith } from '../testing/people.ts';
import { ADMIN_TOKEN, type LabOptions, openLab, type TestLab } from '../testing/test-lab.ts';

const PASSWORD = 'correct horse battery';
const me = (lab: TestLab, cookie: string) => caller(lab, cookie)<{ name: string }>('GET', '/api/v1/session');

describe('the link of the terminal', () => {
  let lab: TestLab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  it('works once', async () => {
    const link = await lab.signIn.createLink();
    const session = await openLink(lab, link);
    expect((await me(lab, session)).body).toMatchObject({ name: 'Administrator', role: 'admin', via: 'cookie' });
    const again = await follow(lab, link);
    expect(again.headers.get('location')).toMatch(/\/sign-in\?error=INVALID_TOKEN/);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('without its secret leads to the sign-in page, never to raw JSON', async () => {
    const reply = await follow(lab, 'http://x/api/auth/magic-link/verify');
    expect([reply.status, reply.headers.get('location')]).toEqual([302, expect.stringContaining('/sign-in?error=')]);
  });

  it('lets nobody in whom an administrator has disabled', async () => {
    const person = await makePerson(lab, 'viewer');
    await (await makePerson(lab, 'admin')).call('POST', `/api/v1/people/${person.userId}/disable`);
    const link = await lab.signIn.createLinkFor(person.email, '/');
    const reply = await follow(lab, link);
    expect(reply.headers.get('location')).toContain('/sign-in?error=BANNED_USER');
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  it('leads nowhere but into this instance, and is not spent by trying', async () => {
    const link = await lab.signIn.createLink();
    for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
      for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
        const forged = new URL(link);
        forged.searchParams.set(name, elsewhere);
        const reply = await follow(lab, forged.toString());
        expect(reply.headers.get('location')).toMatch(/^\/sign-in\?error=INVALID_CALLBACK_URL$/);
        expect(reply.headers.getSetCookie()).toEqual([]);
      }
    }
    expect(await openLink(lab, link)).toContain('session_token');
  });

  it('is not made for an administrator whom another one has disabled', async () => {
    await lab.signIn.createLink();
    const other = await makePerson(lab, 'admin');
    const people = await other.call<{ people: { userId: string; name: string }[] }>('GET', '/api/v1/people');
    const { userId = '' } = people.body.people.find(({ name }) => name === 'Administrator') ?? {};
    await other.call('POST', `/api/v1/people/${userId}/disable`);
    const ask = () => request<{ detail: string }>(lab.url, 'POST', '/api/v1/sign-in-links', { token: ADMIN_TOKEN });
    const reply = await ask();
    expect([reply.status, reply.body.detail]).toEqual([409, expect.stringMatching(/sign in with your own account/)]);
    await other.call('POST', `/api/v1/people/${userId}/enable`);
    expect((await ask()).status).toBe(201);
  });

  it('is made for whoever has the preset token, and for no session: a new one would count as a fresh proof', async () => {
    const admin = await makePerson(lab, 'admin');
    for (const skippedMs of [0, 601_000]) {
      lab.skipMs(skippedMs);
      const reply = await admin.call<{ detail: string }>('POST', '/api/v1/sign-in-links');
      lab.skipMs(-skippedMs);
      expect([reply.status, reply.body.detail]).toEqual([403, expect.stringMatching(/npm run sign-in-link/)]);
    }
  });
});

describe('email and password', () => {
  let lab: TestLab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  it('start a session, and the reply holds nothing but its cookie', async () => {
    const { email } = await makePerson(lab, 'operator', PASSWORD);
    const reply = await signInWith(lab, email.toUpperCase(), PASSWORD);
    expect([reply.status, reply.body]).toEqual([204, null]);
    expect((await me(lab, cookiesOf(reply.headers))).body).toMatchObject({ email, role: 'operator' });
  });

  it('are refused with the same answer whatever is wrong', async () => {
    const { email } = await makePerson(lab, 'viewer', PASSWORD);
    const without = await makePerson(lab, 'viewer');
    const answers = [
      await signInWith(lab, email, 'not the password'),
      await signInWith(lab, 'nobody@example.org', PASSWORD),
      await signInWith(lab, without.email, PASSWORD),
      await signInWith(lab, 'no address at all', PASSWORD),
    ].map(({ status, body, headers }) => [status, body.code, body.detail, headers.getSetCookie()]);
    for (const answer of answers) {
      expect(answer).toEqual([401, 'wrong-credentials', 'The email address or the password is wrong.', []]);
    }
  });

  it('take as long for an unknown address as for a wrong password', async () => {
    const { email } = await makePerson(lab, 'viewer', PASSWORD);
    // CPU time, as a busy machine makes waits of any length; the least of several readings, as other threads work, too.
    const leastUs = async (address: string): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const before = process.cpuUsage();
        await signInWith(lab, address, 'not the password');
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const [known, unknown] = [await leastUs(email), await leastUs('nobody@example.org')];
    // The slow hash is computed for both; without it the unknown one takes several times less.
    expect(unknown).toBeGreaterThan(known / 2);
  });

  it('say so only to who knows the password that the account is disabled', async () => {
    const { email, userId } = await makePerson(lab, 'viewer', PASSWORD);
    await (await makePerson(lab, 'admin')).call('POST', `/api/v1/people/${userId}/disable`);
    expect((await signInWith(lab, email, 'not the password')).body.code).toBe('wrong-credentials');
    const right = await signInWith(lab, email, PASSWORD);
    expect([right.status, right.body.detail]).toEqual([403, expect.stringContaining('disabled')]);
    expect(right.headers.getSetCookie()).toEqual([]);
  });

  it('are not taken from a page of another site', async () => {
    const { email } = await makePerson(lab, 'viewer', PASSWORD);
    const reply = await signInWith(lab, email, PASSWORD, { origin: 'https://evil.example' });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.status).toBe(403);
  });
});

describe('a Host header that is none', () => {
  it.each(['[', 'a b', '%', ''])('%j is no failure of ours', async (host) => {
    const lab = await openLab();
    const ask = (method: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, 'content-type': 'application/json' };
        const sent = http.request(`${lab.url}${path}`, { method, headers, agent: false }, (reply) => {
          resolve(reply.resume().statusCode);
        });
        sent.on('error', reject);
        sent.end(method === 'POST' ? JSON.stringify({ email: 'nobody@example.org', password: 'a guess' }) : undefined);
      });
    expect(await ask('POST', '/api/auth/sign-in/email')).toBe(401);
    expect(await ask('POST', '/api/auth/sign-out')).toBe(204);
    expect(await ask('GET', '/api/auth/magic-link/verify?token=guess&callbackURL=/')).toBe(302);
    await lab.close();
  });
});

describe('behind a proxy with TLS that names another host', () => {
  it('pages of the public address may sign in, change things and sign out, and no others', async () => {
    const lab = await openLab({ publicUrl: 'https://lab.example' });
    const { email } = await makePerson(lab, 'viewer', PASSWORD);
    const origin = 'https://lab.example';
    const reply = await signInWith(lab, email, PASSWORD, { origin });
    expect(reply.status).toBe(204);
    const cookie = cookiesOf(reply.headers);
    const key = await pageKey(lab, cookie);
    const from = (page: string, method: string, path: string, body: unknown) =>
      request(lab.url, method, path, { body, headers: { cookie, origin: page, ...key } });
    for (const page of ['https://evil.example', 'http://lab.example', 'https://lab.example:8443']) {
      expect((await from(page, 'PATCH', '/api/v1/account', { name: 'Bo' })).status).toBe(403);
      expect((await signInWith(lab, email, PASSWORD, { origin: page })).status).toBe(403);
    }
    expect((await from(origin, 'PATCH', '/api/v1/account', { name: 'Bo' })).status).toBe(200);
    expect((await from(origin, 'POST', '/api/auth/sign-out', {})).status).toBe(204);
    await lab.close();
  });
});

describe('signing out', () => {
  it('ends the session, and may be said twice', async () => {
    const lab = await openLab();
    const { call, cookie } = await makePerson(lab, 'viewer');
    expect((await call('POST', '/api/auth/sign-out', {})).status).toBe(204);
    expect((await me(lab, cookie)).status).toBe(401);
    expect((await call('POST', '/api/auth/sign-out', {})).status).toBe(204);
    await lab.close();
  });
});

describe('the session cookie', () => {
  const attributesAt = async (options: LabOptions): Promise<string> => {
    const lab = await openLab(options);
    const { headers } = await follow(lab, await lab.signIn.createLink());
    await lab.close();
    return headers.getSetCookie().find((cookie) => cookie.includes('session_token')) ?? '';
  };

  it('is out of reach of scripts and of other sites', async () => {
    const cookie = await attributesAt({});
    expect(cookie).toMatch(/^millionrps\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/; Secure/);
  });

  it('is sent over TLS alone where the instance is reached so', async () => {
    const cookie = await attributesAt({ publicUrl: 'https://lab.example' });
    expect(cookie).toMatch(/^__Host-millionrps\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(cookie).not.toMatch(/domain/i);
  });
});

describe('attempts', () => {
  let lab: TestLab;
  afterEach(() => lab.close());

  it('with a password are counted by address, and the answer says when to try again', async () => {
    lab = await openLab({ limitAttempts: true });
    const { email } = await makePerson(lab, 'viewer', PASSWORD);
    for (let i = 0; i < 10; i++) expect((await signInWith(lab, email, 'a guess')).status).toBe(401);
    const refused = await signInWith(lab, email, PASSWORD, { 'x-millionrps-client-address': '203.0.113.7' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body.detail).toBe(`Too many attempts from this address; try again in ${seconds} s.`);
    expect(await lab.lab.database.db.$queryRaw`SELECT "count" FROM "RateLimit" WHERE "count" = 10`).toHaveLength(1);
  });

  it.each([
    { trustedProxies: ['127.0.0.0/8'], status: 401, whose: 'the client that a trusted proxy names' },
    { trustedProxies: ['192.0.2.1'], status: 429, whose: 'the connection, whatever it says of itself' },
    { trustedProxies: [], status: 429, whose: 'the connection, where no proxy is trusted' },
  ])('are those of $whose', async ({ trustedProxies, status }) => {
    lab = await openLab({ limitAttempts: true, trustedProxies });
    const guess = (client: string) =>
      signInWith(lab, 'nobody@example.org', 'a guess', { 'x-forwarded-for': `198.51.100.66, ${client}` });
    for (let i = 0; i < 10; i++) expect((await guess('203.0.113.7')).status).toBe(401);
    expect((await guess('203.0.113.8')).status).toBe(status);
    expect((await guess('203.0.113.7')).status).toBe(429);
  });

  it('with a link lead a browser to the sign-in page, and a program to problem details', async () => {
    lab = await openLab({ limitAttempts: true });
    const link = 'http://x/api/auth/magic-link/verify?token=guess';
    for (let i = 0; i < 20; i++) expect((await follow(lab, link)).status).toBe(302);
    const page = await follow(lab, link, { accept: 'text/html,*/*' });
    expect(page.headers.get('location')).toMatch(/^\/sign-in\?error=TOO_MANY_ATTEMPTS&seconds=\d+$/);
    const program = await request<{ code: string }>(lab.url, 'GET', '/api/auth/magic-link/verify?token=guess');
    expect([program.status, program.body.code]).toEqual([429, 'too-many-attempts']);
  });
});
