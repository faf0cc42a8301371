import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Run } from '../../contract/run.ts';
import type { Db } from '../../platform/store/db.ts';
import { newId } from '../../platform/store/ids.ts';
import { removeSamples } from '../../runs/store/retention.ts';
import { type NewFrame, saveFrames } from '../../runs/store/samples.ts';
import { FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { beginReport, type Life, takeFrames } from './incarnations.ts';

let lab: TestLab;

/** Up to which sequence each life is stored once these are. */
async function take(lives: Life[], frames: NewFrame[]): Promise<Map<string, number>> {
  const taken = await takeFrames(lab.lab.database.db, lives, frames, lab.lab.nowUs());
  return new Map([...taken].map(([id, { acknowledged }]) => [id, acknowledged]));
}

beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

async function subject(name: string) {
  const agent = await FakeAgent.join(lab, name);
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
  await agent.report([agent.layoutEntry()]);
  const { client, db } = lab.lab.database;
  const { id: layoutId } = await client.sampleLayout.findFirstOrThrow();
  const { id: agentId, incarnationId } = await client.agent.findUniqueOrThrow({ where: { hostId: agent.hostId } });
  const life: Life = { agentId, incarnationId: incarnationId ?? '' };
  const acknowledged = async () =>
    Number(
      (await client.agentIncarnation.findUniqueOrThrow({ where: { id: life.incarnationId } })).acknowledgedSequence,
    );
  const first = (await acknowledged()) + 1;
  const frameOf = (sequence: number): NewFrame => ({
    ...{ incarnationId: life.incarnationId, runId: run.id, hostId: agent.hostId, sequence: first + sequence },
    ...{ layoutId, timeUs: 1e6, monotonicUs: 1e6, boundary: false, values: [0, 0, 0, 0] },
  });
  const stored = async () =>
    (await client.frame.findMany({ where: { runId: run.id }, orderBy: { sequence: 'asc' } })).map(
      ({ sequence }) => Number(sequence) - first,
    );
  return { db, life, first, frameOf, stored, acknowledged };
}

it('stores each frame once and acknowledges them, also what comes twice in one go', async () => {
  const { db, life, first, frameOf, stored, acknowledged } = await subject('lab-1');
  const frames = [0, 1, 1, 2].map(frameOf);
  expect(await take([life, life], frames)).toEqual(new Map([[life.incarnationId, first + 2]]));
  expect(await stored()).toEqual([0, 1, 2]);
  expect(await acknowledged()).toBe(first + 2);
  // As when they were sealed since.
  await db.frame.deleteMany({ where: { incarnationId: life.incarnationId } });
  expect(await take([life], [1, 2, 3].map(frameOf))).toEqual(new Map([[life.incarnationId, first + 3]]));
  expect(await stored()).toEqual([3]);
});

it('waits for another report of the same life, and stores only what that one did not', async () => {
  const { db, life, first, frameOf, stored } = await subject('lab-2');
  let later: Promise<Map<string, number>> = Promise.resolve(new Map());
  await lab.lab.database.transaction(async (tx) => {
    await beginReport(tx, life, first + 1);
    later = take([life], [0, 1, 2].map(frameOf));
    await vi.waitUntil(() => isWaiting(db), { timeout: 10_000 });
    await saveFrames(tx, [frameOf(0)], lab.lab.nowUs());
    await tx.frame.deleteMany({ where: { incarnationId: life.incarnationId, sequence: first } });
  });
  expect(await later).toEqual(new Map([[life.incarnationId, first + 2]]));
  expect(await stored()).toEqual([2]);
});

it('lets go of what comes while the samples of its run are being removed, before its turn and after', async () => {
  const { db, life, first, frameOf, stored, acknowledged } = await subject('lab-4');
  const { database, nowUs } = lab.lab;
  const { runId, hostId } = frameOf(0);
  await take([life], [frameOf(0)]);
  const other = await subject('lab-5');
  let later = Promise.resolve(new Map<string, number>());
  let meanwhile = later;
  await database.transaction(async (tx) => {
    await beginReport(tx, life, 0);
    later = take([life], [frameOf(1)]);
    await vi.waitUntil(() => isWaiting(db), { timeout: 10_000 });
    await database.transaction(async (remover) => {
      expect(await removeSamples(remover, runId, nowUs())).toBe(true);
      meanwhile = take([other.life], [{ ...other.frameOf(0), runId, hostId }]);
      await vi.waitUntil(async () => (await waiting(db)) === 2, { timeout: 10_000 });
    });
    expect(await meanwhile).toEqual(new Map([[other.life.incarnationId, other.first]]));
  });
  expect(await later).toEqual(new Map([[life.incarnationId, first + 1]]));
  expect([await stored(), await acknowledged()]).toEqual([[], first + 1]);
});

it("knows neither a life that nobody said hello with nor another agent's", async () => {
  const { life, frameOf, stored } = await subject('lab-3');
  const other = { ...life, agentId: newId() };
  expect(await take([other], [frameOf(0)])).toEqual(new Map());
  expect(await take([{ ...life, incarnationId: newId() }], [])).toEqual(new Map());
  expect(await stored()).toEqual([]);
});

const isWaiting = async (db: Db): Promise<boolean> => (await waiting(db)) > 0;

async function waiting(db: Db): Promise<number> {
  const rows = await db.$queryRaw<object[]>`
    SELECT 1 FROM pg_stat_activity
    WHERE "datname" = current_database() AND "wait_event_type" = 'Lock' AND "query" LIKE '%fresh AS MATERIALIZED%'`;
  return rows.length;
}
