import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { loadFrames, sealFrames } from './samples.ts';

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
  const kept = await loadFrames(database.db, run.id, agent.hostId, 0, Number.MAX_SAFE_INTEGER);
  expect(kept.map((frame) => frame.timeUs)).toEqual([1e6, 2e6, 3e6]);
  expect(await database.client.sampleChunk.count({ where: { runId: run.id } })).toBe(1);
});
