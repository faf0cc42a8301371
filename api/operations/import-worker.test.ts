import { afterEach, expect, it } from 'vitest';
import { countImported, importFiles } from '../testing/import-files.ts';
import { type LabOptions, openLab, type TestLab } from '../testing/test-lab.ts';

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
    'An import may take 0.001 s; this one was stopped. Send fewer files or a smaller one; what is here already is not imported twice.',
  );
  expect(await countImported(lab)).toMatchObject({ runs: 0, importedRuns: 0 });
});

it('takes eight imports at once, and asks others to wait', async () => {
  await open();
  const asked = Array.from({ length: 11 }, (_, index) => importFiles(lab, { 'a.json': bundle(`at once ${index}`) }));
  const answers = await Promise.all(asked);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(8).fill(201), 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)?.body;
  expect(refused).toMatchObject({
    code: 'too-many-requests',
    detail: 'Other imports are under way; try again in 10 s.',
  });
  expect(await countImported(lab)).toMatchObject({ runs: 8 });
  expect((await importFiles(lab, { 'a.json': bundle('after them') })).status).toBe(201);
});
