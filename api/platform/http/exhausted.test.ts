import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeAgent } from '../../testing/fake-agent.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../../testing/test-lab.ts';

/** More than there are connections. */
const AT_ONCE = 60;
/** A request waits up to 5 s for each connection, and then for the lock; one that changes something needs several. */
const ANSWERED_WITHIN_MS = 30_000;

let lab: TestLab;
let outsider: pg.Client;
beforeEach(async () => {
  lab = await openLab();
  outsider = new pg.Client({ connectionString: lab.databaseUrl });
  await outsider.connect();
  await outsider.query('BEGIN');
});
afterEach(async () => {
  await outsider.end();
  await lab.close();
});

interface Answered {
  status: number;
  isProblem: boolean;
  retryAfter: string | null;
  code: unknown;
  tookMs: number;
}

async function ask(method: string, path: string, body?: unknown): Promise<Answered> {
  const startedMs = performance.now();
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
  const answer = await fetch(`${lab.url}/api/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS + 5_000),
  });
  const { code } = (await answer.json()) as { code?: unknown };
  return {
    status: answer.status,
    isProblem: answer.headers.get('content-type')?.startsWith('application/problem+json') ?? false,
    retryAfter: answer.headers.get('retry-after'),
    code,
    tookMs: performance.now() - startedMs,
  };
}

/** All of them refused for a moment, none later than that. */
function expectTryAgain(answers: Answered[]): void {
  for (const { tookMs, ...answer } of answers) {
    expect(answer).toEqual({
      status: 503,
      isProblem: true,
      retryAfter: '1',
      code: expect.stringMatching(/^database-(away|busy)$/),
    });
    expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS);
  }
}

const many = (one: () => Promise<Answered>): Promise<Answered[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, () => one()));

describe('all connections to the database wait for what another program holds', () => {
  it('so requests that read are told to try again, and are answered once it lets go', async () => {
    await outsider.query('LOCK TABLE "Run" IN ACCESS EXCLUSIVE MODE');
    expectTryAgain(await many(() => ask('GET', '/runs')));
    await outsider.query('ROLLBACK');
    const after = await many(() => ask('GET', '/runs'));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
  }, 90_000);

  it('so requests that change a row are told so, too, and nothing of them happens later', async () => {
    const agent = await FakeAgent.join(lab);
    await outsider.query('SELECT 1 FROM "Host" FOR UPDATE');
    const label = (labels: string[]) => ask('PATCH', `/hosts/${agent.hostId}`, { labels });
    expectTryAgain(await many(() => label(['late'])));
    await outsider.query('ROLLBACK');
    expect((await label(['now'])).status).toBe(200);
    const { labels } = await lab.lab.database.db.host.findUniqueOrThrow({ where: { id: agent.hostId } });
    expect(labels).toEqual(['now']);
  }, 90_000);
});
