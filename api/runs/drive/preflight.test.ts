import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PreflightAnswer } from '../../contract/preflight.ts';
import type { Run } from '../../contract/run.ts';
import { FakeAgent, loadResult, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
beforeEach(async () => {
  lab = await openLab();
});
afterEach(() => lab.close());

const post = async (agent: FakeAgent) =>
  (await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) })).body.id;
const read = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;

const NOT_FOUND: PreflightAnswer = {
  method: 'GET',
  path: '/nope',
  attempts: 1,
  status: 404,
  protocol: 'HTTP/1.1',
  headers: [],
  bodyBytes: 9,
  bodyStart: 'not found',
  tookUs: 900,
  fault: 'answered 404 Not Found, where a status of 2xx is expected',
};

it('a route that is not as expected ends the run before any load, and its answer is kept', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1');
  const id = await post(agent);
  const asked = await agent.obeyUntil('preflight', lab, id);
  if (asked?.type !== 'preflight') throw new Error('no preflight was asked for');
  expect(asked).toMatchObject({ url: expect.stringMatching(/^http:/), requests: specFor(agent.hostId).requests });
  await agent.obey(asked, { result: { type: 'preflight', answers: [NOT_FOUND] } });
  const stop = await agent.next();
  expect(stop.type).toBe('stop');
  await agent.obey(stop);
  await agent.obeyUntil(null, lab, id);
  expect(await read(id)).toMatchObject({
    state: 'failed',
    failure: {
      code: 'preflight-failed',
      sentence: expect.stringMatching(/^GET \/nope answered 404 Not Found, where a status of 2xx is expected\./),
    },
    preflight: { hostId: agent.hostId, answers: [NOT_FOUND] },
    stepsMeasured: 0,
  });
});

it('routes that are as expected are kept, too, and the run goes on', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1');
  const id = await post(agent);
  await agent.obeyUntil(null, lab, id);
  const { state, preflight } = await read(id);
  expect(state).toBe('finished');
  expect(preflight?.answers.map(({ status }) => status)).toEqual([200]);
});

it('an agent that is too old to ask is not asked', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1', { skills: undefined });
  const id = await post(agent);
  expect(await agent.obeyUntil('preflight', lab, id)).toBeNull();
  expect(await read(id)).toMatchObject({ state: 'finished', preflight: null });
});

it('a run of which no request succeeded fails, with its figures', async () => {
  const agent = await FakeAgent.join(lab, 'lab-1');
  const id = await post(agent);
  for (;;) {
    const load = await agent.obeyUntil('drive-load', lab, id);
    if (load?.type !== 'drive-load') break;
    const errors = { connection: 0, timeout: 0, reset: 0, non2xx: 500, mismatch: 0 };
    await agent.obey(load, { result: loadResult(Date.now() * 1000, { requests: 500, errors }) });
  }
  const run = await read(id);
  expect(run).toMatchObject({ state: 'failed', best: null, failure: { code: 'no-request-succeeded' } });
  expect(run.steps.map(({ point }) => point?.errors?.non2xx)).toEqual(run.steps.map(() => 500));
});
