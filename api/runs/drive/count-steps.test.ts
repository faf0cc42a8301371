import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Command } from '../../contract/agent-commands.ts';
import type { Run } from '../../contract/run.ts';
import { Backlog } from '../../platform/backlog.ts';
import { sweep } from '../../sweep.ts';
import { closedStep, FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { judgeEnded } from '../judge-runs.ts';
import { countSteps } from './count-steps.ts';

let lab: TestLab;
let agent: FakeAgent;
let runId: string;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab);
  const spec = specFor(agent.hostId, { steps: [closedStep(1), closedStep(2)] });
  runId = (await person(lab)<Run>('POST', '/runs', { name: 'x', spec })).body.id;
});
afterEach(() => lab.close());

const read = async (): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${runId}`)).body;

async function stepThrough(): Promise<void> {
  await agent.obey((await agent.obeyUntil('drive-load', lab, runId)) as Command);
}

/** What makes points is taken away, as while it is busy with other runs. */
function makeNoPoints(): void {
  lab.lab.counting = new Backlog(async () => {});
}

it('lets a run go on before it has the point of a step, which is not measured for anybody until then', async () => {
  makeNoPoints();
  await stepThrough();
  expect((await agent.poll(2_000)).map(({ type }) => type)).toEqual(['drive-load']);
  const between = await read();
  expect(between.steps.map(({ status, point }) => [status, point])).toEqual([
    ['counting', null],
    ['running', null],
  ]);
  expect(between.stepsMeasured).toBe(0);
  await countSteps(lab.lab, runId);
  expect((await read()).steps.map(({ status }) => status)).toEqual(['measured', 'running']);
});

it('makes points once, however many processes do so', async () => {
  makeNoPoints();
  await stepThrough();
  await Promise.all([countSteps(lab.lab, runId), countSteps(lab.lab, runId), countSteps(lab.lab, runId)]);
  const run = await read();
  expect([run.steps[0]?.status, run.steps[0]?.clients.length]).toEqual(['measured', 1]);
});

/** No sample can be read: an error that may pass. */
async function breakLayouts(): Promise<() => Promise<unknown>> {
  const { client } = lab.lab.database;
  await client.$executeRaw`ALTER TABLE "SampleLayout" RENAME COLUMN "schemaVersion" TO "away"`;
  return () => client.$executeRaw`ALTER TABLE "SampleLayout" RENAME COLUMN "away" TO "schemaVersion"`;
}

async function analysed(): Promise<void> {
  while ((await read()).state !== 'analysing') await agent.obey(await agent.next());
}

it('tries again what fails in passing, and fails a step when it has waited long enough for it', async () => {
  makeNoPoints();
  await stepThrough();
  await stepThrough();
  await analysed();
  const mend = await breakLayouts();
  await expect(countSteps(lab.lab, runId)).rejects.toThrow();
  expect((await read()).state).toBe('analysing');
  lab.skipMs(11 * 60_000);
  await countSteps(lab.lab, runId);
  await mend();
  const run = await read();
  expect([run.state, run.failure?.code]).toEqual(['failed', 'no-step-measured']);
  expect(run.steps.map(({ failure }) => failure?.code)).toEqual(['step-uncountable', 'step-uncountable']);
});

it('gives a run its point, and another verdict, that a process of the release before ended without it', async () => {
  makeNoPoints();
  await stepThrough();
  await stepThrough();
  await analysed();
  const { client } = lab.lab.database;
  await client.run.update({ where: { id: runId }, data: { state: 'finished', endedAtUs: lab.lab.nowUs() } });
  await judgeEnded(lab.lab, runId);
  expect((await read()).verdict).toBeNull();
  lab.lab.counting = new Backlog((id) => countSteps(lab.lab, id));
  await sweep(lab.lab);
  const run = await read();
  expect([run.state, run.stepsMeasured, run.verdict === null]).toEqual(['finished', 2, false]);
  expect((await client.run.findUniqueOrThrow({ where: { id: runId } })).verdictSentence).toBe(run.verdict?.sentence);
});

it('ends a run whose points nobody made when the next process sweeps', async () => {
  makeNoPoints();
  await stepThrough();
  await stepThrough();
  await analysed();
  const { databaseUrl } = lab;
  await lab.abandon();
  lab = await openLab({ databaseUrl, stillClock: true });
  await sweep(lab.lab);
  const run = await read();
  expect([run.state, run.stepsMeasured, run.verdict === null]).toEqual(['finished', 2, false]);
});
