import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../contract/comparison.ts';
import { type Run, run as runShape } from '../contract/run.ts';
import type { RunFacets, RunList } from '../contract/run-list.ts';
import { type OpenedShare, SHARE_DOCUMENT_VERSION } from '../contract/share.ts';
import { person } from '../testing/fake-agent.ts';
import { importFiles } from '../testing/import-files.ts';
import { type Before, bytesOf, openLabOfBefore, readBefore } from '../testing/lab-of-before.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { judgeStored } from './judge-runs.ts';

let before: Before;
let lab: TestLab;
let judged: { judged: number; failed: number };

beforeAll(async () => {
  before = readBefore();
  lab = await openLabOfBefore(before);
  judged = await judgeStored(lab.lab, new AbortController().signal);
}, 120_000);
afterAll(() => lab?.close());

interface RunRow {
  id: string;
  name: string;
  state: string;
  tags: string[];
  notes: string;
  deletedAtUs: number | null;
}
interface PointRow {
  runId: string;
  stepIndex: number;
  requestsPerSecond: number;
  latencyMsP99: number | null;
  serverCpuUsPerRequest: number | null;
}

const rows = <T>(table: string): T[] => (before.tables[table] ?? []) as T[];
const runRows = (): RunRow[] => rows<RunRow>('Run').filter(({ deletedAtUs }) => deletedAtUs === null);
const idOf = (name: string): string => {
  const row = rows<RunRow>('Run').find((one) => one.name === name);
  if (!row) throw new Error(`no run was called ${name}`);
  return row.id;
};
const look = async (name: string): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${idOf(name)}`)).body;
const list = async (query = '') => (await person(lab)<RunList>('GET', `/runs?${query}`)).body.runs;

async function download(from: TestLab, route: string): Promise<string> {
  const reply = await fetch(`${from.url}/api/v1${route}`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  const text = await reply.text();
  expect(reply.status, text).toBe(200);
  return text;
}

describe('runs of before there were verdicts', () => {
  it('are all judged, and open with the figures that they had', async () => {
    expect(judged).toEqual({ judged: runRows().length, failed: 0 });
    for (const { name, state, tags, notes } of runRows()) {
      const run = await look(name);
      expect(runShape.safeParse(run).error, name).toBeUndefined();
      expect(run, name).toMatchObject({ name, state, tags, notes, imported: null, experimentId: null });
      const points = rows<PointRow>('Point').filter(({ runId }) => runId === run.id);
      const told = run.steps.flatMap(({ index, point }) =>
        point ? [[index, point.requestsPerSecond, point.latencyMs?.p99, point.serverCpuUsPerRequest]] : [],
      );
      const kept = points.map((row) => [
        row.stepIndex,
        row.requestsPerSecond,
        row.latencyMsP99,
        row.serverCpuUsPerRequest,
      ]);
      expect(told, name).toEqual(kept.sort(([a], [b]) => Number(a) - Number(b)));
      expect([name, run.verdict !== null]).toEqual([name, points.length > 0]);
    }
  });

  it('are judged by samples that are counted again', async () => {
    const run = await look('closed loop');
    // Both agents were on one machine, which other processes kept busy.
    expect(run.verdict).toMatchObject({ validity: 'suspect', wall: 'competing-load', confidence: 'measured' });
    for (const { evidence } of run.steps) {
      expect(evidence?.server).toMatchObject({ cpus: 2, cpu: { idle: expect.any(Number) } });
      expect(evidence?.clients).toMatchObject([{ cpu: { idle: expect.any(Number) } }]);
      expect(evidence?.requestsBySecond?.length).toBeGreaterThan(0);
    }
    expect((await look('open loop')).verdict).toMatchObject({ wall: 'offered-load', confidence: 'measured' });
    expect((await look('two clients')).steps[0]?.evidence?.clients).toHaveLength(2);
    const [plain, profiled] = (await look('profiled')).steps;
    expect([plain?.profiles, profiled?.profiles.map(({ kind }) => kind)]).toEqual([[], ['cpu', 'mutex']]);
    const tuned = await look('tuned');
    expect(tuned.tuning[0]?.knobs.every(({ restoredMatches }) => restoredMatches)).toBe(true);
    const found = await look('how far');
    expect(found.search).toMatchObject({ kneeStepIndex: 0, high: 1, done: true });
  });

  it('are found in the list by what they came to', async () => {
    const { body: facets } = await person(lab)<RunFacets>('GET', '/run-facets');
    expect(facets.walls.map(({ value }) => value)).toEqual(expect.arrayContaining(['offered-load', 'server-cpu']));
    // Of those that were limited by several at once, each is a reason to be found.
    for (const wall of ['client-cpu', 'server-cpu']) {
      expect((await list(`wall=${wall}`)).map(({ name }) => name)).toContain('tuned');
    }
    for (const { value, runs } of facets.walls) expect(await list(`wall=${value}`)).toHaveLength(runs);
    for (const { value, runs } of facets.validities) expect(await list(`validity=${value}`)).toHaveLength(runs);
    expect((await list('tag=kept')).map(({ name }) => name)).toEqual(['tuned', 'closed loop']);
    expect(await list('imported=true')).toEqual([]);
    const line = (await list('wall=offered-load'))[0];
    expect(line?.verdict?.sentence).toBe((await look('open loop')).verdict?.sentence);
  });

  it('that were deleted are judged when they are brought back', async () => {
    const { body: run } = await person(lab)<Run>('POST', `/runs/${idOf('to be deleted')}/undelete`);
    const line = (await list()).find(({ id }) => id === run.id);
    expect(line?.verdict?.sentence).toBe(run.verdict?.sentence);
    expect(run.steps[0]?.evidence?.server?.cpu).toBeTruthy();
  });

  it('are compared, and nothing is claimed without repeats', async () => {
    const ids = ['closed loop', 'its agent was killed', 'open loop'].map(idOf);
    const { status, body } = await person(lab)<Comparison>('GET', `/comparison?runs=${ids.join(',')}`);
    expect(status).toBe(200);
    expect(body.sides.map(({ runIds }) => runIds)).toEqual(ids.map((id) => [id]));
    expect(body.outcomes.every(({ outcome }) => outcome === 'no-repeats')).toBe(true);
    expect(body.because).toContain('Nothing is claimed of the server.');
    expect(body.warnings.map(({ sentence }) => sentence).join()).toContain('The agent on alpha ended');
  });
});

it('links of before open the same bytes, in the form of today', async () => {
  interface ShareRow {
    token: string;
    documentSha256: string;
    documentVersion: number;
    revokedAtUs: number | null;
  }
  const shares = rows<ShareRow>('Share');
  expect(shares.filter(({ revokedAtUs }) => revokedAtUs === null)).toHaveLength(3);
  for (const { token, documentSha256, documentVersion, revokedAtUs } of shares) {
    const { status, body } = await person(lab)<OpenedShare>('GET', `/shared/${token}`);
    expect(status).toBe(revokedAtUs === null ? 200 : 410);
    if (revokedAtUs !== null) continue;
    expect(body).toMatchObject({ storedVersion: documentVersion, documentSha256 });
    expect(body.document.documentVersion).toBe(SHARE_DOCUMENT_VERSION);
    expect(await download(lab, `/shared/${token}/document`)).toBe(bytesOf(before, documentSha256).toString());
  }
});

describe('what leaves it', () => {
  it('is the same after a round trip by another instance, with its verdict', async () => {
    const there = await openLab();
    try {
      for (const { id, name } of runRows()) {
        const document = await download(lab, `/runs/${id}/export?format=json`);
        const { status, body } = await importFiles(there, { 'run.json': document });
        expect([status, body.runs?.[0]?.runId], `${name}: ${body.detail}`).toEqual([200, id]);
        for (const format of ['json', 'csv']) {
          const route = `/runs/${id}/export?format=${format}`;
          expect(await download(there, route), name).toBe(await download(lab, route));
        }
        const { body: imported } = await person(there)<Run>('GET', `/runs/${id}`);
        expect(imported.verdict?.sentence, name).toBe((await look(name)).verdict?.sentence);
      }
    } finally {
      await there.close();
    }
  }, 240_000);

  it('is a script, too, wherever load was made', async () => {
    for (const { id, name } of runRows()) {
      const route = `/runs/${id}/export?format=script`;
      if (name === 'canceled in the queue') expect((await person(lab)('GET', route)).status).toBe(409);
      else expect(await download(lab, route), name).toContain('set -euo pipefail');
    }
  });
});

it('runs of which no samples are left claim no more than what is known of them', async () => {
  const bare = await openLabOfBefore({ ...before, tables: { ...before.tables, SampleChunk: [], StepEvidence: [] } });
  try {
    expect(await judgeStored(bare.lab, new AbortController().signal)).toMatchObject({ failed: 0 });
    const { body } = await person(bare)<Run>('GET', `/runs/${idOf('closed loop')}`);
    expect(body.steps[0]?.point?.requestsPerSecond).toBeGreaterThan(0);
    // Its target and its tool used half of the CPUs that they shared: how busy those were in all is not known any more.
    for (const { verdict, evidence } of body.steps) {
      expect(evidence).toMatchObject({ server: { cpu: null }, requestsBySecond: null });
      expect(verdict).toMatchObject({ wall: 'unknown', confidence: 'cannot-tell' });
      expect(verdict?.sentence).toContain('Can’t tell whether client CPU or server CPU was saturated.');
      expect(verdict?.next).toContain('Record CPU and NIC of client and server');
    }
    expect(body.verdict?.wall).toBe('unknown');
  } finally {
    await bare.close();
  }
}, 60_000);
