import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Comparison } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import type { ShareDocument } from '../contract/share.ts';
import { FakeAgent, nic, person, specFor } from '../testing/fake-agent.ts';
import { importFiles } from '../testing/import-files.ts';
import { journalBundle } from '../testing/journal.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let here: TestLab;
let there: TestLab;
let runIds: string[] = [];
let experimentId: string;

beforeAll(async () => {
  here = await openLab();
  there = await openLab();
  const agent = await FakeAgent.join(here, 'lab-1', { nics: [nic('eth0', ['192.0.2.7/24'])] });
  for (const prefork of [false, true]) {
    const spec = specFor(agent.hostId);
    const body = { name: `Prefork ${prefork}, "quoted"`, spec: { ...spec, target: { ...spec.target, prefork } } };
    const { body: run } = await person(here)<Run>('POST', '/runs', body);
    await agent.obeyUntil(null, here, run.id);
    runIds = [...runIds, run.id];
  }
  const play = new ExperimentPlay(here, agent);
  ({ id: experimentId } = await play.make({ start: true, rounds: 2 }));
  await play.skip(experimentId, 4, (configuration, round) => (configuration === 0 ? 8_000 : 9_600) + 30 * round);
}, 120_000);
afterAll(async () => {
  await here.close();
  await there.close();
});

async function download(lab: TestLab, path: string): Promise<string> {
  const reply = await fetch(`${lab.url}/api/v1${path}`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  const text = await reply.text();
  expect(reply.status, text).toBe(200);
  return text;
}

const exported = (lab: TestLab, id: string, format: string) => download(lab, `/runs/${id}/export?format=${format}`);

it('gives a run back byte for byte after an import elsewhere, and the same figures and sentences', async () => {
  const [id = ''] = runIds;
  const before = await exported(here, id, 'json');
  const { body } = await importFiles(there, { 'run.json': before });
  expect(body.runs).toMatchObject([{ runId: id, format: 'document', known: false }]);
  expect(await exported(there, id, 'json')).toBe(before);
  expect(await exported(there, id, 'csv')).toBe(await exported(here, id, 'csv'));
  const [told, retold] = [await exported(here, id, 'markdown'), await exported(there, id, 'markdown')];
  expect(withoutOrigin(retold)).toBe(withoutOrigin(told));
  expect(retold).toContain('It was not measured by agents of this instance.');
  const script = await exported(there, id, 'script');
  expect(script).toContain('# WITH CARE: this was imported.');
  expect(withoutCare(script)).toBe(await exported(here, id, 'script'));
});

/** Where the figures are from is all that an import may say anew. */
const withoutOrigin = (markdown: string): string => markdown.slice(0, markdown.indexOf('## Where this is from'));

const withoutCare = (script: string): string => script.replace(/# WITH CARE(.+\n)+?#\n/, '');

it('hands on what people call an imported run since', async () => {
  const [, id = ''] = runIds;
  await importFiles(there, { 'run.json': await exported(here, id, 'json') });
  await person(there)('PATCH', `/runs/${id}`, { name: 'another name', notes: 'seen' });
  const document = JSON.parse(await exported(there, id, 'json')) as ShareDocument;
  expect(document).toMatchObject({
    title: 'another name',
    run: { name: 'another name', notes: 'seen', imported: null },
  });
});

it('compares runs that were imported as they were compared before', async () => {
  const query = `/comparison/export?runs=${runIds.join(',')}&baseline=${runIds[1]}`;
  const before = JSON.parse(await download(here, `${query}&format=json`)) as ShareDocument;
  const elsewhere = await openLab();
  try {
    const { body } = await importFiles(elsewhere, { 'comparison.json': JSON.stringify(before) });
    expect(body.comparison).toEqual({ runIds, baselineRunId: runIds[1] });
    const after = JSON.parse(await download(elsewhere, `${query}&format=json`)) as ShareDocument;
    expect(after).toMatchObject({ title: before.title, frozenAtUs: before.frozenAtUs });
    expect(comparedOf(after)).toEqual(comparedOf(before));
    expect(await download(elsewhere, `${query}&format=csv`)).toBe(await download(here, `${query}&format=csv`));
    const codes = (comparison: Comparison) => comparison.warnings.map(({ code }) => code);
    expect(codes(comparisonOf(after))).toEqual(expect.arrayContaining([...codes(comparisonOf(before)), 'imported']));
  } finally {
    await elsewhere.close();
  }
});

function comparisonOf(document: ShareDocument): Comparison {
  if (document.type !== 'comparison') throw new Error('no comparison');
  return document.comparison;
}

/** What does not tell whether the runs were measured here. */
function comparedOf(document: ShareDocument) {
  const { sides, steps, outcomes, headline, runs } = comparisonOf(document);
  return {
    sides,
    steps,
    outcomes,
    headline,
    points: runs.map((run) => run.steps.map(({ point, verdict }) => [point, verdict])),
  };
}

it('gives an experiment back as it came after an import elsewhere', async () => {
  const before = JSON.parse(await download(here, `/experiments/${experimentId}/export?format=json`)) as ShareDocument;
  const { body } = await importFiles(there, { 'experiment.json': JSON.stringify(before) });
  expect(body.experimentId).toBe(experimentId);
  const after = JSON.parse(await download(there, `/experiments/${experimentId}/export?format=json`)) as ShareDocument;
  if (before.type !== 'experiment') throw new Error('no experiment');
  expect(after).toEqual(before);
  const told = (lab: TestLab, format: string) => download(lab, `/experiments/${experimentId}/export?format=${format}`);
  expect(await told(there, 'csv')).toBe(await told(here, 'csv'));
  expect(withoutOrigin(await told(there, 'markdown'))).toBe(withoutOrigin(await told(here, 'markdown')));
});

it('gives what was read from elsewhere as a document that is read again, and no script of it', async () => {
  const { body } = await importFiles(there, { 'journal.json': JSON.stringify(journalBundle('04')) });
  const id = body.runs[0]?.runId ?? '';
  const text = await exported(there, id, 'json');
  const again = await openLab();
  try {
    const { body: reread } = await importFiles(again, { 'run.json': text });
    expect(reread.runs).toMatchObject([{ runId: id }]);
    expect(await exported(again, id, 'json')).toBe(text);
    expect(await exported(again, id, 'csv')).toBe(await exported(there, id, 'csv'));
  } finally {
    await again.close();
  }
  const refused = await person(there)<{ detail: string }>('GET', `/runs/${id}/export?format=script`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('its source does not say how target and load generator were started'),
  ]);
});
