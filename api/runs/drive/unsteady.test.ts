import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { COLUMNS, closedStep, FakeAgent, loadResult, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab, 'lab-1');
});
afterEach(() => lab.close());

const SECONDS = 20;
/** From 10,000 to 5,250 a second. */
const FALLING = Array.from({ length: SECONDS }, (_, second) => 10_000 - 250 * second);
const STEADY = FALLING.map(() => 7_500);
const EVERY_SECOND = Array.from({ length: SECONDS + 1 }, (_, second) => second);

/** A run of one step of 20 s, of whose every second the tool counts so many, and the server those at which it was read. */
async function measured(byTool: number[] | null, readAt: number[] = [], served = FALLING): Promise<Run> {
  const spec = specFor(agent.hostId, { tool: 'volley', steps: [closedStep(10, { durationSeconds: SECONDS })] });
  const { body } = await person(lab)<Run>('POST', '/runs', { name: 'falling', spec });
  const command = await agent.obeyUntil('drive-load', lab, body.id);
  if (!command) throw new Error('the run ended without load');
  const startedAtUs = Math.floor(Date.now() / 1000) * 1e6;
  const frames = readAt.map((second) => {
    const requests = served.slice(0, second).reduce((sum, count) => sum + count, 0);
    return agent.frameEntry(body.id, startedAtUs + second * 1e6 + 1000, [second * 1e6, second * 1e6, 0, requests]);
  });
  if (frames.length > 0) await agent.report([agent.layoutEntry(COLUMNS), ...frames].sort(bySequence));
  const result = loadResult(startedAtUs, {
    durationUs: SECONDS * 1e6,
    endedAtUs: startedAtUs + (SECONDS + 1) * 1e6,
    requests: 150_000,
    requestsPerSecond: 7_500,
    succeededBySecond: byTool,
  });
  await agent.obey(command, { result });
  await agent.obeyUntil(null, lab, body.id);
  return (await person(lab)<Run>('GET', `/runs/${body.id}`)).body;
}

const bySequence = (a: { sequence: number }, b: { sequence: number }): number => a.sequence - b.sequence;
const said = ({ findings }: Run): string[] =>
  findings.flatMap(({ code, sentence }) => (code === 'unsteady' ? [sentence] : []));

it('a run whose server counts nothing is unsteady the tool’s count', async () => {
  const run = await measured(FALLING);
  expect(run.steps[0]?.evidence).toMatchObject({ requestsBySecond: FALLING, requestsBySecondSource: 'tool' });
  expect(said(run)).toHaveLength(1);
  expect(said(run)[0]).toContain('throughput drifted from 10,000 to 5,250 req/s in 20 s');
  expect(said(run)[0]).toContain('the tool’s count');
});

it('a run whose server was not read in every second is unsteady by the tool’s count', async () => {
  const holes = Array.from({ length: SECONDS + 1 }, (_, second) => second).filter((second) => second < 5 || second > 8);
  const run = await measured(FALLING, holes);
  expect(run.steps[0]?.evidence?.requestsBySecondSource).toBe('tool');
  expect(said(run)).toHaveLength(1);
});

it('a run whose server was read in every second is judged by that, whatever the tool says', async () => {
  const run = await measured(STEADY, EVERY_SECOND);
  expect(run.steps[0]?.evidence?.requestsBySecondSource).toBe('server');
  expect(said(run)[0]).toContain('the server’s count');
});

it('a run of which neither counted seconds is not accused', async () => {
  const run = await measured(null);
  expect(run.steps[0]?.evidence).toMatchObject({ requestsBySecond: null, requestsBySecondSource: null });
  expect(said(run)).toEqual([]);
});

it('a run whose server answered nothing for a second says when, and what its host did then', async () => {
  // The load is known to go on from the first second after the start of its window.
  const stopped = STEADY.map((count, second) => (second === 8 ? 0 : count));
  const { findings, steps } = await measured(null, EVERY_SECOND, stopped);
  expect(steps[0]?.evidence?.stalls).toMatchObject([
    { atSecond: 7, seconds: 1, hosts: [{ hostId: agent.hostId, targetCpus: 1, toolCpus: 1, busyShare: null }] },
  ]);
  expect(findings.flatMap(({ code, sentence }) => (code === 'stalled' ? [sentence] : []))).toEqual([
    expect.stringMatching(/^Step 1: for 1 s nothing was answered, about 7 s into the load \(the server’s count/),
  ]);
});
