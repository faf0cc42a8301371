import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { OpenedShare, Share, ShareDocument } from '../contract/share.ts';
import { FakeAgent, nic, person, request, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay, type Figures } from '../testing/play-experiment.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;
let off: string;
let on: string;
let experimentId: string;

/** Nothing here changes what is over, so that one lab does for all. */
beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab, 'lab-1', { nics: [nic('eth0', ['192.0.2.7/24'])] });
  off = await finishedRun('Prefork "off"');
  on = await finishedRun('prefork on', true);
  const play = new ExperimentPlay(lab, agent);
  ({ id: experimentId } = await play.make({ start: true, rounds: 2 }));
  await play.play(experimentId, 4, FASTER);
}, 180_000);
afterAll(() => lab.close());

async function finishedRun(name: string, prefork = false): Promise<string> {
  const spec = specFor(agent.hostId);
  const body = { name, spec: { ...spec, target: { ...spec.target, prefork } } };
  const { body: run } = await person(lab)<Run>('POST', '/runs', body);
  await agent.obeyUntil(null, lab, run.id);
  return run.id;
}

async function download(path: string) {
  const reply = await fetch(`${lab.url}/api/v1${path}`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  const { headers, status } = reply;
  return {
    status,
    text: await reply.text(),
    type: headers.get('content-type'),
    name: headers.get('content-disposition')?.match(/^attachment; filename="([^"]*)"$/)?.[1],
  };
}

const FORMATS = [
  ['json', 'json', 'application/json'],
  ['csv', 'csv', 'text/csv; charset=utf-8; header=present'],
  ['markdown', 'md', 'text/markdown; charset=utf-8'],
  ['script', 'sh', 'application/x-sh; charset=utf-8'],
] as const;

const FASTER: Figures = (configuration, round) => (configuration === 0 ? 8_000 : 9_600) + 30 * round;

// The clock is moved: a host that is not heard of takes no run.
beforeEach(() => agent.heartbeat());

it.each(FORMATS)('gives a run, a comparison and an experiment as %s', async (format, extension, type) => {
  const paths = [
    [`/runs/${off}/export?`, 'prefork-off'],
    [`/comparison/export?runs=${off},${on}&baseline=${off}&`, 'prefork-on-against-prefork-off'],
    [`/experiments/${experimentId}/export?`, 'is-prefork-faster'],
  ];
  for (const [path, name] of paths) {
    const file = await download(`${path}format=${format}`);
    expect([file.status, file.name, file.type]).toEqual([200, `${name}.${extension}`, type]);
    expect(file.text).not.toContain('192.0.2.7');
    // The same has the same bytes whenever it is asked for.
    lab.skipMs(5000);
    expect((await download(`${path}format=${format}`)).text).toBe(file.text);
    if (format === 'script') expect(spawnSync('bash', ['-n'], { input: file.text, encoding: 'utf8' }).stderr).toBe('');
  }
});

it('says in Markdown what the API says of an experiment', async () => {
  const { body } = await person(lab)<{ headline: string }>('GET', `/experiments/${experimentId}`);
  const { text } = await download(`/experiments/${experimentId}/export?format=markdown`);
  expect(text.replaceAll('\\', '')).toContain(body.headline);
  expect(text).toContain(`${lab.lab.publicUrl}/experiments/${experimentId}`);
});

it('shares an experiment that is done, and opens it', async () => {
  const { body: made } = await person(lab)<Share>('POST', '/shares', { runIds: [], experimentId });
  expect([made.kind, made.title, made.runIds.length]).toEqual(['experiment', 'Is prefork faster?', 4]);
  const token = made.url.slice(made.url.lastIndexOf('/') + 1);
  const { body: opened } = await request<OpenedShare>(lab.url, 'GET', `/api/v1/shared/${token}`);
  const { text } = await download(`/experiments/${experimentId}/export?format=json`);
  const exported = JSON.parse(text) as ShareDocument;
  expect(opened.document).toEqual({ ...exported, frozenAtUs: opened.document.frozenAtUs });
  const both = await person(lab)<{ detail: string }>('POST', '/shares', { runIds: [randomUUID()], experimentId });
  expect([both.status, both.body.detail]).toEqual([
    422,
    'A share has either runs or an experiment; leave one of them out.',
  ]);
});

it('refuses what is not over, what is not there and what nobody knows, in words', async () => {
  const { body: going } = await person(lab)<Run>('POST', '/runs', { name: 'going', spec: specFor(agent.hostId) });
  const planned = await new ExperimentPlay(lab, agent).make();
  const refusals = await Promise.all(
    [
      `/runs/${going.id}/export?format=csv`,
      `/experiments/${planned.id}/export?format=json`,
      `/runs/${randomUUID()}/export?format=csv`,
      `/experiments/${randomUUID()}/export?format=csv`,
      `/runs/${going.id}/export?format=pdf`,
      `/comparison/export?runs=${going.id}&format=csv`,
    ].map(download),
  );
  expect(refusals.map(({ status }) => status)).toEqual([409, 409, 404, 404, 422, 422]);
  const details = refusals.map(({ text }) => (JSON.parse(text) as { detail: string }).detail);
  expect(details[0]).toBe('going is still preparing; export it once it is over.');
  await agent.obeyUntil(null, lab, going.id);
  expect(details[1]).toBe('This experiment was not started yet; export it once its last round is over.');
});

it('has no script of a run that never made load, and says what to do', async () => {
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'canceled', spec: specFor(agent.hostId) });
  await person(lab)('POST', `/runs/${run.id}/cancel`);
  await agent.obeyUntil(null, lab, run.id);
  const refused = await download(`/runs/${run.id}/export?format=script`);
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Duplicate the run and start it again.'),
  ]);
});
