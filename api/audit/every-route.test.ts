import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../contract/account.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { Recorded } from '../contract/audit-actions.ts';
import { ROLES } from '../contract/choices.ts';
import { type RouteName, type RouteShape, routes } from '../contract/routes.ts';
import { callRoute, type RouteAnswer } from '../testing/call-route.ts';
import { FakeAgent } from '../testing/fake-agent.ts';
import { makePerson, pageKey, type TestPerson } from '../testing/people.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { exportAudit } from './read-audit.ts';

/** Every route that changes something, by a caller who may and by one who may not, from the table of routes alone. */

let lab: TestLab;
let agent: FakeAgent;
/** So many refusals of one caller are recorded in a minute, so each is replaced before. */
const USES = 15;
const people: Partial<Record<Role, { person: TestPerson; uses: number }>> = {};

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterAll(() => lab.close());

const changing = (Object.entries(routes) as [RouteName, RouteShape][])
  .filter(([, { method, audit }]) => method !== 'GET' || audit !== undefined)
  .map(([name, shape]) => ({
    name,
    shape,
    audit: shape.audit && 'none' in shape.audit ? null : (shape.audit as Recorded),
  }));
const recorded = changing.filter(({ audit }) => audit !== null);
const silent = changing.filter(({ audit }) => audit === null);

async function entries(): Promise<AuditEntry[]> {
  let text = '';
  for await (const piece of exportAudit(lab.lab, {}, 'ndjson')) text += piece;
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
}

type Who = Role | 'agent' | 'stranger';
const isRole = (who: Who): who is Role => ROLES.some((role) => role === who);

async function personOf(role: Role): Promise<TestPerson> {
  const known = people[role];
  if (known && known.uses < USES) {
    known.uses += 1;
    return known.person;
  }
  const person = await makePerson(lab, role);
  people[role] = { person, uses: 1 };
  return person;
}

/** What a call left, and how it was answered. */
async function left(
  shape: RouteShape,
  who: Who,
): Promise<{ answer: RouteAnswer; person: TestPerson | null; added: AuditEntry[] }> {
  const person = isRole(who) ? await personOf(who) : null;
  const headers: Record<string, string> = person
    ? { cookie: person.cookie, origin: lab.url, ...(await pageKey(lab, person.cookie)) }
    : who === 'agent'
      ? { authorization: `Bearer ${agent.credential}` }
      : {};
  const before = new Set((await entries()).map(({ id }) => id));
  const answer = await callRoute(lab.url, shape, headers);
  // Some routes end sessions.
  if (isRole(who) && shape.tag === 'account') delete people[who];
  return { answer, person, added: (await entries()).filter(({ id }) => !before.has(id)) };
}

const outcomeOf = ({ status, location }: RouteAnswer): AuditEntry['outcome'] => {
  if (status >= 500) return 'failed';
  return status >= 400 || location.includes('error=') ? 'refused' : 'done';
};

/** The least role that may, and the most that may not; null: no role decides. */
function rolesOf({ access }: RouteShape): { may: Who; mayNot: Who } | null {
  const may = ROLES.find((role) => role === access);
  return may ? { may, mayNot: ROLES[ROLES.indexOf(may) - 1] ?? 'stranger' } : null;
}

describe('a route that is recorded', () => {
  it.each(recorded)('$name leaves exactly one entry, that says how it was answered', async ({ shape, audit }) => {
    const may = rolesOf(shape)?.may ?? 'stranger';
    const { answer, person, added } = await left(shape, may);
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({
      action: audit?.action,
      subject: { kind: audit?.subject },
      address: '127.0.0.1',
      outcome: outcomeOf(answer),
      by: person && { role: may, userId: person.userId, tokenId: null },
    });
    expect(added[0]?.endedAtUs).not.toBeNull();
    if (answer.status >= 400) expect(added[0]?.reason).toMatch(/\.$|\w$/);
  });

  const guarded = recorded.flatMap(({ name, shape, audit }) => {
    const roles = rolesOf(shape);
    return roles ? [{ name, shape, audit, ...roles }] : [];
  });
  it.each(guarded)('$name leaves exactly one entry of a refusal to a $mayNot', async ({ shape, audit, mayNot }) => {
    const { answer, added } = await left(shape, mayNot);
    expect([401, 403]).toContain(answer.status);
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({
      action: audit?.action,
      outcome: 'refused',
      fields: {},
      by: mayNot === 'stranger' ? null : { role: mayNot },
    });
    expect(added[0]?.reason).toMatch(mayNot === 'stranger' ? /^Sign in first/ : /^You are signed in as/);
  });
});

describe('a route that is not', () => {
  it.each(silent)('$name leaves nothing, and says why', async ({ shape }) => {
    const who = shape.access === 'agent' ? 'agent' : (rolesOf(shape)?.may ?? 'stranger');
    const { answer, added } = await left(shape, who);
    expect([401, 403]).not.toContain(answer.status);
    expect(added).toEqual([]);
    expect(shape.audit && 'none' in shape.audit && shape.audit.none).toMatch(/\w{3}.*\.$/);
  });
});
