import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import { person } from '../testing/fake-agent.ts';
import { countImported, freshBundle, importedRun, importFiles } from '../testing/import-files.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { toolOutput } from '../testing/tool-outputs.ts';

let lab: TestLab;
let ask: ReturnType<typeof person>;
beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
});
afterAll(() => lab.close());

describe('the same', () => {
  it('twice is one run, packed or not, and one that was deleted is brought back', async () => {
    const text = freshBundle();
    const id = await importedRun(lab, text);
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
    const text = freshBundle();
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
    const text = freshBundle();
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
    const id = await importedRun(lab, text);
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
