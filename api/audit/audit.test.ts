import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiToken, Invite } from '../contract/account.ts';
import type { AuditEntry, AuditList, AuditRetention } from '../contract/audit.ts';
import { AUDIT_USUAL_DAYS } from '../contract/audit-actions.ts';
import type { JoinToken } from '../contract/host.ts';
import { resetPassword } from '../people/people.ts';
import { FakeAgent, request } from '../testing/fake-agent.ts';
import { follow, makePerson, signInWith, type TestPerson } from '../testing/people.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { removeExpiredEntries } from './keep-audit.ts';
import { insertEnded } from './store/audit.ts';

const DAY_US = 86_400e6;
const PASSWORD = 'correct horse battery';
let lab: TestLab;
let admin: TestPerson;

beforeAll(async () => {
  lab = await openLab();
  admin = await makePerson(lab, 'admin');
});
afterAll(() => lab.close());

const list = async (query = '') => (await admin.call<AuditList>('GET', `/api/v1/audit${query}`)).body;
const newest = async (): Promise<AuditEntry | undefined> => (await list('?limit=1')).entries[0];
const client = () => lab.lab.database.client;

/** As if a table could not be written. */
async function without<T>(table: 'AuditEntry' | 'AuditOutcome', work: () => Promise<T>): Promise<T> {
  await client().$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "Away"`);
  try {
    return await work();
  } finally {
    await client().$executeRawUnsafe(`ALTER TABLE "Away" RENAME TO "${table}"`);
  }
}

describe('an entry', () => {
  it('says who did what to what, from where, with the names of that time', async () => {
    const before = lab.lab.nowUs();
    const { body } = await admin.call<{ token: ApiToken; secret: string }>('POST', '/api/v1/tokens', {
      name: 'ci',
      role: 'viewer',
    });
    const entry = await newest();
    expect(entry).toMatchObject({
      action: 'token.create',
      by: { userId: admin.userId, name: admin.name, role: 'admin', via: 'session', tokenId: null },
      address: '127.0.0.1',
      subject: { kind: 'token', id: body.token.id, name: 'ci', exists: true },
      fields: { role: 'viewer' },
      outcome: 'done',
      reason: null,
    });
    expect(entry?.atUs).toBeGreaterThanOrEqual(before);
    expect(entry?.endedAtUs).toBeGreaterThanOrEqual(entry?.atUs ?? Number.POSITIVE_INFINITY);
    const agent = await FakeAgent.join(lab, 'rack-7');
    await admin.call('PATCH', `/api/v1/hosts/${agent.hostId}`, { name: 'rack-8' });
    expect(await newest()).toMatchObject({ subject: { name: 'rack-7', exists: true }, fields: { name: 'rack-8' } });
    await admin.call('DELETE', `/api/v1/hosts/${agent.hostId}`);
    expect(await newest()).toMatchObject({ action: 'host.remove', subject: { name: 'rack-8', exists: false } });
    expect((await list(`?subjectId=${agent.hostId}`)).entries.map(({ action }) => action)).toEqual([
      'host.remove',
      'host.change',
      'host.join',
    ]);
  });

  it('names the API token that was used', async () => {
    const { body } = await admin.call<{ token: ApiToken; secret: string }>('POST', '/api/v1/tokens', {
      name: 'bot',
      role: 'admin',
    });
    await request(lab.url, 'POST', '/api/v1/join-tokens', { token: body.secret });
    expect(await newest()).toMatchObject({
      action: 'join-token.create',
      by: { userId: admin.userId, name: `${admin.name}, by bot`, via: 'token', tokenId: body.token.id },
    });
  });

  it('tells the preset token from the sessions and tokens of administrators, and is found by each', async () => {
    const { body } = await admin.call<{ token: ApiToken; secret: string }>('POST', '/api/v1/tokens', {
      name: 'fleet',
      role: 'admin',
    });
    const subjects: (string | null | undefined)[] = [];
    const join = async (call: () => Promise<unknown>) => {
      await call();
      subjects.push((await newest())?.subject.id);
    };
    await join(() => admin.call('POST', '/api/v1/join-tokens'));
    await join(() => request(lab.url, 'POST', '/api/v1/join-tokens', { token: body.secret }));
    await join(() => request(lab.url, 'POST', '/api/v1/join-tokens', { token: ADMIN_TOKEN }));
    const preset = await newest();
    expect(preset?.by).toMatchObject({ userId: null, name: 'Administrator', via: 'preset-token' });
    const found = async (query: string) =>
      (await list(`?action=join-token.create&${query}`)).entries
        .map(({ subject }) => subjects.indexOf(subject.id))
        .filter((at) => at >= 0);
    expect(await found('')).toEqual([2, 1, 0]);
    expect(await found('via=session')).toEqual([0]);
    expect(await found('via=token')).toEqual([1]);
    expect(await found('via=preset-token')).toEqual([2]);
    expect(await found(`tokenId=${body.token.id}`)).toEqual([1]);
    expect(await found(`tokenId=${preset?.by?.tokenId}`)).toEqual([2]);
    expect((await admin.call('GET', '/api/v1/audit?tokenId=fleet')).status).toBe(422);
  });

  it('holds none of the secrets that were made or typed', async () => {
    const secrets: string[] = [PASSWORD];
    const made = await admin.call<{ secret: string }>('POST', '/api/v1/tokens', { name: 'x', role: 'viewer' });
    const join = await admin.call<JoinToken>('POST', '/api/v1/join-tokens');
    const invite = await admin.call<{ url: string }>('POST', '/api/v1/invites', {
      email: 'a@example.org',
      role: 'viewer',
    });
    const url = 'https://hooks.example.org/services/T0/B0/slacksecret';
    const hook = await admin.call<{ secret: string }>('POST', '/api/v1/webhooks', {
      ...{ url, description: '', eventTypes: ['run.finished'], template: 'slack' },
    });
    const link = await request<{ url: string }>(lab.url, 'POST', '/api/v1/sign-in-links', {
      token: ADMIN_TOKEN,
    });
    secrets.push(made.body.secret, join.body.token, invite.body.url.split('/').at(-1) ?? '', hook.body.secret);
    secrets.push('slacksecret', new URL(link.body.url).searchParams.get('token') ?? '');
    await admin.call('PUT', '/api/v1/account/password', { currentPassword: null, newPassword: PASSWORD });
    await signInWith(lab, PASSWORD, PASSWORD);
    await request(lab.url, 'POST', '/api/v1/invites/accept', {
      body: { secret: secrets[3], name: 'Bo', password: PASSWORD },
      headers: { origin: lab.url },
    });
    const rows = await client().$queryRaw<object[]>`
      SELECT e::text || coalesce(o::text, '') AS "row" FROM "AuditEntry" e LEFT JOIN "AuditOutcome" o ON o."entryId" = e."id"`;
    const all = JSON.stringify(rows);
    expect(all).toContain('hooks.example.org');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8);
      expect(all).not.toContain(secret);
    }
  });
});

describe('who comes in', () => {
  it('by a password leaves an entry, and so does who fails, by name only where the address is of somebody', async () => {
    const person = await makePerson(lab, 'viewer', PASSWORD);
    await signInWith(lab, person.email, PASSWORD);
    const { userId, name } = person;
    expect(await newest()).toMatchObject({
      action: 'account.sign-in',
      by: { userId, role: 'viewer' },
      subject: { kind: 'person', id: userId, name },
      fields: { with: 'password' },
      outcome: 'done',
    });
    await signInWith(lab, person.email, 'not the password');
    expect(await newest()).toMatchObject({
      ...{ by: null, subject: { id: userId, name }, outcome: 'refused' },
      ...{ reason: 'The email address or the password is wrong.', fields: { with: 'password' } },
    });
    await signInWith(lab, 'nobody@example.org', PASSWORD);
    expect(await newest()).toMatchObject({ by: null, subject: { id: null, name: 'an unknown address' } });
  });

  it('by a link leaves an entry, and a used link one of a refusal', async () => {
    const person = await makePerson(lab, 'operator');
    const link = await lab.signIn.createLinkFor(person.email, '/');
    await follow(lab, link);
    const entry = { action: 'account.sign-in', fields: { with: 'link' } };
    expect(await newest()).toMatchObject({ ...entry, by: { userId: person.userId }, outcome: 'done' });
    await follow(lab, link);
    expect(await newest()).toMatchObject({ ...entry, by: null, outcome: 'refused' });
  });

  it('by an invite leaves an entry of the new account', async () => {
    const { body } = await admin.call<{ url: string; invite: Invite }>('POST', '/api/v1/invites', {
      email: 'new@example.org',
      role: 'operator',
    });
    const accept = { secret: body.url.split('/').at(-1), name: 'Bo', password: PASSWORD };
    await request(lab.url, 'POST', '/api/v1/invites/accept', { body: accept, headers: { origin: lab.url } });
    expect(await newest()).toMatchObject({
      ...{ action: 'invite.accept', by: { name: 'Bo', role: 'operator' }, outcome: 'done' },
      subject: { kind: 'person', name: 'Bo', exists: true },
    });
  });
});

describe('a refusal', () => {
  it('of a page of another site is recorded with whose browser it was', async () => {
    await request(lab.url, 'POST', '/api/v1/join-tokens', {
      headers: { cookie: admin.cookie, origin: 'https://evil.example' },
    });
    expect(await newest()).toMatchObject({
      ...{ action: 'join-token.create', by: { userId: admin.userId }, outcome: 'refused' },
      reason: 'This request did not come from a page of this instance.',
    });
  });

  it('is recorded so many times a minute, and the last one says so', async () => {
    const person = await makePerson(lab, 'viewer');
    const all = await Promise.all(Array.from({ length: 30 }, () => person.call('POST', '/api/v1/join-tokens')));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([403]));
    const { entries } = await list(`?userId=${person.userId}&outcome=refused`);
    expect(entries).toHaveLength(20);
    expect(
      entries.filter(({ reason }) => reason?.endsWith('Further refusals of the same minute are not recorded.')),
    ).toHaveLength(1);
  });
});

describe('a reset of a password', () => {
  it('by who is no administrator any more is refused before it does anything', async () => {
    const [former, person] = [await makePerson(lab, 'viewer'), await makePerson(lab, 'viewer', PASSWORD)];
    const reset = resetPassword(lab.lab, person.userId, former, lab.signIn.createLinkToSend);
    await expect(reset).rejects.toThrow(/no longer an administrator/);
    expect((await signInWith(lab, person.email, PASSWORD)).status).toBe(204);
  });
});

describe('what cannot be recorded', () => {
  it('is not done', async () => {
    const invites = async () => (await admin.call<{ invites: Invite[] }>('GET', '/api/v1/invites')).body.invites.length;
    const before = await invites();
    const body = { email: 'unrecorded@example.org', role: 'admin' };
    const { status } = await without('AuditEntry', () => admin.call('POST', '/api/v1/invites', body));
    expect(status).toBe(500);
    expect(await invites()).toBe(before);
  });

  it('lets nobody in: no session, no account, no host', async () => {
    const person = await makePerson(lab, 'viewer', PASSWORD);
    const { body: invited } = await admin.call<{ url: string }>('POST', '/api/v1/invites', {
      email: 'other@example.org',
      role: 'viewer',
    });
    const link = await lab.signIn.createLinkFor(person.email, '/');
    const hosts = () => client().host.count();
    const [people, enrolled] = [await client().user.count(), await hosts()];
    await without('AuditEntry', async () => {
      const signedIn = await signInWith(lab, person.email, PASSWORD);
      expect([signedIn.status, signedIn.headers.getSetCookie()]).toEqual([500, []]);
      expect((await follow(lab, link)).headers.getSetCookie()).toEqual([]);
      const secret = invited.url.split('/').at(-1);
      const accept = { secret, name: 'Bo', password: PASSWORD };
      const accepted = await request(lab.url, 'POST', '/api/v1/invites/accept', {
        body: accept,
        headers: { origin: lab.url },
      });
      expect(accepted.status).toBe(500);
    });
    const { body: join } = await admin.call<JoinToken>('POST', '/api/v1/join-tokens');
    await without('AuditEntry', () => expect(FakeAgent.enter(lab, join.token, 'unrecorded')).rejects.toThrow());
    expect([await client().user.count(), await hosts()]).toEqual([people, enrolled]);
  });

  it('but was done stands there without an end, and not as done', async () => {
    const body = { email: 'endless@example.org', role: 'viewer' };
    const { status } = await without('AuditOutcome', () => admin.call('POST', '/api/v1/invites', body));
    expect(status).toBe(201);
    expect(await newest()).toMatchObject({ action: 'invite.create', outcome: 'open', endedAtUs: null, fields: body });
    expect((await list('?outcome=open')).entries).toHaveLength(1);
  });
});

describe('the log', () => {
  it('is append-only: the database refuses to change, empty or shorten it', async () => {
    const refused = /append-only|is refused/;
    const { id } = (await newest()) ?? {};
    for (const sql of [
      `UPDATE "AuditEntry" SET "byName" = 'somebody else'`,
      `UPDATE "AuditOutcome" SET "outcome" = 'done'`,
      `DELETE FROM "AuditEntry" WHERE "id" = '${id}'`,
      'DELETE FROM "AuditOutcome"',
      'TRUNCATE "AuditEntry" CASCADE',
      'TRUNCATE "AuditOutcome"',
    ]) {
      await expect(client().$executeRawUnsafe(sql), sql).rejects.toThrow(refused);
    }
    expect(await newest()).toMatchObject({ id });
  });

  it('loses an entry only when its time is over, which an administrator sets and the log tells', async () => {
    const old = (days: number) =>
      insertEnded(
        lab.lab.database.db,
        {
          ...{
            id: crypto.randomUUID(),
            atUs: lab.lab.nowUs() - days * DAY_US,
            action: 'run.cancel',
            address: '10.0.0.7',
          },
          ...{ byUserId: null, byName: `${days} days ago`, byRole: 'viewer', byTokenId: null },
          ...{ subjectKind: 'run', subjectId: null, subjectName: null, fields: {} },
        },
        { atUs: lab.lab.nowUs(), outcome: 'done', reason: null, subjectId: null, subjectName: null },
      );
    const kept = async () => (await list('?action=run.cancel')).entries.map(({ by }) => by?.name);
    const keep = (days: number | null) => admin.call<AuditRetention>('PUT', '/api/v1/audit/retention', { days });
    await old(AUDIT_USUAL_DAYS + 1);
    await old(AUDIT_USUAL_DAYS - 1);
    await old(100);
    await expect(
      client().$executeRaw`DELETE FROM "AuditEntry" WHERE "byName" = ${`${AUDIT_USUAL_DAYS - 1} days ago`}`,
    ).rejects.toThrow(/removal is refused/);
    expect(await removeExpiredEntries(lab.lab)).toBe(1);
    expect(await kept()).toEqual(['100 days ago', `${AUDIT_USUAL_DAYS - 1} days ago`]);
    expect((await keep(null)).body.days).toBeNull();
    expect(await removeExpiredEntries(lab.lab)).toBe(0);
    for (const days of [29, 3651, 90.5]) expect((await keep(days)).status).toBe(422);
    expect((await keep(90)).body).toMatchObject({ days: 90, changedByName: admin.name });
    expect(await newest()).toMatchObject({ action: 'retention.change', fields: { days: '90' }, outcome: 'done' });
    expect(await removeExpiredEntries(lab.lab)).toBe(2);
    expect(await kept()).toEqual([]);
    await expect(client().$executeRaw`UPDATE "AuditRetention" SET "days" = 1`).rejects.toThrow();
  });

  it('is read page by page without a gap, and filtered by time', async () => {
    const all = (await list('?limit=200')).entries.map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: AuditList = await list(`?limit=7${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(30);
    const middle = (await list('?limit=10')).entries.at(-1)?.atUs ?? 0;
    const since = (await list(`?limit=200&sinceUs=${middle}`)).entries;
    const until = (await list(`?limit=200&untilUs=${middle}`)).entries;
    expect([...since, ...until].map(({ id }) => id)).toEqual(all);
    expect(since.length).toBeGreaterThanOrEqual(10);
    expect((await admin.call('GET', '/api/v1/audit?cursor=abc')).status).toBe(422);
  });

  it('is exported as lines of JSON and as CSV whose cells are no formulas', async () => {
    const agent = await FakeAgent.join(lab, '=HYPERLINK("x")');
    const text = async (format: string) => {
      const path = `/api/v1/audit/export?format=${format}&subjectId=${agent.hostId}`;
      const reply = await fetch(lab.url + path, { headers: { cookie: admin.cookie } });
      return { text: await reply.text(), headers: reply.headers };
    };
    const ndjson = await text('ndjson');
    expect(
      ndjson.text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual((await list(`?subjectId=${agent.hostId}`)).entries);
    const csv = await text('csv');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="millionrps-audit.csv"');
    const [head, line, end] = csv.text.split('\r\n');
    expect(head?.split(',').slice(0, 3)).toEqual(['id', 'at', 'by']);
    expect(line).toContain(`,host.join,host,${agent.hostId},"'=HYPERLINK(""x"")",`);
    expect(end).toBe('');
  });
});
