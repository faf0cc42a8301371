import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { setAvailability } from './store/hosts.ts';

vi.setConfig({ testTimeout: 60_000 });

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab, 'lab-1');
});
afterEach(() => lab.close());

const create = () => person(lab)<Run & Problem>('POST', '/runs', { name: 'of a test', spec: specFor(agent.hostId) });

/** Closes the host in a transaction that ends only once `work` waits for it. */
async function closeBefore<T>(availability: 'cordoned' | 'draining', work: () => Promise<T>): Promise<T> {
  const { database, nowUs } = lab.lab;
  const { result } = await database.transaction(async (tx) => {
    await setAvailability(tx, agent.hostId, availability, { byName: 'Ann', why: null }, nowUs());
    const result = work();
    let ended = false;
    void result.finally(() => (ended = true)).catch(() => {});
    await vi.waitFor(
      async () => {
        const [{ waiting } = { waiting: 0 }] = await database.db.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS "waiting" FROM pg_stat_activity
          WHERE "datname" = current_database() AND "wait_event_type" = 'Lock' AND "query" LIKE '%"Host"%'`;
        expect([ended, waiting]).toEqual([false, 1]);
      },
      { timeout: 5000, interval: 50 },
    );
    return { result };
  });
  return result;
}

it('a host that was just drained gets no run', async () => {
  const { status, body } = await closeBefore('draining', create);
  expect([status, body.code]).toEqual([409, 'host-draining']);
  expect(await lab.lab.database.client.run.count()).toBe(0);
});

it('a host that was just drained gets no experiment', async () => {
  const play = new ExperimentPlay(lab, agent);
  const { id } = await play.make();
  const refused = await closeBefore('draining', () => play.call<Problem>('POST', `/${id}/start`));
  expect([refused.status, refused.body.code]).toEqual([409, 'host-draining']);
  expect((await play.read(id)).status).toBe('planned');
});

it('a queued run does not start on a host that was just cordoned', async () => {
  const { db, nowUs } = { db: lab.lab.database.db, nowUs: lab.lab.nowUs() };
  const { body: first } = await create();
  const { body: queued } = await create();
  await setAvailability(db, agent.hostId, 'cordoned', { byName: 'Ann', why: null }, nowUs);
  await agent.obeyUntil(null, lab, first.id);
  await setAvailability(db, agent.hostId, 'open', null, nowUs);
  await closeBefore('cordoned', () => dispatchQueued(lab.lab));
  expect((await person(lab)<Run>('GET', `/runs/${queued.id}`)).body.state).toBe('queued');
});
