import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunPoints } from '../contract/run-points.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { importFiles } from '../testing/import-files.ts';
import { seedNights } from '../testing/scale/seed-scale.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { listRunPoints } from './list-points.ts';
import { selectPoints } from './store/run-points.ts';

const NIGHTS = 12;

let lab: TestLab;
let ids: string[];
beforeAll(async () => {
  lab = await openLab();
  ids = await seedNights(lab.lab, NIGHTS, { at: 3, by: 1.15 }, () => {});
  expect(await person(lab)('PUT', `/runs/${ids[0]}/baseline`)).toMatchObject({ status: 200, body: { pinned: true } });
});
afterAll(() => lab.close());

const points = async (query = '') => (await person(lab)<RunPoints>('GET', `/run-points?${query}`)).body;

it('places each run by the figures of its best step, the newest first, and knows its group and its baseline', async () => {
  const { points: all, groups, total, placed } = await points();
  expect({ groups, total, placed }).toEqual({ groups: ['Fiber /simple'], total: NIGHTS, placed: NIGHTS });
  expect(all.map(({ runId }) => runId)).toEqual([...ids].reverse());
  expect(all.filter(({ pinned }) => pinned).map(({ runId }) => runId)).toEqual([ids[0]]);
  const row = await lab.lab.database.client.run.findUniqueOrThrow({ where: { id: ids[3] ?? '' } });
  const step = { runId_stepIndex: { runId: row.id, stepIndex: row.bestStepIndex ?? -1 } };
  const point = await lab.lab.database.client.point.findUniqueOrThrow({ where: step });
  expect(all.find(({ runId }) => runId === row.id)).toEqual({
    runId: row.id,
    name: row.name,
    createdAtUs: Number(row.createdAtUs),
    group: 0,
    requestsPerSecond: point.requestsPerSecond,
    latencyMsP99: point.latencyMsP99,
    latencyResolutionUs: point.latencyResolutionUs,
    latency: point.latencyLoop,
    wall: row.wall,
    validity: row.validity,
    pipelining: 1,
    pinned: false,
  });
});

it('heeds every filter of the list, and counts the runs that lack a figure', async () => {
  expect((await points('text=night+12')).points.map(({ runId }) => runId)).toEqual([ids[11]]);
  const { hostId } = await FakeAgent.join(lab);
  await seedRun(lab, hostId, { name: 'never measured', state: 'failed', createdAtUs: 1 });
  expect(await points()).toMatchObject({ total: NIGHTS + 1, placed: NIGHTS });
  expect(await points('text=never')).toEqual({ points: [], groups: [], total: 1, placed: 0 });
});

it('knows of an imported run what its percentile means', async () => {
  const point = { requestsPerSecond: 1000, durationSeconds: 10, connections: 5, latencyMs: { p99: 3 } };
  const bundle = (latency: string) => ({
    bundleVersion: 1,
    source: { title: `of ${latency}` },
    runs: [{ name: `imported ${latency}`, load: { tool: 'wrk2', latency }, points: [point] }],
  });
  for (const latency of ['open', 'synthetic']) {
    const { status } = await importFiles(lab, { [`${latency}.json`]: JSON.stringify(bundle(latency)) });
    expect(status).toBe(200);
  }
  const { points: found } = await points('imported=true');
  expect(found.map(({ name, latency, latencyMsP99 }) => ({ name, latency, latencyMsP99 }))).toEqual([
    { name: 'imported synthetic', latency: 'synthetic', latencyMsP99: 3 },
    { name: 'imported open', latency: 'open', latencyMsP99: 3 },
  ]);
});

it('takes the newest of more than a picture holds, and says how many there are', async () => {
  const few = await selectPoints(lab.lab.database.db, { framework: 'fiber' }, 5);
  expect(few.map(({ runId }) => runId)).toEqual([...ids].reverse().slice(0, 5));
  expect((await listRunPoints(lab.lab, { framework: 'fiber' }, null)).placed).toBe(NIGHTS);
});
