import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BUNDLE_POINTS } from '../contract/bundle.ts';
import type { Comparison } from '../contract/comparison.ts';
import type { Experiment } from '../contract/experiment.ts';
import type { ImportResult } from '../contract/import.ts';
import { importFormat } from '../contract/imported.ts';
import type { Run } from '../contract/run.ts';
import type { RunFacets, RunList } from '../contract/run-list.ts';
import type { RunPoints } from '../contract/run-points.ts';
import type { RunSeries } from '../contract/samples.ts';
import { SHARE_DOCUMENT_VERSION } from '../contract/share.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import { judgeStored } from '../runs/judge-runs.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { countImported, importFiles, type Refused } from '../testing/import-files.ts';
import { journalBundle } from '../testing/journal.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { toolOutput } from '../testing/tool-outputs.ts';

let lab: TestLab;
let ask: ReturnType<typeof person>;
beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
});
afterAll(() => lab.close());

const simple = (over: object = {}, point: object = {}) => ({
  bundleVersion: 1,
  source: { title: 'a blog', url: 'https://example.org/fast', date: '2026-06-07' },
  runs: [{ name: 'of a blog', points: [{ connections: 10, requestsPerSecond: 1000, ...point }], ...over }],
});
let different = 0;
/** Never imported before: each has another title. */
const fresh = (over: object = {}, point: object = {}): string =>
  JSON.stringify({ ...simple(over, point), source: { title: `source ${++different}` } });
async function imported(text: string): Promise<string> {
  const { body, status } = await importFiles(lab, { 'a.json': text });
  expect(status, body.detail).toBe(200);
  return body.runs[0]?.runId ?? '';
}

describe('what the list shows of an imported run', () => {
  const { parse, stringify } = JSON;

  it('is made of its document again where it was stored in the shape of before, and the list is never broken', async () => {
    const id = await imported(fresh());
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
    const id = await imported(fresh());
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
    const { body } = await importFiles(lab, { 'blog.json': JSON.stringify(simple()) });
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
    const id = await imported(fresh({ target, load: { tool: 'rare-tool' } }));
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
    const id = await imported(fresh());
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
    const id = await imported(fresh());
    const { body: run } = await ask<Run>('GET', `/runs/${id}`);
    const refusal = await ask<Refused>('POST', '/runs', { name: 'again', spec: run.spec, basedOnRunId: id });
    expect(refusal.status).toBe(422);
    expect(refusal.body.detail).toMatch(/imported run, which cannot be run again: its source does not say all of it/);
  });

  it('is compared with others, and shared', async () => {
    const text = JSON.stringify({
      ...simple(),
      source: { title: 'two' },
      runs: [simple().runs[0], { name: 'other', points: [{ connections: 10, requestsPerSecond: 1500 }] }],
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
  const id = await imported(fresh({ points }));
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
  const id = await imported(JSON.stringify(document));
  const { status, body } = await ask<RunPoints>('GET', '/run-points?imported=true');
  expect([status, body.points.some(({ runId }) => runId === id)]).toEqual([200, true]);
});

describe('the same', () => {
  it('twice is one run, packed or not, and one that was deleted is brought back', async () => {
    const text = fresh();
    const id = await imported(text);
    const before = await countImported(lab);
    const again = await importFiles(lab, { 'other-name.json.gz': text }, { gzip: true });
    expect(again.body.runs).toMatchObject([{ runId: id, known: true }]);
    const twice = await importFiles(lab, { 'a.json': text, 'b.json': text });
    expect(twice.body.runs.map(({ runId }) => runId)).toEqual([id, id]);
    await ask('DELETE', `/runs/${id}`);
    await importFiles(lab, { 'a.json': text });
    expect((await ask<Run>('GET', `/runs/${id}`)).status).toBe(200);
    expect(await countImported(lab)).toEqual(before);
  });

  it('by many at once is one run', async () => {
    const text = fresh();
    const before = await countImported(lab);
    const replies = await Promise.all(Array.from({ length: 6 }, () => importFiles(lab, { 'a.json': text })));
    expect(new Set(replies.map(({ body }) => body.runs[0]?.runId)).size).toBe(1);
    expect(await countImported(lab)).toEqual({
      ...before,
      runs: (before.runs ?? 0) + 1,
      importedRuns: (before.importedRuns ?? 0) + 1,
    });
  });

  it('asked only what it would be stores nothing', async () => {
    const before = await countImported(lab);
    const text = fresh();
    const { body, status } = await importFiles(
      lab,
      { 'a.json': text, 'wrk.txt': toolOutput('wrk.txt') },
      { dryRun: true },
    );
    expect([status, body.runs.map(({ runId, known, format }) => [runId, known, format])]).toEqual([
      200,
      [
        [null, false, 'bundle'],
        [null, false, 'wrk'],
      ],
    ]);
    expect(await countImported(lab)).toEqual(before);
    // With its figures, and judged as it would be.
    const id = await imported(text);
    const { best, verdict } = (await person(lab)<Run>('GET', `/runs/${id}`)).body;
    expect(body.runs[0]).toMatchObject({
      best: { requestsPerSecond: best?.requestsPerSecond, latencyMsP99: best?.latencyMsP99 },
      verdict: { validity: verdict?.validity, wall: verdict?.wall, sentence: verdict?.sentence },
    });
    expect(body.runs[1]?.best?.requestsPerSecond).toBeGreaterThan(0);
    expect((await importFiles(lab, { 'a.json': text }, { dryRun: true })).body.runs).toMatchObject([
      { runId: id, known: true },
    ]);
  });
});

describe('outputs of tools', () => {
  it('are a run each, or the steps of one', async () => {
    const files = { 'simple.autocannon.json': toolOutput('autocannon.json'), 'wrk.txt': toolOutput('wrk.txt') };
    const { body } = await importFiles(lab, files);
    expect(body.runs.map(({ name, format, points }) => [name, format, points])).toEqual([
      ['simple.autocannon', 'autocannon', 1],
      ['wrk', 'wrk', 1],
    ]);
    const wrk = { 'wrk.txt': toolOutput('wrk.txt'), 'deep.txt': toolOutput('wrk-done.txt') };
    const joined = await importFiles(lab, wrk, { joinAs: 'a ramp', source: 'my laptop' });
    expect(joined.body.runs).toMatchObject([{ name: 'a ramp', points: 2, fileName: null }]);
    const { body: run } = await ask<Run>('GET', `/runs/${joined.body.runs[0]?.runId}`);
    expect(run).toMatchObject({ imported: { source: 'my laptop', format: 'wrk' }, stepsMeasured: 2 });
  });

  it('of two tools are not joined', async () => {
    const files = { 'a.json': toolOutput('autocannon.json'), 'wrk.txt': toolOutput('wrk.txt') };
    const { body, status } = await importFiles(lab, files, { joinAs: 'mixed' });
    expect([status, body.detail]).toEqual([
      422,
      'wrk.txt cannot be imported: it is an output of wrk, and a.json is one of autocannon; only outputs of one tool can be joined into one run. Nothing was imported.',
    ]);
  });
});

describe('what cannot be imported', () => {
  const points = (point: object) => fresh({}, point);
  const many = JSON.stringify({
    bundleVersion: 1,
    source: { title: 'many' },
    runs: [{ name: 'many', points: Array.from({ length: 1_000_000 }, () => ({ requestsPerSecond: 1 })) }],
  });
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  it.each<[string, string | Buffer, number, RegExp]>([
    [
      'wrong types',
      points({ requestsPerSecond: 'many' }),
      422,
      /runs\.0\.points\.0\.requestsPerSecond must be a number/,
    ],
    ['a negative count', points({ requests: -1 }), 422, /requests must be at least 0/],
    ['a count that is no whole number', points({ requests: 1.5 }), 422, /requests must be a whole number/],
    ['NaN', fresh().replace('1000', 'NaN'), 422, /it is not JSON, or it is truncated/],
    ['infinity', fresh().replace('1000', '1e999'), 422, /requestsPerSecond must be/],
    ['a field that is not known', points({ latency: 1 }), 422, /has fields that are not known: latency/],
    ['a later version', fresh().replace('"bundleVersion":1', '"bundleVersion":2'), 422, /bundleVersion must be 1/],
    ['a later document', '{"documentVersion":99}', 422, /version 99, made by a newer release/],
    ['half a document', '{"documentVersion":3,"type":"run","run":{}}', 422, /not a whole document of version 3/],
    ['JSON of something else', '{"hello":1}', 422, /it is JSON, but neither a results bundle/],
    ['text of something else', 'hello', 422, /neither JSON nor the output of a load tool/],
    ['an output that was cut off', toolOutput('wrk2.txt').slice(0, 3000), 422, /wrk2|spectrum|lacks/],
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), 422, /not text in UTF-8/],
    ['a NUL', '{"a":"\\u0000","bundleVersion":1}', 422, /NUL character/],
    ['nothing', '  \n', 422, /it is empty/],
    [
      'deep nesting',
      `{"bundleVersion":${'['.repeat(100_000)}1${']'.repeat(100_000)}}`,
      422,
      /nested deeper than 60 levels/,
    ],
    ['a million points', many, 422, /runs\.0 has 1,000,000 points; a run may have 200/],
    ['gzip that was cut off', gzipSync(fresh()).subarray(0, 60), 422, /begins as gzip but is truncated/],
    ['a bomb', bomb, 413, /unpack to more than 32 MiB; unpacking stopped there/],
    ['a bomb within a bomb', gzipSync(bomb), 422, /UTF-8/],
    [
      '10 MB of junk',
      Buffer.alloc(10_000_000, 'junk '),
      413,
      /The files hold 9\.5 MiB; one import takes at most 8 MiB/,
    ],
  ])(
    '%s is refused in a sentence, with whatever came beside it, and nothing is stored',
    async (_, content, status, words) => {
      const before = await countImported(lab);
      const started = performance.now();
      const file = content === many ? gzipSync(many) : content;
      const reply = await importFiles(lab, { 'fine.json': fresh(), 'bad.json': file });
      expect([reply.status, reply.body.detail]).toEqual([status, expect.stringMatching(words)]);
      expect(reply.body.detail).toMatch(/^[^\n]{10,400}\.$/);
      expect(await countImported(lab)).toEqual(before);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );

  it('more than the route takes at all, or not as it is asked, is refused before it is read', async () => {
    const before = await countImported(lab);
    const huge = await importFiles(lab, { 'a.json': Buffer.alloc(13 * 1024 * 1024, 'x') });
    expect([huge.status, huge.body.code]).toEqual([413, 'too-large']);
    for (const body of [
      {},
      { files: [] },
      { files: [{ name: 'x', content: '%%%', format: null }], joinAs: null, source: null, dryRun: false },
    ]) {
      expect((await ask('POST', '/imports', body)).status).toBe(422);
    }
    expect(await countImported(lab)).toEqual(before);
  });

  it('is refused by a store that fails in the middle, as a whole', async () => {
    const before = await countImported(lab);
    const two = { ...journalBundle('08'), source: { title: 'fails in the middle' } };
    const { db } = lab.lab.database;
    await db.$executeRawUnsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$`);
    await db.$executeRawUnsafe(`
      CREATE TRIGGER refuse BEFORE INSERT ON "ImportedRun" FOR EACH ROW
      WHEN (NEW."document"->>'title' = '08 IRQs pinned') EXECUTE FUNCTION refuse()`);
    expect((await importFiles(lab, { 'a.json': JSON.stringify(two) })).status).toBe(500);
    await db.$executeRawUnsafe('DROP TRIGGER refuse ON "ImportedRun"');
    expect(await countImported(lab)).toEqual(before);
  });
});

describe('documents of shares', () => {
  const folder = path.join(import.meta.dirname, '../testing/shares');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

  it.each(names)('of every version are runs again: %s', async (name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const document = upgradeDocument(JSON.parse(text));
    if (document.type === 'experiment') return;
    const runs = document.type === 'run' ? [document.run] : document.comparison.runs;
    const { body, status } = await importFiles(lab, { [name]: text });
    expect(status, body.detail).toBe(200);
    expect(body.runs.map((run) => [run.name, run.format, run.known])).toEqual(
      runs.map((run) => [run.name, 'document', false]),
    );
    expect(body.comparison !== null).toBe(document.type === 'comparison');
    for (const [index, { runId }] of body.runs.entries()) {
      const shown = (await ask<Run>('GET', `/runs/${runId}`)).body;
      const { steps, spec, hosts, state, startedAtUs } = runs[index] as Run;
      expect(shown).toMatchObject({ spec, state, startedAtUs, artifacts: [], imported: { format: 'document' } });
      expect(shown.hosts).toEqual(hosts);
      expect(shown.steps.map(({ point }) => point)).toEqual(steps.map(({ point }) => point));
      expect(shown.verdict).not.toBeNull();
      const { body: series } = await ask<RunSeries>('GET', `/runs/${runId}/series`);
      expect(series).toEqual(document.type === 'run' ? document.series : document.series[index]);
    }
    expect((await importFiles(lab, { [name]: text })).body.runs.every(({ known }) => known)).toBe(true);
  });

  it('keep the id of their run where it is free, and get another where it is not', async () => {
    const stored = JSON.parse(readFileSync(path.join(folder, 'version-3-run.json'), 'utf8'));
    const id = '01890000-0000-7000-8000-0000000abcde';
    const document = (title: string) => JSON.stringify({ ...stored, title, run: { ...stored.run, id } });
    const first = await importFiles(lab, { 'a.json': document('first') });
    expect(first.body.runs[0]?.runId).toBe(id);
    const second = await importFiles(lab, { 'a.json': document('second') });
    const other = second.body.runs[0]?.runId;
    expect(other).not.toBe(id);
    expect((await ask<Run>('GET', `/runs/${other}`)).body.id).toBe(other);
  });

  it.each(['queued', 'measuring', 'analysing'])('of a run that is %s are refused', async (state) => {
    const stored = JSON.parse(readFileSync(path.join(folder, `version-${SHARE_DOCUMENT_VERSION}-run.json`), 'utf8'));
    const before = await countImported(lab);
    const text = JSON.stringify({ ...stored, title: state, run: { ...stored.run, state } });
    const { status, body } = await importFiles(lab, { 'a.json': text });
    expect([status, body.detail]).toEqual([
      422,
      expect.stringContaining(`is ${state}, not over. Nothing was imported`),
    ]);
    expect(await countImported(lab)).toEqual(before);
  });

  it('under a name that cannot be stored are refused', async () => {
    const { status, body } = await importFiles(lab, { 'a\ud800.json': fresh() });
    expect([status, body.detail]).toEqual([422, 'files.0.name holds half of one character']);
  });

  it('of an experiment are that experiment, with its runs, whatever its ids are here', async () => {
    const text = readFileSync(path.join(folder, `version-${SHARE_DOCUMENT_VERSION}-experiment.json`), 'utf8');
    const { experiment } = JSON.parse(text);
    const headers = { authorization: 'Bearer a-token-for-tests-only' };
    const exportOf = async (id: string | null) => {
      const reply = await fetch(`${lab.url}/api/v1/experiments/${id}/export?format=json`, { headers });
      return reply.json();
    };
    const first = await importFiles(lab, { 'e.json': text });
    expect(first.body).toMatchObject({ experimentId: experiment.id, comparison: null });
    expect(await exportOf(experiment.id)).toEqual(JSON.parse(text));
    const again = await importFiles(lab, { 'e.json': `${text}\n` });
    const other = again.body.experimentId;
    expect(other).not.toBe(experiment.id);
    const { body: shown } = await ask<Experiment>('GET', `/experiments/${other}`);
    expect(shown).toMatchObject({ imported: true, status: 'done', headline: experiment.headline });
    expect(shown.result?.outcomes).toMatchObject(
      experiment.result.outcomes.map(({ outcome }: { outcome: string }) => ({ outcome })),
    );
    const here = again.body.runs.map(({ runId }) => runId);
    expect(shown.result?.runs.map(({ id }) => id)).toEqual(here);
    expect(shown.slots.map(({ runId }) => runId).sort()).toEqual([...here].sort());
    expect((await ask<Run>('GET', `/runs/${here[0]}`)).body.experimentId).toBe(other);
    expect((await ask('DELETE', `/runs/${here[0]}`)).status).toBe(409);
    expect((await importFiles(lab, { 'e.json': `${text}\n` })).body.experimentId).toBe(other);
    expect((await ask('DELETE', `/experiments/${other}`)).status).toBe(204);
    expect((await ask('DELETE', `/runs/${here[0]}`)).status).toBe(200);
  });

  it('never bring words longer than may be written here, nor an address that a browser would act on', async () => {
    const stored = JSON.parse(readFileSync(path.join(folder, 'version-3-run.json'), 'utf8'));
    const run = { ...stored.run, name: 'n'.repeat(5000), notes: 'x'.repeat(50_000), tags: ['a\nb', 'ok'] };
    const { body } = await importFiles(lab, { 'a.json': JSON.stringify({ ...stored, run }) });
    const { body: shown } = await ask<Run>('GET', `/runs/${body.runs[0]?.runId}`);
    expect([shown.name.length, shown.notes.length, shown.tags]).toEqual([120, 10_000, ['ok']]);
  });
});

describe('the reference set', () => {
  it('is imported by one call, is known the second time, and leads to baseline against pinned', async () => {
    const first = await ask<ImportResult>('POST', '/imports/journal');
    expect(first.status).toBe(200);
    expect(first.body.runs).toHaveLength(17);
    const names = Object.fromEntries(first.body.runs.map(({ name, runId }) => [name, runId]));
    expect(first.body.comparison).toEqual({
      runIds: [names['08 baseline'], names['08 IRQs pinned']],
      baselineRunId: names['08 baseline'],
    });
    const counted = await countImported(lab);
    const second = await ask<ImportResult>('POST', '/imports/journal');
    expect(second.body.runs.every(({ known }) => known)).toBe(true);
    expect(second.body.comparison).toEqual(first.body.comparison);
    expect(await countImported(lab)).toEqual(counted);
    const walls = (await ask<RunList>('GET', '/runs?tag=journal&wall=client-cpu')).body.runs.map(({ name }) => name);
    expect(walls).toContain('03 RPS + RFS');
  });

  it('has a schema that anyone may read, and that says what is enforced', async () => {
    const reply = await fetch(`${lab.url}/api/v1/imports/bundle-schema`);
    expect(reply.headers.get('content-type')).toContain('application/schema+json');
    const schema = (await reply.json()) as { properties: Record<string, unknown>; additionalProperties: boolean };
    expect(Object.keys(schema.properties)).toEqual(['bundleVersion', 'source', 'runs', 'comparison']);
    expect(schema.additionalProperties).toBe(false);
  });
});

describe('docs/importing.md', () => {
  it('has a bundle that is imported by the very lines below it, and a table of every tool', async () => {
    const guide = readFileSync(path.join(import.meta.dirname, '../../docs/importing.md'), 'utf8');
    const [json = '', shell = ''] = ['json', 'sh'].map((kind) => guide.split(`\`\`\`${kind}\n`)[1]?.split('```')[0]);
    const folder = await mkdtemp(path.join(tmpdir(), 'millionrps-import-'));
    await writeFile(path.join(folder, 'results.json'), json);
    const env = { ...process.env, URL: lab.url, TOKEN: ADMIN_TOKEN };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', shell], { cwd: folder, env });
    await rm(folder, { recursive: true });
    const answer = JSON.parse(stdout) as ImportResult;
    expect(answer.runs.map(({ name, points }) => [name, points])).toEqual([
      ['before', 1],
      ['after', 1],
    ]);
    expect(answer.comparison?.baselineRunId).toBe(answer.runs[0]?.runId);
    const tools = importFormat.options.filter((format) => format !== 'bundle' && format !== 'document');
    for (const tool of tools) expect(guide).toContain(`| ${tool} |`);
  });
});

describe('beside runs of agents', () => {
  it('an imported run stays apart: the state machine, hosts and judging leave it alone', async () => {
    const id = await imported(fresh());
    const agent = await FakeAgent.join(lab);
    const { body: run } = await ask<Run>('POST', '/runs', { name: 'own', spec: specFor(agent.hostId) });
    await agent.obeyUntil(null, lab, run.id);
    expect((await ask<RunList>('GET', '/runs?imported=false')).body.runs.map((one) => one.id)).toEqual([run.id]);
    const { body: compared } = await ask<Comparison>('GET', `/comparison?runs=${run.id},${id}`);
    expect(compared.runs.map((one) => one.imported === null)).toEqual([true, false]);
  });
});
