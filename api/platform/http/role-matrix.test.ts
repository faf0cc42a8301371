import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../contract/account.ts';
import { ROLES } from '../../contract/choices.ts';
import { DOCUMENTATION, type RouteName, type RouteShape, routes } from '../../contract/routes.ts';
import { insertShare } from '../../shares/store/shares.ts';
import { callRoute } from '../../testing/call-route.ts';
import { type EndedParty, endedParties, makeToken } from '../../testing/ended-parties.ts';
import { FakeAgent } from '../../testing/fake-agent.ts';
import { makePerson, openLink, pageKey, type TestPerson } from '../../testing/people.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../../testing/test-lab.ts';
import { newId, newSecret } from '../store/ids.ts';

/** Every route x every kind of caller, from the table of routes alone: a new route is covered by being in it. */

let lab: TestLab;
let agent: FakeAgent;
const people = {} as Record<Role, TestPerson>;
const tokens = {} as Record<Role, string>;
let inviteSecret: string;
let joinToken: string;
let shareToken: string;
let ended: Record<string, EndedParty>;

/** What the instance hands out: a route that has nothing to give would fail for everybody. */
const programs = mkdtempSync(path.join(tmpdir(), 'millionrps-programs-'));

beforeAll(async () => {
  mkdirSync(path.join(programs, 'linux-amd64'));
  for (const program of ['agent', 'server', 'millionrps'])
    writeFileSync(path.join(programs, 'linux-amd64', program), program);
  lab = await openLab({ programs });
  agent = await FakeAgent.join(lab);
  for (const role of ROLES) {
    people[role] = await makePerson(lab, role);
    tokens[role] = await makeToken(lab, people[role].userId, role);
  }
  const { admin } = people;
  const invite = await admin.call<{ url: string }>('POST', '/api/v1/invites', {
    email: 'x@example.org',
    role: 'admin',
  });
  inviteSecret = invite.body.url.split('/').at(-1) ?? '';
  joinToken = (await admin.call<{ token: string }>('POST', '/api/v1/join-tokens')).body.token;
  shareToken = await makeShare();
  ended = await endedParties(lab, admin.cookie);
});
afterAll(async () => {
  await lab.close();
  rmSync(programs, { recursive: true, force: true });
});

async function makeShare(): Promise<string> {
  const { token } = await insertShare(lab.lab.database.db, {
    id: newId(),
    token: newSecret('share'),
    kind: 'run',
    title: 'of the matrix',
    runIds: [],
    documentVersion: 1,
    documentSha256: 'a'.repeat(64),
    documentSizeBytes: 0,
    createdAtUs: lab.lab.nowUs(),
    createdByName: 'matrix',
    expiresAtUs: null,
  });
  return token;
}

type Headers = Record<string, string>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const cookieOf = async (role: Role): Promise<string> =>
  openLink(lab, await lab.signIn.createLinkFor(people[role].email, '/'));

/** What a page of the instance sends. */
const ofBrowser = async (cookie: string): Promise<Headers> => ({
  ...{ cookie, origin: lab.url },
  ...(await pageKey(lab, cookie)),
});

/** Of each role, for calls that read. */
const sessions: Partial<Record<Role, string>> = {};

/** A session of its own for each call that changes something, as some of them end all: so many links are opened in a minute at most. */
async function cookieFor(role: Role, { method }: RouteShape): Promise<string> {
  if (method !== 'GET') {
    delete sessions[role];
    return cookieOf(role);
  }
  return lastingCookie(role);
}

/** For calls that end no session, or are refused. */
async function lastingCookie(role: Role): Promise<string> {
  sessions[role] ??= await cookieOf(role);
  return sessions[role];
}

/** Said here anew, so that a fault in the rule itself is seen. */
const INCLUDES: Record<Role, Role[]> = {
  viewer: ['viewer'],
  operator: ['viewer', 'operator'],
  admin: ['viewer', 'operator', 'admin'],
};
const mayAct = (has: Role, needs: Role): boolean => INCLUDES[has].includes(needs);

type Verdict = 'in' | 401 | 403;
interface Who {
  headers: (shape: RouteShape) => Headers | Promise<Headers>;
  /** What becomes of a call that asks for a role; of one for agents; and of one for the preset token. */
  person: (shape: RouteShape, needs: Role) => Verdict;
  agent: Verdict;
  preset: Verdict;
}

const nobody: Omit<Who, 'headers'> = { person: () => 401, agent: 401, preset: 401 };
const ofRole = (role: Role) => (_shape: RouteShape, needs: Role) => (mayAct(role, needs) ? 'in' : 403);
const ofToken =
  (role: Role) =>
  ({ tokens: wants }: RouteShape, needs: Role): Verdict =>
    wants !== 'never' && wants !== 'preset' && mayAct(role, wants ?? needs) ? 'in' : 403;
const ofPreset = ({ tokens: wants }: RouteShape): Verdict => (wants === 'never' ? 403 : 'in');

const callers: Record<string, Who> = {
  'a stranger': { headers: () => ({}), ...nobody },
  'a made-up secret': { headers: () => bearer('mrps_made-up'), ...nobody },
  'a share holder': { headers: () => bearer(shareToken), ...nobody },
  "an invite's secret": { headers: () => bearer(inviteSecret), ...nobody },
  'a join token': { headers: () => bearer(joinToken), ...nobody },
  'a made-up cookie': {
    headers: () => ({ cookie: 'millionrps.session_token=made-up.c2lnbmVk', origin: lab.url }),
    ...nobody,
  },
  'the preset token': { headers: () => bearer(ADMIN_TOKEN), person: ofPreset, agent: 401, preset: 'in' },
  'an agent': { headers: () => bearer(agent.credential), ...nobody, agent: 'in' },
  ...Object.fromEntries(
    ROLES.flatMap((role): [string, Who][] => [
      [
        `a ${role}`,
        {
          headers: async (shape) => ofBrowser(await cookieFor(role, shape)),
          person: ofRole(role),
          agent: 401,
          preset: 403,
        },
      ],
      [`a token of a ${role}`, { headers: () => bearer(tokens[role]), person: ofToken(role), agent: 401, preset: 403 }],
    ]),
  ),
};

const call = (shape: RouteShape, headers: Headers) => callRoute(lab.url, shape, headers);

const named = Object.entries(routes) as [RouteName, RouteShape][];
const cells = named.flatMap(([name, shape]) =>
  Object.entries(callers).map(([who, how]) => ({ name, shape, who, how })),
);
const isRole = (access: RouteShape['access']): access is Role => ROLES.some((role) => role === access);
const REFUSALS = ['not-signed-in', 'forbidden'];

describe('every route x every caller', () => {
  it.each(cells)('$shape.method $shape.url ($shape.access) by $who', async ({ shape, how }) => {
    const { status, code, location } = await call(shape, await how.headers(shape));
    expect(status).toBeLessThan(500);
    const { access } = shape;
    if (access === 'public') return expect(REFUSALS).not.toContain(code);
    if (access === 'secret') {
      // Whoever it is: only the secret counts, and this one is made up.
      expect(REFUSALS).not.toContain(code);
      expect([302, 403, 404]).toContain(status);
      if (status === 302) expect(location).toContain('/sign-in?error=');
      return;
    }
    const verdict = isRole(access) ? how.person(shape, access) : how[access];
    if (verdict === 'in') expect([401, 403]).not.toContain(status);
    else expect({ status, code }).toEqual({ status: verdict, code: verdict === 401 ? 'not-signed-in' : 'forbidden' });
  });
});

describe('every route x whoever has lost a right', () => {
  const closed = named.filter(([, { access }]) => access !== 'public' && access !== 'secret');
  it.each(closed)('%s', async (_name, shape) => {
    const { access } = shape;
    for (const [who, { headers, left }] of Object.entries(ended)) {
      // What is left of a right is as good as anybody's, and is tried above.
      if (left !== null && isRole(access) && mayAct(left, access)) continue;
      const { status } = await call(shape, headers);
      expect(status, who).toBe(left === null || access === 'agent' ? 401 : 403);
    }
  });
});

/** A target's page on another port of the instance's host: browsers send it the cookie, and it may try to use it. */
const A_TARGET_BESIDE = 'http://127.0.0.1:9';

describe("an administrator's cookie that another site made the browser send", () => {
  const changing = named.filter(([, shape]) => shape.method !== 'GET');
  it.each(changing)('%s refuses it', async (_name, shape) => {
    const cookie = await lastingCookie('admin');
    for (const origin of [undefined, 'https://evil.example', 'null', A_TARGET_BESIDE]) {
      const { status } = await call(shape, { cookie, ...(origin && { origin }) });
      expect(status).toBe(shape.access === 'agent' ? 401 : 403);
    }
  });
});

describe('what a session must prove', () => {
  /** Said here anew: what is irreversible, or gives power. */
  const RECENT: RouteName[] = [
    ...([
      'changePassword',
      'startSecondFactor',
      'confirmSecondFactor',
      'removeSecondFactor',
      'renewBackupCodes',
      'createApiToken',
    ] as const),
    ...(['changePerson', 'disablePerson', 'enablePerson', 'resetPassword', 'removeSecondFactorOf'] as const),
    ...(['createInvite', 'createJoinToken', 'removeHost', 'changeLaunchLimit', 'deleteExperiment'] as const),
    ...(['createWebhook', 'changeWebhook', 'deleteWebhook', 'rotateWebhookSecret'] as const),
    ...(['changeRetention', 'changeAuditRetention'] as const),
  ];
  const ofPeople = named.filter(([, { access, method }]) => isRole(access) && method !== 'GET');

  it('is asked for by these routes', () => {
    expect(named.flatMap(([name, { proof }]) => (proof === 'recent' ? [name] : [])).sort()).toEqual([...RECENT].sort());
  });

  it('is at least that it is a page of this origin: a cookie alone changes nothing', async () => {
    const cookie = await lastingCookie('admin');
    const other = await pageKey(lab, await lastingCookie('operator'));
    for (const [name, shape] of ofPeople) {
      if (shape.proof === 'given') continue;
      for (const key of [{}, other]) {
        const { status, code } = await call(shape, { cookie, origin: lab.url, ...key });
        expect({ name, status, code }).toEqual({ name, status: 403, code: 'proof-needed' });
      }
    }
  });

  it('is who it is, within the last ten minutes', async () => {
    const headers = await ofBrowser(await lastingCookie('admin'));
    lab.skipMs(601_000);
    for (const name of RECENT) {
      const { status, code } = await call(routes[name], headers);
      expect({ name, status, code }).toEqual({ name, status: 403, code: 'proof-needed' });
    }
    expect((await call(routes.changeAccount, headers)).status).not.toBe(403);
    lab.skipMs(-601_000);
  });
});

describe("an administrator's token", () => {
  it('gets no link into an account: neither by a reset nor by one of the terminal', async () => {
    for (const url of [`/api/v1/people/${people.admin.userId}/reset-password`, '/api/v1/sign-in-links']) {
      const ask = (headers: Headers) => fetch(lab.url + url, { method: 'POST', headers });
      expect((await ask(bearer(tokens.admin))).status).toBe(403);
      expect((await ask(bearer(ADMIN_TOKEN))).status).toBe(url.endsWith('links') ? 201 : 403);
    }
  });
});

describe('the table of routes', () => {
  it('holds every route that the server answers, but for the documentation', () => {
    const known = new Set(named.map(([, { method, url }]) => `${method} ${url}`));
    const extra = registered().filter(
      (route) => !known.has(route) && !Object.values(DOCUMENTATION).some((url) => route.startsWith(`GET ${url}`)),
    );
    expect(extra).toEqual([]);
    expect(registered()).toEqual(expect.arrayContaining([...known]));
  });

  it.each([
    '/api/auth/sign-up/email',
    '/api/auth/sign-in/magic-link',
    '/api/auth/sign-in/social',
    '/api/auth/get-session',
    '/api/auth/list-sessions',
    '/api/auth/change-password',
    '/api/auth/change-email',
    '/api/auth/update-user',
    '/api/auth/delete-user',
    '/api/auth/request-password-reset',
    '/api/auth/reset-password',
    '/api/auth/admin/list-users',
    '/api/auth/admin/create-user',
    '/api/auth/admin/set-role',
    '/api/auth/admin/impersonate-user',
    '/api/auth/admin/set-user-password',
    '/api/auth/admin/remove-user',
    '/api/auth/ok',
    '/api/auth/sign-in/email/',
    '/api/auth//admin/list-users',
    '/api/auth/sign-out/../admin/list-users',
  ])('leaves %s of better-auth unreachable, for an administrator too', async (path) => {
    const cookie = await cookieOf('admin');
    for (const method of ['GET', 'POST']) {
      const reply = await fetch(lab.url + path, {
        method,
        headers: { cookie, origin: lab.url, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      });
      expect(reply.status).toBe(404);
    }
  });
});

/** `METHOD /path` of all that Fastify routes below /api, without what answers that there is nothing. */
function registered(): string[] {
  const lines = lab.app.printRoutes({ commonPrefix: false }).split('\n');
  const parents: string[] = [];
  return lines.flatMap((line) => {
    const match = line.match(/^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/);
    if (!match) return [];
    const [, indent = '', part = '', methods = ''] = match;
    const depth = indent.length / 4;
    parents.length = depth;
    parents[depth] = part;
    const path = parents.join('');
    return path.startsWith('/api/') && path !== '/api/*'
      ? methods
          .split(', ')
          .filter((method) => method && method !== 'HEAD')
          .map((method) => `${method} ${path}`)
      : [];
  });
}
