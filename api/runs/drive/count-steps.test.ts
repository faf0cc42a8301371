import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Command } from '../../contract/agent-commands.ts';
import type { Run } from '../../contract/run.ts';
import { Backlog } from '../../platform/backlog.ts';
import { sweep } from '../../sweep.ts';
import { closedStep, FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
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
    ['running', null],
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

it('ends a run whose points nobody made when the next process sweeps', async () => {
  makeNoPoints();
  await stepThrough();
  await stepThrough();
  while ((await read()).state !== 'analysing') await agent.obey(await agent.next());
  const { databaseUrl } = lab;
  await lab.abandon();
  lab = await openLab({ databaseUrl, stillClock: true });
  await sweep(lab.lab);
  const run = await read();
  expect([run.state, run.stepsMeasured, run.verdict === null]).toEqual(['finished', 2, false]);
});
