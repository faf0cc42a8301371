import { afterEach, expect, it } from 'vitest';
import type { ImportResult } from '../contract/import.ts';
import { newId } from '../platform/store/ids.ts';
import { request } from '../testing/fake-agent.ts';
import { countImported, importFiles } from '../testing/import-files.ts';
import { ADMIN_TOKEN, type LabOptions, openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
const open = async (options: LabOptions = {}): Promise<TestLab> => (lab = await openLab(options));
afterEach(() => lab.close());

const bundle = (title: string): string =>
  JSON.stringify({
    bundleVersion: 1,
    source: { title },
    runs: [{ name: 'a', points: [{ connections: 10, requestsPerSecond: 1000 }] }],
  });

it('stops an import that takes too long, stores nothing of it, and says what to do', async () => {
  await open({ importMs: 1 });
  const { status, body } = await importFiles(lab, { 'a.json': bundle('slow') });
  expect(status).toBe(413);
  expect(body.detail).toBe(
    'An import may take 0.001 s; this one was stopped. Send fewer files or a smaller one. Nothing is imported twice.',
  );
  expect(await countImported(lab)).toMatchObject({ runs: 0, importedRuns: 0 });
});

it('answers after half a second whatever an import takes, and later with what it came to', async () => {
  await open();
  const runs = Array.from({ length: 100 }, (_, i) => ({
    name: `run ${i}`,
    points: [{ connections: 10, requestsPerSecond: i }],
  }));
  const files = Array.from({ length: 6 }, (_, i) => {
    const bundle = JSON.stringify({ bundleVersion: 1, source: { title: `many ${i}` }, runs });
    return { name: `${i}.json`, content: Buffer.from(bundle).toString('base64'), format: null };
  });
  const body = { files, joinAs: null, source: null, dryRun: false };
  const call = <T>(method: string, route: string, sent?: unknown) =>
    request<T>(lab.url, method, route, { token: ADMIN_TOKEN, body: sent });
  const askedMs = performance.now();
  const first = await call<{ importId: string }>('POST', '/api/v1/imports', body);
  expect(first.status).toBe(202);
  expect(performance.now() - askedMs).toBeLessThan(3000);
  const place = first.headers.get('location') ?? '';
  expect(place).toBe(`/api/v1/imports/${first.body.importId}`);
  let answer = await call<ImportResult>('GET', place);
  while (answer.status === 202) answer = await call<ImportResult>('GET', place);
  expect([answer.status, answer.body.runs.length]).toEqual([200, 600]);
  expect(await countImported(lab)).toMatchObject({ runs: 600 });

  const unknown = await call<{ detail: string }>('GET', `/api/v1/imports/${newId()}`);
  expect([unknown.status, unknown.body.detail]).toEqual([404, expect.stringContaining('import the files again')]);
});

it('takes eight imports at once, and asks others to wait', async () => {
  await open();
  const asked = Array.from({ length: 11 }, (_, index) => importFiles(lab, { 'a.json': bundle(`at once ${index}`) }));
  const answers = await Promise.all(asked);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(8).fill(200), 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)?.body;
  expect(refused).toMatchObject({
    code: 'too-many-requests',
    detail: 'Other imports are under way; try again in 10 s.',
  });
  expect(await countImported(lab)).toMatchObject({ runs: 8 });
  expect((await importFiles(lab, { 'a.json': bundle('after them') })).status).toBe(200);
});
