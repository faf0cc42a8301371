import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginIncarnation, lockAgent } from '../agents/store/agents.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type { Db } from '../platform/store/db.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay, preforkExperiment } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { setAvailability } from './store/hosts.ts';

/** On a busy machine. */
const ARRIVING_MS = 30_000;
vi.setConfig({ testTimeout: 4 * ARRIVING_MS });

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab, 'lab-1');
});
afterEach(() => lab.close());

const create = () => person(lab)<Run & Problem>('POST', '/runs', { name: 'of a test', spec: specFor(agent.hostId) });

const plan = (play: ExperimentPlay) => play.call<Problem>('POST', '', preforkExperiment(agent.hostId, { start: true }));
const remove = () => person(lab)<Problem>('DELETE', `/hosts/${agent.hostId}`);

/** A transaction in which others are waited for, one after the other. */
const held = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
  lab.lab.database.client.$transaction(work, { timeout: 3 * ARRIVING_MS });

/** Closes the host in a transaction that ends only once `work` waits for it. */
async function closeBefore<T>(availability: 'cordoned' | 'draining', work: () => Promise<T>): Promise<T> {
  const { nowUs } = lab.lab;
  const { result } = await held(async (tx) => {
    await setAvailability(tx, agent.hostId, availability, { byName: 'Ann', why: null }, nowUs());
    const result = work();
    await untilWaiting('Host', result);
    return { result };
  });
  return result;
}

/** Until work waits for a lock of the table. */
async function untilWaiting(table: string, work: Promise<unknown>): Promise<void> {
  let ended = false;
  void work.finally(() => (ended = true)).catch(() => {});
  await vi.waitFor(
    async () => {
      const [{ waiting } = { waiting: 0 }] = await lab.lab.database.db.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS "waiting" FROM pg_stat_activity
        WHERE "datname" = current_database() AND "wait_event_type" = 'Lock' AND "query" LIKE ${`%"${table}"%`}`;
      expect([ended, waiting]).toEqual([false, 1]);
    },
    { timeout: ARRIVING_MS, interval: 50 },
  );
}

/** `first` is kept from writing to a table until `second` waits for the host that it holds. */
async function whileHeld<T, U>(
  table: 'Run' | 'Agent' | 'Experiment',
  first: () => Promise<T>,
  second: () => Promise<U>,
) {
  const begun = await held(async (tx) => {
    await tx.$executeRawUnsafe(`LOCK TABLE "${table}" IN SHARE MODE`);
    const one = first();
    await untilWaiting(table, one);
    const other = second();
    await untilWaiting('Host', other);
    return { one, other };
  });
  return [await begun.one, await begun.other] as const;
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

it('a host that was just drained gets no experiment that starts at once', async () => {
  const play = new ExperimentPlay(lab, agent);
  const refused = await closeBefore('draining', () => plan(play));
  expect([refused.status, refused.body.code]).toEqual([409, 'host-draining']);
  expect(await lab.lab.database.client.experiment.count()).toBe(0);
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

it('a host is not removed while a run is being queued for it', async () => {
  const [run, removed] = await whileHeld('Run', create, remove);
  expect([run.status, removed.status]).toEqual([201, 409]);
  await agent.obeyUntil(null, lab, run.body.id);
  expect((await person(lab)<Run>('GET', `/runs/${run.body.id}`)).body.state).toBe('finished');
});

it('no run is queued for a host that is being removed', async () => {
  const [removed, run] = await whileHeld('Agent', remove, create);
  expect([removed.status, run.status, run.body.code]).toEqual([204, 422, 'invalid-input']);
  expect(await lab.lab.database.client.run.count()).toBe(0);
});

it('a host is not removed while an experiment starts on it, nor between two of its runs', async () => {
  const play = new ExperimentPlay(lab, agent);
  const [planned, removed] = await whileHeld('Experiment', () => plan(play), remove);
  expect([planned.status, removed.status]).toEqual([201, 409]);
  await person(lab)('POST', `/hosts/${agent.hostId}/availability`, { availability: 'cordoned' });
  const [first] = await lab.lab.database.client.run.findMany({ select: { id: true } });
  await agent.obeyUntil(null, lab, first?.id ?? '');
  await vi.waitUntil(async () => (await lab.lab.database.client.lease.count()) === 0, { timeout: ARRIVING_MS });
  expect((await remove()).body.detail).toBe('Running experiments need lab-1; stop them first.');
});

it('a host is removed while its agent says hello: one waits for the other, and neither fails', async () => {
  const { database, nowUs } = lab.lab;
  const { id: agentId, incarnationId } = await database.client.agent.findFirstOrThrow();
  const begun = await database.transaction(async (tx) => {
    await lockAgent(tx, agentId);
    const removed = remove();
    await untilWaiting('Agent', removed);
    const { hostId, facts } = agent;
    const life = { agentId, hostId, incarnationId: incarnationId ?? '', bootId: facts.bootId, startedAtUs: nowUs() };
    await beginIncarnation(tx, { ...life, version: '0.1.0', facts, nowUs: nowUs() });
    return { removed };
  });
  expect((await begun.removed).status).toBe(204);
});
