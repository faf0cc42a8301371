import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunHistograms } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import type { RunFacets, RunList } from '../../contract/run-list.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { plainGet } from '../../rules/requests/plain-request.ts';
import { closedStep, FakeAgent, HISTOGRAM, openStep, person, specFor } from '../../testing/fake-agent.ts';
import { driven } from '../../testing/fleet.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { ABILITIES, tool } from '../../testing/tool-abilities.ts';
import { tuningFindings } from '../../testing/tuning-findings.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab, 'lab-1', {
    targets: [{ name: 'my-server', port: 9000, healthPath: '/health', profiles: true }],
  });
});
afterEach(() => lab.close());

const read = async (runId: string): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${runId}`)).body;

async function finished(spec: RunSpec): Promise<Run> {
  const { body, status } = await person(lab)<Run & { detail: string }>('POST', '/runs', { name: 'loads', spec });
  expect([status, body.detail]).toEqual([201, undefined]);
  await agent.obeyUntil(null, lab, body.id);
  return read(body.id);
}

it('a closed and an open step of volley have a curve, a client each, and their whole histograms on demand', async () => {
  const steps = [closedStep(10), openStep(2000, { arrivals: 'poisson' })];
  const run = await finished(specFor(agent.hostId, { tool: 'volley', steps }));
  const [closed, open] = run.steps;
  expect(closed).toMatchObject({
    spec: steps[0],
    point: { inFlightMax: 10, offeredPerSecond: null, commonWindowUs: null, latencyRangeMs: null },
    clients: [{ hostId: agent.hostId, name: 'lab-1', share: { loop: 'closed', connections: 10, pipelining: 1 } }],
    profiles: [],
  });
  expect(open).toMatchObject({
    spec: steps[1],
    point: {
      inFlightMax: null,
      connectionsAsked: null,
      offeredPerSecond: 2000,
      unsent: 0,
      latencyMs: { loop: 'open' },
    },
    clients: [{ failure: null, figures: { requestsPerSecond: 2000, clock: { offsetUs: 0, uncertaintyUs: 100 } } }],
  });
  expect(closed?.point?.distribution?.at(0)?.latencyMs).toBe(0.5);
  expect(run.best).toMatchObject({ stepIndex: 0, spec: steps[0] });
  const { body } = await person(lab)<RunHistograms>('GET', `/runs/${run.id}/latency-histograms`);
  expect(body.steps).toEqual([0, 1].map((stepIndex) => ({ stepIndex, histogram: HISTOGRAM })));
});

it('streams that the server allowed are kept, and of an agent that does not tell none are known', async () => {
  const steps = [closedStep(2, { pipelining: 800 }), closedStep(2, { pipelining: 800 })];
  const target = { kind: 'named' as const, name: 'my-server', tls: false, parameters: [] };
  const abilities = { ...ABILITIES.volley, modes: ['h2'] };
  const able = await FakeAgent.join(lab, 'lab-2', {
    tools: [tool('volley', '1', { abilities })],
    targets: [{ name: 'my-server', port: 9000, healthPath: '/health', profiles: true }],
  });
  const spec = { ...specFor(able.hostId, { tool: 'volley', steps, protocol: 'h2' }), target };
  const { body } = await person(lab)<Run & { detail: string }>('POST', '/runs', { name: 'streams', spec });
  expect(body.detail).toBeUndefined();
  const streams = { leastPerConnection: 250, mostPerConnection: 250, takenBack: 3 };
  for (;;) {
    const command = await able.obeyUntil('drive-load', lab, body.id);
    if (command?.type !== 'drive-load') break;
    await able.obey(command, { result: driven(command, 100, command.stepIndex === 0 ? { streams } : {}) });
  }
  const run = await read(body.id);
  expect(run.steps.map(({ point }) => [point?.inFlightMax, point?.streams])).toEqual([
    [500, streams],
    [1600, null],
  ]);
  expect(run.findings.filter(({ code }) => code === 'streams-withheld')).toMatchObject([{ stepIndex: 0 }]);
});

it('a tool without histograms has no curve, and a run that does not exist no histograms', async () => {
  const run = await finished(specFor(agent.hostId));
  expect(run.steps.map(({ point }) => point?.distribution)).toEqual([null, null]);
  expect((await person(lab)<RunHistograms>('GET', `/runs/${run.id}/latency-histograms`)).body).toEqual({ steps: [] });
  await person(lab)('DELETE', `/runs/${run.id}`);
  expect((await person(lab)('GET', `/runs/${run.id}/latency-histograms`)).status).toBe(404);
});

it('a mix of a named target is found by each of its routes, and says neither framework nor workers', async () => {
  const requests = ['/mine', '/yours'].map((path) => plainGet(path));
  const target = { kind: 'named' as const, name: 'my-server', tls: false, parameters: [] };
  const run = await finished({ ...specFor(agent.hostId, { tool: 'volley' }), target, requests });
  expect(run.target).toMatchObject({ workers: null, goMaxProcsPerWorker: null });
  expect(tuningFindings(run.findings)).toEqual([]);
  const { body: facets } = await person(lab)<RunFacets>('GET', '/run-facets');
  expect(facets).toMatchObject({
    tools: [{ value: 'volley', runs: 1 }],
    paths: [
      { value: '/mine', runs: 1 },
      { value: '/yours', runs: 1 },
    ],
    frameworks: [],
  });
  const { body: list } = await person(lab)<RunList>('GET', '/runs?path=/yours');
  expect(list.runs.map(({ id, best }) => [id, best?.spec.loop])).toEqual([[run.id, 'closed']]);
});

it('a profiled step is kept with its profiles and is not the best', async () => {
  const steps = [openStep(2000), openStep(9000, { profiles: ['cpu', 'mutex'] })];
  const run = await finished(specFor(agent.hostId, { tool: 'volley', steps }));
  expect(run.steps[1]?.profiles.map(({ kind, artifactId }) => [kind, artifactId])).toEqual([
    ['cpu', null],
    ['mutex', null],
  ]);
  expect(run.best).toMatchObject({ stepIndex: 0, requestsPerSecond: 2000 });
  const { body: list } = await person(lab)<RunList>('GET', '/runs?sort=requestsPerSecond');
  expect(list.runs[0]?.best?.requestsPerSecond).toBe(2000);
});

it('what cannot be is refused at its field, with every fault', async () => {
  const spec = specFor(agent.hostId, { steps: [openStep(1000)] });
  const requests = [plainGet('/health')];
  const { status, body } = await person(lab)<{ fields: { path: string }[] }>('POST', '/runs', {
    name: 'no',
    spec: { ...spec, requests },
  });
  expect([status, body.fields.map(({ path }) => path)]).toEqual([
    422,
    ['spec.requests.0.path', 'spec.load.steps.0.loop'],
  ]);
});
