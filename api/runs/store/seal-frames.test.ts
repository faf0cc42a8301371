import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { readFrames } from './read-frames.ts';
import { removeSamples } from './retention.ts';
import { sealFrames } from './samples.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

it('two transactions that seal the same frames at once leave each frame once, and neither fails nor waits', async () => {
  const agent = await FakeAgent.join(lab);
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
  const frames = [1, 2, 3].map((second) => agent.frameEntry(run.id, second * 1e6, [0, 0, 0, second]));
  await agent.report([agent.layoutEntry(), ...frames].sort((a, b) => a.sequence - b.sequence));
  const { database } = lab.lab;
  await database.transaction(async (first) => {
    await sealFrames(first, run.id, agent.hostId);
    await database.transaction((second) => sealFrames(second, run.id, agent.hostId));
  });
  await database.transaction((later) => sealFrames(later, run.id, agent.hostId));
  expect(await timesUs(run.id, agent.hostId)).toEqual([1e6, 2e6, 3e6]);
  expect(await database.client.sampleChunk.count({ where: { runId: run.id } })).toBe(1);
});

it('frames whose run loses its samples while they are being sealed leave no chunk', async () => {
  const agent = await FakeAgent.join(lab, 'lab-4');
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
  await agent.report([agent.layoutEntry(), agent.frameEntry(run.id, Date.now() * 1000, [0, 0, 0, 1])]);
  const { database, nowUs } = lab.lab;
  let sealed: Promise<void> = Promise.resolve();
  await database.transaction(async (remover) => {
    expect(await removeSamples(remover, run.id, nowUs())).toBe(true);
    sealed = database.transaction((tx) => sealFrames(tx, run.id, agent.hostId));
    await vi.waitUntil(
      async () => {
        const rows = await database.db.$queryRaw<object[]>`
        SELECT 1 FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`;
        return rows.length > 0;
      },
      { timeout: 10_000 },
    );
  });
  await sealed;
  expect(await database.client.sampleChunk.count({ where: { runId: run.id } })).toBe(0);
});

it('frames are read in order of time from chunks and rows, each once, and only of the time asked for', async () => {
  const agent = await FakeAgent.join(lab, 'lab-2');
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
  const layout = agent.layoutEntry();
  const frame = (second: number) => agent.frameEntry(run.id, second * 1e6, [second, 0, 0, 0]);
  await agent.report([layout, frame(1), frame(2)]);
  await lab.lab.database.transaction((tx) => sealFrames(tx, run.id, agent.hostId));
  await agent.report([frame(3), frame(4)]);
  await lab.lab.database.transaction((tx) => sealFrames(tx, run.id, agent.hostId));
  await agent.report([frame(5)]);
  expect(await timesUs(run.id, agent.hostId)).toEqual([1e6, 2e6, 3e6, 4e6, 5e6]);
  expect(await timesUs(run.id, agent.hostId, 2e6, 4e6)).toEqual([2e6, 3e6, 4e6]);
  expect(await timesUs(run.id, agent.hostId, 6e6)).toEqual([]);
});

it('frames that come late stand where they belong, beside chunks, between and within them', async () => {
  const agent = await FakeAgent.join(lab, 'lab-3');
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
  const layout = agent.layoutEntry();
  const frame = (second: number) => agent.frameEntry(run.id, second * 1e6, [second, 0, 0, 0]);
  const seal = () => lab.lab.database.transaction((tx) => sealFrames(tx, run.id, agent.hostId));
  await agent.report([layout, frame(1), frame(3)]);
  await seal();
  await agent.report([frame(6), frame(8)]);
  await seal();
  await agent.report([frame(9), frame(7), frame(5), frame(2)]);
  expect(await timesUs(run.id, agent.hostId)).toEqual([1, 2, 3, 5, 6, 7, 8, 9].map((second) => second * 1e6));
});

async function timesUs(runId: string, hostId: string, from = 0, to = Number.MAX_SAFE_INTEGER): Promise<number[]> {
  const times: number[] = [];
  const columns = new Set<string[]>();
  for await (const batch of readFrames({ db: lab.lab.database.db, blobs: lab.lab.blobs }, runId, {
    hostId,
    fromUs: from,
    toUs: to,
  })) {
    times.push(...batch.map((frame) => frame.timeUs));
    for (const frame of batch) columns.add(frame.columns);
  }
  expect(columns.size).toBeLessThanOrEqual(1);
  return times;
}
