import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Experiment, ExperimentList, ShownExperiment } from '../contract/experiment.ts';
import type { Run } from '../contract/run.ts';
import { getWholeExperiment } from '../experiments/get-experiment.ts';
import { answersOf } from '../experiments/store/experiment-results.ts';
import { summaryOf } from '../rules/experiment/imported-experiment.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { countImported, importFiles } from '../testing/import-files.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let here: TestLab;
let there: TestLab;
let experiment: Experiment;
let text: string;

beforeAll(async () => {
  [here, there] = [await openLab(), await openLab()];
  const agent = await FakeAgent.join(here);
  const play = new ExperimentPlay(here, agent);
  const { id } = await play.make({ start: true, rounds: 2 });
  await play.play(id, 4, (configuration, round) => 1000 + 100 * configuration + round);
  experiment = await getWholeExperiment(here.lab, id);
  const head = { documentVersion: 6, title: experiment.question, frozenAtUs: 1, productVersion: '0.0.0' };
  text = JSON.stringify({ ...head, type: 'experiment', experiment });
}, 120_000);
afterAll(async () => {
  await here.close();
  await there.close();
});

const read = async (lab: TestLab, id: string): Promise<ShownExperiment> =>
  (await person(lab)<ShownExperiment>('GET', `/experiments/${id}`)).body;
const runIdsOf = ({ slots }: Pick<Experiment, 'slots'>): string[] => slots.flatMap(({ runId }) => runId ?? []);

describe('the document of an experiment', () => {
  it('is that experiment with its runs elsewhere, under the same ids, and once however often it is imported', async () => {
    const { body, status } = await importFiles(there, { 'e.json': text });
    expect(status, body.detail).toBe(200);
    expect(body.experimentId).toBe(experiment.id);
    expect(body.runs.map(({ runId }) => runId).sort()).toEqual(runIdsOf(experiment).sort());
    const imported = await read(there, experiment.id);
    expect(imported).toMatchObject({ imported: true, status: 'done', headline: experiment.headline });
    expect(imported.slots).toEqual(experiment.slots);
    const { body: list } = await person(there)<ExperimentList>('GET', '/experiments');
    expect(list.experiments).toEqual([{ ...summaryOf(imported), answers: answersOf(imported.result) }]);
    const counted = await countImported(there);
    expect((await importFiles(there, { 'e.json': text })).body).toMatchObject({ experimentId: experiment.id });
    expect(await countImported(there)).toEqual(counted);
  });

  it('has runs that say of which experiment they are, and that it rests on', async () => {
    const [runId = ''] = runIdsOf(experiment);
    const { body: run } = await person(there)<Run>('GET', `/runs/${runId}`);
    expect(run).toMatchObject({ experimentId: experiment.id, imported: { format: 'document' } });
    expect((await person(there)('DELETE', `/runs/${runId}`)).status).toBe(409);
  });

  it('gets other ids where its own are taken, the same ones wherever they stand', async () => {
    const { body } = await importFiles(here, { 'e.json': text });
    expect(body.experimentId).not.toBe(experiment.id);
    const copy = await read(here, body.experimentId ?? '');
    const ids = runIdsOf(copy);
    expect(ids.filter((id) => runIdsOf(experiment).includes(id))).toEqual([]);
    expect([...ids].sort()).toEqual(body.runs.map(({ runId }) => runId).sort());
    expect(copy.result?.runs.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(copy.result?.sides.flatMap(({ runIds }) => runIds).sort()).toEqual([...ids].sort());
    expect(ids).toContain(copy.result?.baselineRunId);
    expect((await read(here, experiment.id)).imported).toBe(false);
  });

  it('is told by its question before it is stored, and what of it is here already', async () => {
    const foresee = async (lab: TestLab, one = text) => {
      const { body } = await importFiles(lab, { 'e.json': one }, { dryRun: true });
      const [told] = body.experiments;
      return { told, runs: body.runs.map(({ known, copyOf }) => [known, copyOf !== null]) };
    };
    const counted = await countImported(there);
    const about = { question: experiment.question, fileName: 'e.json' };
    const before = await foresee(there);
    expect(before.told).toEqual({ ...about, experimentId: experiment.id, known: true, copyOf: null });
    expect(new Set(before.runs.map(String))).toEqual(new Set(['true,false']));
    // Other bytes of the same experiment: it would be stored again, under other ids.
    const copy = await foresee(there, `${text}\n`);
    expect(copy.told).toEqual({ ...about, experimentId: null, known: false, copyOf: experiment.id });
    expect(new Set(copy.runs.map(String))).toEqual(new Set(['false,true']));
    expect(await countImported(there)).toEqual(counted);
  });

  it('of one that was not over is refused, and nothing is stored', async () => {
    const counted = await countImported(there);
    const unfinished = text.replace('"status":"done"', '"status":"running"');
    const { body, status } = await importFiles(there, { 'e.json': unfinished });
    expect([status, body.detail]).toEqual([422, expect.stringContaining('its experiment was not over')]);
    expect(await countImported(there)).toEqual(counted);
  });
});
