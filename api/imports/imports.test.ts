import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BUNDLE_POINTS } from '../contract/bundle.ts';
import type { Comparison } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import type { RunFacets, RunList } from '../contract/run-list.ts';
import type { RunPoints } from '../contract/run-points.ts';
import { judgeStored } from '../runs/judge-runs.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { freshBundle, importedRun, importFiles, type Refused, simpleBundle } from '../testing/import-files.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let ask: ReturnType<typeof person>;
beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
});
afterAll(() => lab.close());

describe('what the list shows of an imported run', () => {
  const { parse, stringify } = JSON;

  it('is made of its document again where it was stored in the shape of before, and the list is never broken', async () => {
    const id = await importedRun(lab, freshBundle());
    const { client } = lab.lab.database;
    const read = async () => (await ask<RunList>('GET', '/runs?imported=true')).body.runs.find((one) => one.id === id);
    const before = await read();
    const row = await client.importedRun.findUniqueOrThrow({ where: { runId: id } });
    const { progress: _, ...older } = parse(stringify(row.summary));
    await client.importedRun.update({ where: { runId: id }, data: { summary: { ...older, hosts: 'lab-1' } } });
    expect((await ask<RunList>('GET', '/runs')).status).toBe(200);
    expect(await read()).toEqual(before);
    await ask('DELETE', `/runs/${id}`);
    const { body: gone, status } = await ask<RunList>('GET', '/deleted-runs');
    expect([status, gone.runs.some((one) => one.id === id)]).toEqual([200, true]);
  });

  it('has the best point of the rules by which it was judged last', async () => {
    const id = await importedRun(lab, freshBundle());
    const { client } = lab.lab.database;
    const { summary } = await client.importedRun.findUniqueOrThrow({ where: { runId: id } });
    const stale = { ...parse(stringify(summary)), best: null };
    await client.importedRun.update({ where: { runId: id }, data: { summary: stale } });
    await client.run.update({ where: { id }, data: { verdictVersion: 1 } });
    await judgeStored(lab.lab, new AbortController().signal);
    const listed = (await ask<RunList>('GET', '/runs?imported=true')).body.runs.find((one) => one.id === id);
    expect(listed?.best).toMatchObject({ requestsPerSecond: 1000 });
  });
});

describe('an imported bundle', () => {
  it('is a run like any, marked with its source, judged, and says what is missing', async () => {
    const { body } = await importFiles(lab, { 'blog.json': JSON.stringify(simpleBundle()) });
    expect(body.runs).toEqual([
      {
        runId: expect.any(String),
        name: 'of a blog',
        format: 'bundle',
        fileName: 'blog.json',
        points: 1,
        best: expect.objectContaining({ requestsPerSecond: expect.any(Number) }),
        verdict: expect.objectContaining({ validity: 'unchecked', wall: 'unknown' }),
        known: false,
        copyOf: null,
        missing: expect.arrayContaining(['No metrics of the client: what limited the figures is unknown.']),
      },
    ]);
    const { body: run } = await ask<Run>('GET', `/runs/${body.runs[0]?.runId}`);
    expect(run).toMatchObject({
      state: 'finished',
      imported: {
        format: 'bundle',
        source: 'a blog, 2026-06-07',
        url: 'https://example.org/fast',
        fileName: 'blog.json',
      },
      verdict: { validity: 'unchecked', wall: 'unknown', confidence: 'cannot-tell' },
      best: { requestsPerSecond: 1000 },
    });
    expect(run.steps[0]?.verdict?.because).toContain('The client was not measured');
    const listed = (await ask<RunList>('GET', '/runs?imported=true')).body.runs.find(({ id }) => id === run.id);
    expect(listed).toMatchObject({
      name: run.name,
      verdict: { validity: 'unchecked', wall: 'unknown', sentence: run.verdict?.sentence },
      imported: run.imported,
      best: run.best,
    });
    const of = async (validity: string) =>
      (await ask<RunList>('GET', `/runs?imported=true&validity=${validity}`)).body.runs.some(({ id }) => id === run.id);
    expect([await of('unchecked'), await of('valid')]).toEqual([true, false]);
    expect((await ask('GET', `/runs/${run.id}/series`)).body).toEqual({ hosts: [] });
    expect((await ask('GET', `/runs/${run.id}/snapshots`)).body).toEqual({ hosts: [] });
    expect((await ask('GET', `/runs/${run.id}/latency-histograms`)).body).toEqual({ steps: [] });
    const events = await fetch(`${lab.url}/api/v1/runs/${run.id}/events`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect(await events.text()).toContain('event: run');
  });

  it('is found by what it says of target, tool and path, and counts among the choices', async () => {
    const target = { framework: 'rare-framework', prefork: true, path: '/rare' };
    const id = await importedRun(lab, freshBundle({ target, load: { tool: 'rare-tool' } }));
    for (const query of [
      'framework=rare-framework',
      'path=/rare',
      'tool=rare-tool',
      'framework=rare-framework&prefork=true&imported=true',
    ]) {
      expect(
        (await ask<RunList>('GET', `/runs?${query}`)).body.runs.map((run) => run.id),
        query,
      ).toEqual([id]);
    }
    expect((await ask<RunList>('GET', '/runs?imported=false')).body.runs).toEqual([]);
    const { body: facets } = await ask<RunFacets>('GET', '/run-facets');
    expect(facets).toMatchObject({
      tools: expect.arrayContaining([{ value: 'rare-tool', runs: 1 }]),
      frameworks: expect.arrayContaining([{ value: 'rare-framework', runs: 1 }]),
    });
  });

  it('is labelled, deleted, brought back and purged like any run', async () => {
    const id = await importedRun(lab, freshBundle());
    const { body: labelled } = await ask<Run>('PATCH', `/runs/${id}`, { name: 'mine', addTags: ['x'], notes: 'n' });
    expect(labelled).toMatchObject({
      name: 'mine',
      tags: ['x'],
      notes: 'n',
      steps: [{ point: { requestsPerSecond: 1000 } }],
    });
    expect((await ask('DELETE', `/runs/${id}`)).status).toBe(200);
    expect((await ask('GET', `/runs/${id}`)).status).toBe(404);
    expect((await ask<Run>('POST', `/runs/${id}/undelete`)).body.name).toBe('mine');
    expect((await ask('POST', `/runs/${id}/cancel`)).status).toBe(200);
    await lab.lab.database.db.run.delete({ where: { id } });
    expect(await lab.lab.database.db.importedRun.count({ where: { runId: id } })).toBe(0);
  });

  it('cannot be run again, which is said in a sentence', async () => {
    const id = await importedRun(lab, freshBundle());
    const { body: run } = await ask<Run>('GET', `/runs/${id}`);
    const refusal = await ask<Refused>('POST', '/runs', { name: 'again', spec: run.spec, basedOnRunId: id });
    expect(refusal.status).toBe(422);
    expect(refusal.body.detail).toMatch(/imported run, which cannot be run again: its source does not say all of it/);
  });

  it('is compared with others, and shared', async () => {
    const text = JSON.stringify({
      ...simpleBundle(),
      source: { title: 'two' },
      runs: [simpleBundle().runs[0], { name: 'other', points: [{ connections: 10, requestsPerSecond: 1500 }] }],
      comparison: { baseline: 'other', others: ['of a blog'] },
    });
    const { body } = await importFiles(lab, { 'two.json': text });
    const [first, second] = body.runs.map(({ runId }) => runId);
    expect(body.comparison).toEqual({ runIds: [second, first], baselineRunId: second });
    const { body: compared } = await ask<Comparison>('GET', `/comparison?runs=${second},${first}&baseline=${second}`);
    expect(compared.steps[0]?.cells[1]?.deltas?.requestsPerSecond).toBeCloseTo(-1 / 3, 9);
    const shared = await ask<{ title: string; kind: string }>('POST', '/shares', { runIds: [first] });
    expect([shared.status, shared.body.kind, shared.body.title]).toEqual([201, 'run', 'of a blog']);
  });
});

it('of as many points as a bundle may have is listed with its curve, and judged anew', async () => {
  const points = Array.from({ length: MAX_BUNDLE_POINTS }, (_, at) => ({
    connections: at + 1,
    requestsPerSecond: 1000 + at,
    latencyMs: { mean: 0.1 },
  }));
  const id = await importedRun(lab, freshBundle({ points }));
  const { client } = lab.lab.database;
  await client.run.update({ where: { id }, data: { verdictVersion: 1 } });
  expect(await judgeStored(lab.lab, new AbortController().signal)).toMatchObject({ failed: 0 });
  const { curves } = (await ask<RunList>('GET', '/runs?imported=true&limit=200')).body;
  expect(curves.find(({ runId }) => runId === id)?.requestsPerSecond).toHaveLength(MAX_BUNDLE_POINTS);
});

it('of a document with the coarsest resolution that there can be is a point of the picture', async () => {
  const stored = new URL('../testing/shares/version-7-run.json', import.meta.url);
  const document = JSON.parse(readFileSync(stored, 'utf8'));
  for (const { point } of document.run.steps) if (point) point.latencyMs.resolutionUs = 3_000_000_000;
  const id = await importedRun(lab, JSON.stringify(document));
  const { status, body } = await ask<RunPoints>('GET', '/run-points?imported=true');
  expect([status, body.points.some(({ runId }) => runId === id)]).toEqual([200, true]);
});

describe('beside runs of agents', () => {
  it('an imported run stays apart: the state machine, hosts and judging leave it alone', async () => {
    const id = await importedRun(lab, freshBundle());
    const agent = await FakeAgent.join(lab);
    const { body: run } = await ask<Run>('POST', '/runs', { name: 'own', spec: specFor(agent.hostId) });
    await agent.obeyUntil(null, lab, run.id);
    expect((await ask<RunList>('GET', '/runs?imported=false')).body.runs.map((one) => one.id)).toEqual([run.id]);
    const { body: compared } = await ask<Comparison>('GET', `/comparison?runs=${run.id},${id}`);
    expect(compared.runs.map((one) => one.imported === null)).toEqual([true, false]);
  });
});
