import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invite, Person } from '../contract/account.ts';
import type { Problem } from '../contract/primitives.ts';
import { hashSecret, newId } from '../platform/store/ids.ts';
import { FACTS, request } from '../testing/fake-agent.ts';
import {
  caller,
  cookiesOf,
  follow,
  makePerson,
  openLink,
  pressed,
  signInWith,
  type TestPerson,
} from '../testing/people.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { createPerson } from './store/users.ts';

const PASSWORD = 'correct horse battery';
let lab: TestLab;
let admin: TestPerson;

beforeAll(async () => {
  lab = await openLab();
  admin = await makePerson(lab, 'admin');
});
afterAll(() => lab.close());

interface NewInvite {
  invite: Invite;
  url: string;
}

describe('an invite', () => {
  const invite = async (email: string, role = 'operator') => {
    const { body, status } = await admin.call<NewInvite & Problem>('POST', '/api/v1/invites', { email, role });
    return { status, body, secret: body.url?.split('/').at(-1) ?? '' };
  };
  const look = (secret: string) => request<Problem>(lab.url, 'GET', `/api/v1/invites/by-secret/${secret}`);
  const accept = (secret: string, name = 'Ann') =>
    request<Problem>(lab.url, 'POST', '/api/v1/invites/accept', { body: { secret, name, password: PASSWORD } });
  const stateOf = async (id: string) => {
    const { body } = await admin.call<{ invites: Invite[] }>('GET', '/api/v1/invites');
    return body.invites.find((each) => each.id === id)?.state;
  };

  it('makes one account with its role, signed in', async () => {
    const { body, secret } = await invite('Ann@Example.org');
    expect(body.url).toBe(`http://127.0.0.1:1/invite/${secret}`);
    expect((await look(secret)).body).toMatchObject({ email: 'ann@example.org', role: 'operator' });
    const accepted = await accept(secret);
    expect([accepted.status, accepted.body]).toMatchObject([201, { email: 'ann@example.org', role: 'operator' }]);
    const me = await caller(lab, cookiesOf(accepted.headers))('GET', '/api/v1/session');
    expect(me.body).toMatchObject({ name: 'Ann', role: 'operator', via: 'cookie' });
    expect((await signInWith(lab, 'ann@example.org', PASSWORD)).status).toBe(204);
    expect(await stateOf(body.invite.id)).toBe('accepted');
    expect((await invite('ann@example.org')).body.detail).toBe('ann@example.org has an account already.');
  });

  it('is refused in the same words whether used, revoked, expired or made up', async () => {
    const used = await invite('used@example.org');
    await accept(used.secret);
    const revoked = await invite('revoked@example.org');
    expect((await admin.call('POST', `/api/v1/invites/${revoked.body.invite.id}/revoke`)).status).toBe(204);
    const replaced = await invite('twice@example.org');
    await invite('twice@example.org');
    const expired = await invite('late@example.org');
    const keys = ['type', 'title', 'status', 'detail', 'code'] as const;
    const answers: unknown[] = [];
    const ask = async (secret: string) => {
      for (const { status, body } of [await look(secret), await accept(secret)]) {
        answers.push([status, ...keys.map((key) => body[key])]);
      }
    };
    for (const { secret } of [used, revoked, replaced]) await ask(secret);
    await ask('mrpsinvite_made-up');
    lab.skipMs(7 * 86_400_000 + 1);
    await ask(expired.secret);
    expect(await stateOf(expired.body.invite.id)).toBe('expired');
    lab.skipMs(-7 * 86_400_000 - 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual(expect.arrayContaining([404, expect.stringMatching(/^This invite does not work/)]));
  });

  it('makes one account however many use it at once', async () => {
    const { secret } = await invite('race@example.org');
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
  });

  it('whose address has got an account a moment ago says so in one sentence', async () => {
    const email = 'two-invites@example.org';
    const { secret } = await invite(email);
    const { database, nowUs } = lab.lab;
    let answer: ReturnType<typeof accept> | undefined;
    // As another invite's acceptance does, and is not done before this one has looked.
    await database.transaction(async (tx) => {
      await createPerson(tx, { id: newId(), name: 'Ann', email, role: 'viewer', nowUs: nowUs() });
      answer = accept(secret);
      await untilBlocked();
    });
    const late = await answer;
    expect([late?.status, late?.body.detail]).toEqual([409, `${email} has an account already.`]);
  });
  const untilBlocked = async (): Promise<void> => {
    for (;;) {
      const waiting = await lab.lab.database.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      if (waiting.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('is kept as a hash, and asks for a password of ten characters', async () => {
    const { secret } = await invite('hash@example.org');
    const rows = await lab.lab.database.db.invite.findMany();
    expect(rows.map((row) => row.tokenHash)).toContain(hashSecret(secret));
    expect(JSON.stringify(rows, (_, v) => (typeof v === 'bigint' ? String(v) : v))).not.toContain(secret);
    const short = await request<Problem>(lab.url, 'POST', '/api/v1/invites/accept', {
      body: { secret, name: 'Ann', password: 'ninechars' },
    });
    expect([short.status, short.body.detail]).toEqual([422, 'password needs at least 10 characters']);
  });
});

describe('a person', () => {
  it('has a new role at once', async () => {
    const person = await makePerson(lab, 'viewer');
    expect((await person.call('GET', '/api/v1/people')).status).toBe(403);
    await admin.call('PATCH', `/api/v1/people/${person.userId}`, { role: 'admin' });
    expect((await person.call('GET', '/api/v1/people')).status).toBe(200);
    await admin.call('PATCH', `/api/v1/people/${person.userId}`, { role: 'operator' });
    expect((await person.call<Problem>('GET', '/api/v1/people')).body.detail).toBe(
      'You are signed in as operator; this needs admin. Ask an administrator.',
    );
  });

  it('who is disabled is out at once, and in again only by a new session', async () => {
    const person = await makePerson(lab, 'operator', PASSWORD);
    const url = `/api/v1/people/${person.userId}`;
    expect((await admin.call<Person>('POST', `${url}/disable`)).body.disabled).toBe(true);
    expect((await person.call('GET', '/api/v1/session')).status).toBe(401);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(403);
    expect((await admin.call<Person>('POST', `${url}/enable`)).body.disabled).toBe(false);
    expect((await person.call('GET', '/api/v1/session')).status).toBe(401);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
  });

  it('whose password is reset comes in by the link and sets a new one', async () => {
    const person = await makePerson(lab, 'operator', PASSWORD);
    const reset = await admin.call<{ url: string }>('POST', `/api/v1/people/${person.userId}/reset-password`);
    expect(reset.status).toBe(201);
    expect((await person.call('GET', '/api/v1/session')).status).toBe(401);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(401);
    expect(reset.body.url).toMatch(/^http:\/\/127\.0\.0\.1:1\/sign-in\/link\?token=\w{32}$/);
    // Whoever looks at it, such as a chat program for its preview, does not spend it.
    expect((await follow(lab, reset.body.url)).headers.getSetCookie()).toEqual([]);
    const again = caller(lab, await openLink(lab, pressed(reset.body.url)));
    const body = { currentPassword: null, newPassword: 'another long one' };
    expect((await again('PUT', '/api/v1/account/password', body)).status).toBe(204);
    expect((await signInWith(lab, person.email, 'another long one')).status).toBe(204);
  });

  it('cannot reset their own password: a session left open would be enough to set a new one', async () => {
    const person = await makePerson(lab, 'admin', PASSWORD);
    const { status, body } = await person.call<Problem>('POST', `/api/v1/people/${person.userId}/reset-password`);
    expect([status, body.detail]).toEqual([403, expect.stringContaining('by the old one')]);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
  });

  it('who is disabled or whose password is reset comes in by no link from before', async () => {
    for (const what of ['disable', 'reset-password']) {
      const person = await makePerson(lab, 'viewer', PASSWORD);
      const url = `/api/v1/people/${person.userId}`;
      const [own, reset] = [
        await lab.signIn.createLinkFor(person.email, '/'),
        (await admin.call<{ url: string }>('POST', `${url}/reset-password`)).body.url,
      ];
      const neighbour = await makePerson(lab, 'viewer');
      const kept = await lab.signIn.createLinkFor(neighbour.email, '/');
      await admin.call('POST', `${url}/${what}`);
      await admin.call('POST', `${url}/enable`);
      for (const link of [own, pressed(reset)]) expect(await openLink(lab, link)).toBe('');
      expect(await openLink(lab, kept)).toContain('session_token');
    }
  });

  it('whose password is reset has no API token any more, and others keep theirs', async () => {
    const [person, neighbour] = [await makePerson(lab, 'operator', PASSWORD), await makePerson(lab, 'operator')];
    const tokenOf = async (who: TestPerson) =>
      (await who.call<{ secret: string }>('POST', '/api/v1/tokens', { name: 'ci', role: 'viewer' })).body.secret;
    const [lost, kept] = [await tokenOf(person), await tokenOf(neighbour)];
    await admin.call('POST', `/api/v1/people/${person.userId}/reset-password`);
    const statuses = [lost, kept].map(
      async (token) => (await request(lab.url, 'GET', '/api/v1/runs', { token })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });

  it('is not let in, nor given a role, by an API token that an administrator made: an account would outlive it', async () => {
    const { secret } = (
      await admin.call<{ secret: string }>('POST', '/api/v1/tokens', { name: 'stolen', role: 'admin' })
    ).body;
    const { userId } = await makePerson(lab, 'viewer');
    const url = `/api/v1/people/${userId}`;
    const ask = async (token: string, method: string, path: string, body?: object) =>
      (await request(lab.url, method, path, { token, ...(body && { body }) })).status;
    const asks: [string, string, object?][] = [
      ['PATCH', url, { role: 'admin' }],
      ['POST', `${url}/disable`],
      ['POST', `${url}/enable`],
      ['POST', '/api/v1/invites', { email: 'evil@example.org', role: 'admin' }],
    ];
    for (const one of asks) expect(await ask(secret, ...one)).toBe(403);
    // Whoever has the machine has the instance: its own token may, for setting an instance up by a script.
    for (const one of asks) expect(await ask(ADMIN_TOKEN, ...one)).toBeLessThan(300);
  });

  it('who does not exist is not found', async () => {
    for (const what of ['disable', 'enable', 'reset-password']) {
      expect((await admin.call('POST', `/api/v1/people/nobody/${what}`)).status).toBe(404);
    }
  });
});

describe('an administrator who is one no more', () => {
  const ends = [
    ['disabled', (url: string) => admin.call('POST', `${url}/disable`)],
    ['demoted', (url: string) => admin.call('PATCH', url, { role: 'operator' })],
    ['whose password is reset', (url: string) => admin.call('POST', `${url}/reset-password`)],
  ] as const;

  it.each(ends)(
    'lets nobody in: %s, the open invites, join tokens and sign-in links for others work no more',
    async (_how, end) => {
      const gone = await makePerson(lab, 'admin');
      const secretOf = async (who: TestPerson) => {
        const body = { email: `${newId()}@example.org`, role: 'admin' };
        return (await who.call<NewInvite>('POST', '/api/v1/invites', body)).body.url.split('/').at(-1) ?? '';
      };
      const tokenOf = async (who: TestPerson) =>
        (await who.call<{ token: string }>('POST', '/api/v1/join-tokens')).body.token;
      const linkOf = async (who: TestPerson) => {
        const { userId } = await makePerson(lab, 'admin');
        return (await who.call<{ url: string }>('POST', `/api/v1/people/${userId}/reset-password`)).body.url;
      };
      const [lost, kept] = [
        { secret: await secretOf(gone), token: await tokenOf(gone), link: await linkOf(gone) },
        { secret: await secretOf(admin), token: await tokenOf(admin), link: await linkOf(admin) },
      ];
      expect((await end(`/api/v1/people/${gone.userId}`)).status).toBeLessThan(300);
      const statuses = async ({ secret, token, link }: typeof lost) => {
        const accept = { secret, name: 'Mallory', password: PASSWORD };
        const join = { joinToken: token, incarnationId: newId(), name: 'x', agentVersion: '1', facts: FACTS };
        return [
          (await request(lab.url, 'POST', '/api/v1/invites/accept', { body: accept })).status,
          (await request(lab.url, 'POST', '/api/v1/agent/join', { body: join })).status,
          (await openLink(lab, pressed(link))) !== '',
        ];
      };
      expect(await statuses(lost)).toEqual([404, 403, false]);
      expect(await statuses(kept)).toEqual([201, 201, true]);
    },
  );

  it('makes no invite in the moment of being disabled that outlives it', async () => {
    const gone = await makePerson(lab, 'admin');
    const makes = Array.from({ length: 8 }, () =>
      gone.call<NewInvite>('POST', '/api/v1/invites', { email: `${newId()}@example.org`, role: 'admin' }),
    );
    await admin.call('POST', `/api/v1/people/${gone.userId}/disable`);
    const made = (await Promise.all(makes)).filter(({ status }) => status === 201).map(({ body }) => body.invite.id);
    const { body } = await admin.call<{ invites: Invite[] }>('GET', '/api/v1/invites');
    const open = body.invites.filter(({ id, state }) => made.includes(id) && state === 'open');
    expect(open).toEqual([]);
  });
});

describe('the last administrator', () => {
  it('can be neither demoted nor disabled, by whatever two do at once', async () => {
    const alone = await openLab();
    const [one, two] = [await makePerson(alone, 'admin'), await makePerson(alone, 'admin')];
    const statuses = await Promise.all([
      one.call('POST', `/api/v1/people/${two.userId}/disable`),
      two.call('PATCH', `/api/v1/people/${one.userId}`, { role: 'viewer' }),
    ]);
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
    const last = (await one.call('GET', '/api/v1/people')).status === 200 ? one : two;
    const url = `/api/v1/people/${last.userId}`;
    const demoted = await last.call<Problem>('PATCH', url, { role: 'operator' });
    expect([demoted.status, demoted.body.detail]).toEqual([
      409,
      'The last administrator cannot be demoted; make another person one first.',
    ]);
    expect((await last.call('POST', `${url}/disable`)).status).toBe(409);
    await alone.close();
  });
});
