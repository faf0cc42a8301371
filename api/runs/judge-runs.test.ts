import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { RunFacets, RunList } from '../contract/run-list.ts';
import { VERDICT_VERSION } from '../contract/verdict.ts';
import { json } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { AS_FOUND, driveRun } from '../testing/drive-run.ts';
import { closedStep, FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { judgeStored } from './judge-runs.ts';
import { countLines } from './store/run-list.ts';

let lab: TestLab;
let agent: FakeAgent;
beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const look = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;
const list = async (query = '') => (await person(lab)<RunList>('GET', `/runs?${query}`)).body.runs;
const judgeAll = () => judgeStored(lab.lab, new AbortController().signal);

/** Of one step: no time passes between those of a fake agent, so that their samples would lie over each other. */
async function measured(): Promise<string> {
  const spec = specFor(agent.hostId, { steps: [closedStep(10)] });
  const { body } = await person(lab)<Run>('POST', '/runs', { name: 'measured', spec });
  await driveRun(agent, lab, body.id, AS_FOUND);
  return body.id;
}

/** As a run was stored before there were verdicts. */
async function age(id: string): Promise<void> {
  const { client } = lab.lab.database;
  await client.run.update({
    where: { id },
    data: { verdictVersion: null, validity: null, wall: null, wallConfidence: null, verdictSentence: null },
  });
  await client.$executeRaw`
    UPDATE "StepEvidence" SET "evidence" = "evidence" - 'underLoad' - 'counters' - 'requestsBySecond'
    WHERE "runId" = ${id}::uuid`;
}

describe('a run that has ended', () => {
  it('is judged: its evidence on its page, what the verdict came to in the list', async () => {
    const id = await measured();
    const run = await look(id);
    const [step] = run.steps;
    expect(step?.evidence).toMatchObject({
      server: { side: 'server', cpus: 4, processCpus: expect.any(Number) },
      clients: [{ side: 'client' }],
      sharedMachine: true,
      requestsBySecond: [10_000, 10_000, 10_000, 10_000, 10_000],
      requestsBySecondSource: 'server',
    });
    if (!run.verdict) throw new Error('it was not judged');
    const { validity, wall, walls, confidence, sentence } = run.verdict;
    const [line] = await list();
    expect(line?.verdict).toEqual({ validity, wall, walls, confidence, sentence, leftOut: null });
    const { body: facets } = await person(lab)<RunFacets>('GET', '/run-facets');
    expect([facets.validities, facets.walls]).toEqual([[{ value: validity, runs: 1 }], [{ value: wall, runs: 1 }]]);
    const found = async (query: string) => (await list(query)).map((one) => one.id);
    expect(await found(`validity=${validity}&wall=${wall}`)).toEqual([id]);
    expect(await found('wall=lock-contention')).toEqual([]);
  });

  it('has no verdict where nothing was measured, and is not asked for one again', async () => {
    const id = await seedRun(lab, agent.hostId, { state: 'canceled' });
    expect(await judgeAll()).toEqual({ judged: 1, failed: 0 });
    expect(await judgeAll()).toEqual({ judged: 0, failed: 0 });
    expect((await list()).map((one) => [one.id, one.verdict])).toEqual([[id, null]]);
  });
});

describe('stored runs', () => {
  it('are judged anew when their rules are of yesterday, from samples that are counted again', async () => {
    const id = await measured();
    const before = await look(id);
    await age(id);
    const aged = await look(id);
    expect(aged.steps[0]?.evidence).toMatchObject({ server: { cpu: null }, requestsBySecond: null });
    expect((await list())[0]?.verdict).toBeNull();
    expect(await judgeAll()).toEqual({ judged: 1, failed: 0 });
    expect(await look(id)).toEqual(before);
    expect((await list())[0]?.verdict?.sentence).toBe(before.verdict?.sentence);
    const row = await lab.lab.database.client.run.findUniqueOrThrow({ where: { id } });
    expect([row.verdictVersion, row.validity]).toEqual([VERDICT_VERSION, before.verdict?.validity]);
  });

  it('that cannot be judged stop no other, and those under way are left alone', async () => {
    const good = await seedRun(lab, agent.hostId);
    const bad = await seedRun(lab, agent.hostId);
    const active = await seedRun(lab, agent.hostId, { state: 'measuring' });
    const { client } = lab.lab.database;
    await client.run.update({ where: { id: bad }, data: { spec: json({ specVersion: 99 }) } });
    expect(await judgeAll()).toEqual({ judged: 1, failed: 1 });
    const versions = await client.run.findMany({ select: { id: true, verdictVersion: true }, orderBy: { id: 'asc' } });
    expect(versions).toEqual([
      { id: good, verdictVersion: VERDICT_VERSION },
      { id: bad, verdictVersion: null },
      { id: active, verdictVersion: null },
    ]);
  });

  it('wait for another start when the API is stopped meanwhile', async () => {
    await seedRun(lab, agent.hostId);
    expect(await judgeStored(lab.lab, AbortSignal.abort())).toEqual({ judged: 0, failed: 0 });
    expect(await judgeAll()).toEqual({ judged: 1, failed: 0 });
  });
});

it('the list tells imported runs and those of an experiment apart', async () => {
  const [own, imported, ofExperiment] = [
    await seedRun(lab, agent.hostId),
    await seedRun(lab, agent.hostId),
    await seedRun(lab, agent.hostId),
  ];
  const { client } = lab.lab.database;
  const source = { runId: imported, source: {}, document: {}, summary: {}, originSha256: 'a' };
  await client.importedRun.create({ data: source });
  const experimentId = newId();
  const experiment = { kind: 'comparison', question: '', hypothesis: '', status: 'running', seed: 1n, rounds: 6 };
  await client.experiment.create({
    data: { ...experiment, id: experimentId, primary: {}, marginPercent: 2, design: {}, createdAtUs: 0n },
  });
  const place = { round: 0, position: 0, configuration: 0, attempt: 0 };
  await client.experimentRun.create({ data: { ...place, runId: ofExperiment, experimentId } });
  const found = async (query: string) => (await list(query)).map((one) => one.id).sort();
  expect(await found(`experimentId=${experimentId}`)).toEqual([ofExperiment]);
  expect(await found('imported=false')).toEqual([own, ofExperiment].sort());
  // Of this one nothing was really imported, so that there is no line to be shown of it.
  expect(await countLines(client, { imported: true }, false)).toEqual({ total: 1, runs: 1 });
  expect((await list(`experimentId=${experimentId}`))[0]?.experimentId).toBe(experimentId);
});
