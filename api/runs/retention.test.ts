import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { RunSeries } from '../contract/samples.ts';
import type { Storage } from '../contract/storage.ts';
import { sweep } from '../sweep.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { judgeStored } from './judge-runs.ts';
import { removeExpiredSamples } from './retention.ts';
import { removeSamples } from './store/retention.ts';

const DAY_MS = 86_400_000;
let lab: TestLab;
let agent: FakeAgent;
let [plain, baseline]: [string, string] = ['', ''];

/** A run with three samples, sealed. */
async function sampled(): Promise<string> {
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
  await agent.obeyUntil(null, lab, run.id);
  const frames = [1, 2, 3].map((second) =>
    agent.frameEntry(run.id, Date.now() * 1000 + second * 1e6, [0, 0, 0, second]),
  );
  await agent.report([agent.layoutEntry(), ...frames].sort((one, other) => one.sequence - other.sequence));
  await sweep(lab.lab);
  return run.id;
}

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
  [plain, baseline] = [await sampled(), await sampled()];
  await person(lab)('PUT', `/runs/${baseline}/baseline`);
});
afterAll(() => lab.close());

const read = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;
const rows = async (id: string) =>
  (await person(lab)<RunSeries>('GET', `/runs/${id}/series`)).body.hosts.flatMap(({ timesUs }) => timesUs).length;
const keep = (samplesDays: number | null) => person(lab)<Storage>('PUT', '/retention', { samplesDays });

describe('samples of runs', () => {
  it('are kept for ever unless an administrator says otherwise', async () => {
    lab.skipMs(400 * DAY_MS);
    expect(await removeExpiredSamples(lab.lab)).toBe(0);
    expect(await rows(plain)).toBeGreaterThan(0);
    const { body } = await person(lab)<Storage>('GET', '/storage');
    expect(body).toMatchObject({ samplesDays: null, runs: { withSamples: 2, exempt: 1, withoutSamples: 0 } });
    expect(body).toMatchObject({ filesAt: 'disk', filesBeside: null });
    expect(body.months.map(({ runs }) => runs)).toEqual([2]);
    expect(body.database.find(({ part }) => part === 'samples')?.bytes).toBeGreaterThan(0);
  });

  it('are removed once they are older than that, and the run says so and keeps its figures', async () => {
    const before = await read(plain);
    const { body } = await keep(401);
    expect(body).toMatchObject({ samplesDays: 401, changedByName: 'Administrator' });
    expect(await removeExpiredSamples(lab.lab)).toBe(0);
    await keep(399);
    expect(await removeExpiredSamples(lab.lab)).toBe(1);
    expect(await removeExpiredSamples(lab.lab)).toBe(0);
    expect(await rows(plain)).toBe(0);
    const { samplesRemovedAtUs, ...after } = await read(plain);
    expect(samplesRemovedAtUs).toBeGreaterThan(before.endedAtUs ?? 0);
    expect(after.steps).toEqual(before.steps);
    expect(after.verdict).toEqual(before.verdict);
  });

  it('that come late, after the others were removed, are let go', async () => {
    await agent.report([agent.layoutEntry(), agent.frameEntry(plain, Date.now() * 1000, [0, 0, 0, 4])]);
    const { client } = lab.lab.database;
    const where = { runId: plain };
    expect([await client.frame.count({ where }), await client.sampleChunk.count({ where })]).toEqual([0, 0]);
  });

  it('stay with a run that became a baseline after it was found to be old', async () => {
    expect(await lab.lab.database.transaction((tx) => removeSamples(tx, baseline, lab.lab.nowUs()))).toBe(false);
    expect(await lab.lab.database.client.sampleChunk.count({ where: { runId: baseline } })).toBeGreaterThan(0);
  });

  it('stay with a baseline, whatever its age', async () => {
    expect(await rows(baseline)).toBeGreaterThan(0);
    expect(await read(baseline)).not.toHaveProperty('samplesRemovedAtUs');
    const { body } = await person(lab)<Storage>('GET', '/storage');
    expect(body.runs).toEqual({ withSamples: 1, exempt: 1, withoutSamples: 1 });
  });

  it('are not counted anew when the rules change: their figures are left alone', async () => {
    const { client } = lab.lab.database;
    await client.run.updateMany({ data: { verdictVersion: null } });
    await client.$executeRaw`UPDATE "StepEvidence" SET "evidence" = "evidence" - 'underLoad' WHERE "runId" = ${plain}::uuid`;
    const evidence = () => client.stepEvidence.findMany({ where: { runId: plain }, orderBy: { stepIndex: 'asc' } });
    const before = await evidence();
    expect(before.length).toBeGreaterThan(0);
    expect(await judgeStored(lab.lab, new AbortController().signal)).toEqual({ judged: 2, failed: 0 });
    expect(await evidence()).toEqual(before);
  });

  it('are kept for no other time than 1 to 3650 days', async () => {
    for (const days of [0, 3651, 1.5]) expect((await keep(days)).status).toBe(422);
  });
});
