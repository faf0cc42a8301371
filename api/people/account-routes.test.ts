import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, ApiToken, SignedInSession } from '../contract/account.ts';
import type { Problem } from '../contract/primitives.ts';
import { FakeAgent, request, specFor } from '../testing/fake-agent.ts';
import { caller, makePerson, openLink, signInWith, type TestPerson } from '../testing/people.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

const PASSWORD = 'correct horse battery';
const NEXT = 'another long enough';
let lab: TestLab;
let admin: TestPerson;

beforeAll(async () => {
  lab = await openLab();
  admin = await makePerson(lab, 'admin');
});
afterAll(() => lab.close());

const another = async ({ email }: TestPerson) =>
  caller(lab, await openLink(lab, await lab.signIn.createLinkFor(email, '/')));

describe('the own account', () => {
  it('says who one is, and takes another name', async () => {
    const { call, email } = await makePerson(lab, 'viewer');
    expect((await call<Account>('GET', '/api/v1/account')).body).toMatchObject({ email, hasPassword: false });
    expect((await call<Account>('PATCH', '/api/v1/account', { name: ' Bo ' })).body.name).toBe('Bo');
    expect((await call('PATCH', '/api/v1/account', { name: ' ' })).status).toBe(422);
    expect((await call('PATCH', '/api/v1/account', { name: 'Bo', role: 'admin' })).status).toBe(422);
  });

  it('takes a first password without an old one, and a second only with it', async () => {
    const person = await makePerson(lab, 'viewer');
    const set = (currentPassword: string | null, newPassword: string) =>
      person.call<Problem>('PUT', '/api/v1/account/password', { currentPassword, newPassword });
    expect((await set(null, 'ninechars')).body.detail).toBe('newPassword needs at least 10 characters');
    expect((await set(null, PASSWORD)).status).toBe(204);
    for (const wrong of [null, 'not the password']) {
      const refused = await set(wrong, NEXT);
      expect([refused.status, refused.body.fields[0]?.path]).toEqual([422, 'currentPassword']);
    }
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
    expect((await set(PASSWORD, NEXT)).status).toBe(204);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(401);
    expect((await signInWith(lab, person.email, NEXT)).status).toBe(204);
  });

  it('ends all other sessions with a new password', async () => {
    const person = await makePerson(lab, 'viewer');
    const elsewhere = await another(person);
    await person.call('PUT', '/api/v1/account/password', { currentPassword: null, newPassword: PASSWORD });
    expect((await elsewhere('GET', '/api/v1/session')).status).toBe(401);
    expect((await person.call('GET', '/api/v1/session')).status).toBe(200);
  });
});

describe('the current password', () => {
  it('can be guessed at ten times a minute, by each person, however many guess at once', async () => {
    const [person, neighbour] = [await makePerson(lab, 'viewer', PASSWORD), await makePerson(lab, 'viewer', PASSWORD)];
    const change = (who: TestPerson, currentPassword: string) =>
      who.call<Problem>('PUT', '/api/v1/account/password', { currentPassword, newPassword: NEXT });
    const guesses = await Promise.all(Array.from({ length: 12 }, () => change(person, 'a guess')));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), 429, 429]);
    const right = await change(person, PASSWORD);
    const seconds = Number(right.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(right.body).toMatchObject({
      code: 'too-many-attempts',
      detail: `Too many attempts at the password or a code; try again in ${seconds} s.`,
    });
    expect((await change(neighbour, PASSWORD)).status).toBe(204);
    lab.skipMs(60_001);
    expect((await change(person, PASSWORD)).status).toBe(204);
    lab.skipMs(-60_001);
  });
});

describe('a new password', () => {
  it('ends links from before, and API tokens go on working', async () => {
    const person = await makePerson(lab, 'viewer');
    const link = await lab.signIn.createLinkFor(person.email, '/');
    const { body } = await person.call<{ secret: string }>('POST', '/api/v1/tokens', { name: 'ci', role: 'viewer' });
    await person.call('PUT', '/api/v1/account/password', { currentPassword: null, newPassword: PASSWORD });
    expect(await openLink(lab, link)).toBe('');
    expect((await request(lab.url, 'GET', '/api/v1/session', { token: body.secret })).status).toBe(200);
  });
});

describe('sessions', () => {
  const list = async (call: TestPerson['call']) =>
    (await call<{ sessions: SignedInSession[] }>('GET', '/api/v1/account/sessions')).body.sessions;

  it('are listed with their device and address and without their token, and end one by one or together', async () => {
    const person = await makePerson(lab, 'viewer');
    const [second, third, fourth] = [await another(person), await another(person), await another(person)];
    const sessions = await list(person.call);
    expect(sessions).toHaveLength(4);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', userAgent: 'node' });
    const token = decodeURIComponent(person.cookie.split('=')[1] ?? '').split('.')[0];
    expect(token?.length).toBeGreaterThan(20);
    expect(JSON.stringify(sessions)).not.toContain(token);

    const { id = '' } = (await list(second)).find(({ current }) => current) ?? {};
    expect((await person.call('DELETE', `/api/v1/account/sessions/${id}`)).status).toBe(204);
    expect((await second('GET', '/api/v1/session')).status).toBe(401);
    expect((await third('GET', '/api/v1/session')).status).toBe(200);
    expect((await person.call('POST', '/api/v1/account/sessions/revoke-others')).status).toBe(204);
    for (const gone of [third, fourth]) expect((await gone('GET', '/api/v1/session')).status).toBe(401);
    expect(await list(person.call)).toHaveLength(1);
  });

  it('of somebody else cannot be ended, by an administrator neither', async () => {
    const person = await makePerson(lab, 'viewer');
    const id = (await list(person.call))[0]?.id;
    expect((await admin.call('DELETE', `/api/v1/account/sessions/${id}`)).status).toBe(404);
    expect((await person.call('GET', '/api/v1/session')).status).toBe(200);
  });
});

describe('an API token', () => {
  interface NewToken {
    token: ApiToken;
    secret: string;
  }
  const make = (person: TestPerson, role: string, more: object = {}) =>
    person.call<NewToken & Problem>('POST', '/api/v1/tokens', { name: 'ci', role, ...more });
  const using = (secret: string, path = '/api/v1/session') =>
    request<Problem & { role: string; name: string }>(lab.url, 'GET', path, { token: secret });
  const list = async (person: TestPerson) =>
    (await person.call<{ tokens: ApiToken[] }>('GET', '/api/v1/tokens')).body.tokens;

  it('acts as its owner with its role, is shown once and kept as a hash', async () => {
    const person = await makePerson(lab, 'operator');
    const { body } = await make(person, 'viewer');
    expect((await using(body.secret)).body).toMatchObject({ role: 'viewer', name: `${person.name}, by ci` });
    expect(JSON.stringify(await list(person))).not.toContain(body.secret);
    const kept = await lab.lab.database.db.apiToken.findMany({ select: { tokenHash: true } });
    expect(JSON.stringify(kept)).not.toContain(body.secret);
  });

  it('has at most the role of who makes it', async () => {
    const person = await makePerson(lab, 'operator');
    const refused = await make(person, 'admin');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'You are operator; a token can have that role at most.',
    ]);
  });

  it('never outlives what its owner may do', async () => {
    const person = await makePerson(lab, 'admin');
    const { secret } = (await make(person, 'admin')).body;
    const url = `/api/v1/people/${person.userId}`;
    expect((await using(secret, '/api/v1/people')).status).toBe(200);
    await admin.call('PATCH', url, { role: 'viewer' });
    expect((await using(secret, '/api/v1/people')).status).toBe(403);
    expect((await using(secret)).body.role).toBe('viewer');
    await admin.call('POST', `${url}/disable`);
    expect((await using(secret)).status).toBe(401);
    await admin.call('POST', `${url}/enable`);
    expect((await using(secret)).status).toBe(401);
  });

  it('made in the moment of being disabled is none after it', async () => {
    const person = await makePerson(lab, 'operator');
    const url = `/api/v1/people/${person.userId}`;
    const makes = Array.from({ length: 8 }, () => make(person, 'operator'));
    await admin.call('POST', `${url}/disable`);
    const made = (await Promise.all(makes)).filter(({ status }) => status === 201);
    await admin.call('POST', `${url}/enable`);
    for (const { body } of made) expect((await using(body.secret)).status).toBe(401);
  });

  it('ends when it is revoked, by its owner or an administrator and by nobody else', async () => {
    const [person, other] = [await makePerson(lab, 'operator'), await makePerson(lab, 'operator')];
    const [mine, second] = [(await make(person, 'operator')).body, (await make(person, 'operator')).body];
    expect((await other.call('DELETE', `/api/v1/tokens/${mine.token.id}`)).status).toBe(404);
    expect(await list(other)).toEqual([]);
    expect((await using(mine.secret)).status).toBe(200);
    expect((await person.call('DELETE', `/api/v1/tokens/${mine.token.id}`)).status).toBe(204);
    expect((await using(mine.secret)).status).toBe(401);
    expect((await admin.call('DELETE', `/api/v1/tokens/${second.token.id}`)).status).toBe(204);
    expect((await using(second.secret)).body.detail).toMatch(/unknown, revoked or expired/);
  });

  it('ends at its time', async () => {
    const person = await makePerson(lab, 'viewer');
    const past = await make(person, 'viewer', { expiresAtUs: lab.lab.nowUs() - 1 });
    expect([past.status, past.body.fields[0]?.path]).toEqual([422, 'expiresAtUs']);
    const { secret } = (await make(person, 'viewer', { expiresAtUs: lab.lab.nowUs() + 3_600e6 })).body;
    expect((await using(secret)).status).toBe(200);
    lab.skipMs(3_600_001);
    expect((await using(secret)).status).toBe(401);
    expect(await list(person)).toEqual([]);
    lab.skipMs(-3_600_001);
  });

  it('notes its use once a minute, not at every call', async () => {
    const person = await makePerson(lab, 'viewer');
    const { secret } = (await make(person, 'viewer')).body;
    const lastUse = async () => (await list(person))[0]?.lastUsedAtUs;
    expect(await lastUse()).toBeNull();
    await using(secret);
    const first = await lastUse();
    expect(first).toBeGreaterThan(0);
    await using(secret);
    expect(await lastUse()).toBe(first);
    lab.skipMs(61_000);
    await using(secret);
    expect((await lastUse()) ?? 0).toBeGreaterThan(first ?? 0);
  });

  it('makes no further token, an administrator’s neither', async () => {
    const person = await makePerson(lab, 'admin');
    const { secret } = (await make(person, 'admin')).body;
    const body = { name: 'by a token', role: 'viewer' };
    for (const token of [secret, ADMIN_TOKEN]) {
      const refused = await request<Problem>(lab.url, 'POST', '/api/v1/tokens', { token, body });
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/sign in in a browser/)]);
    }
  });

  it('that is preset is listed for administrators and cannot be revoked here', async () => {
    const preset = (await list(admin)).find(({ ownerName }) => ownerName === null);
    const refused = await admin.call<Problem>('DELETE', `/api/v1/tokens/${preset?.id}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/MILLIONRPS_ADMIN_TOKEN/)]);
  });
});

describe('a host', () => {
  interface Listed {
    hosts: { id: string; name: string }[];
  }

  it('takes another name, and is gone with its credential when it is removed', async () => {
    const agent = await FakeAgent.join(lab, 'rack-7');
    const url = `/api/v1/hosts/${agent.hostId}`;
    const idOf = async () => (await admin.call<Listed>('GET', '/api/v1/hosts')).body.hosts.map(({ id }) => id);
    expect((await admin.call<{ name: string }>('PATCH', url, { name: 'rack 7' })).body.name).toBe('rack 7');
    expect((await admin.call('DELETE', url)).status).toBe(204);
    expect(await idOf()).not.toContain(agent.hostId);
    expect((await admin.call('GET', url)).status).toBe(404);
    expect((await admin.call('DELETE', url)).status).toBe(404);
    expect((await request(lab.url, 'POST', '/api/v1/agent/poll', { token: agent.credential, body: {} })).status).toBe(
      401,
    );
  });

  it('that works for a run stays', async () => {
    const agent = await FakeAgent.join(lab, 'busy');
    const run = await admin.call<{ id: string }>('POST', '/api/v1/runs', { name: 'x', spec: specFor(agent.hostId) });
    const refused = await admin.call<Problem>('DELETE', `/api/v1/hosts/${agent.hostId}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/^busy works for a run/)]);
    await admin.call('POST', `/api/v1/runs/${run.body.id}/cancel`);
  });
});
