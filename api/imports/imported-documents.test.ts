import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Experiment } from '../contract/experiment.ts';
import type { Run } from '../contract/run.ts';
import type { RunSeries } from '../contract/samples.ts';
import { SHARE_DOCUMENT_VERSION } from '../contract/share.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import { person } from '../testing/fake-agent.ts';
import { countImported, importFiles } from '../testing/import-files.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let ask: ReturnType<typeof person>;
beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
});
afterAll(() => lab.close());

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
