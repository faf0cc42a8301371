import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { experimentAnswer, type ListedExperiment } from '../contract/experiment.ts';
import { json } from '../platform/store/db.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, type Figures } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { concludeStored } from './conclude-experiments.ts';
import { getWholeExperiment } from './get-experiment.ts';
import { RULES_VERSION } from './store/experiment-results.ts';

let lab: TestLab;
let play: ExperimentPlay;

beforeEach(async () => {
  lab = await openLab();
  play = new ExperimentPlay(lab, await FakeAgent.join(lab));
});
afterEach(() => lab.close());

const FASTER: Figures = (configuration, round) => (configuration === 0 ? 8000 : 9600) + 30 * round;
const concludeAll = () => concludeStored(lab.lab, new AbortController().signal);
const rowOf = (id: string) => lab.lab.database.client.experiment.findUniqueOrThrow({ where: { id } });

async function done(): Promise<string> {
  const { id } = await play.make({ start: true, rounds: 2 });
  await play.skip(id, 4, FASTER);
  return id;
}

/** As older rules concluded it. */
async function age(id: string, rulesVersion: string | null = '0.0'): Promise<void> {
  const { client } = lab.lab.database;
  await client.experiment.update({
    where: { id },
    data: { rulesVersion, headline: 'Old.', result: json({ old: 1 }), answers: [] },
  });
}

describe('what an experiment came to', () => {
  it('is kept when it ends, and read without its runs', async () => {
    const id = await done();
    const { headline, result } = await play.read(id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ rulesVersion: RULES_VERSION, headline, result });
    const [step] = result?.runs[0]?.steps ?? [];
    expect(Object.keys(step ?? {})).toEqual(['index', 'spec', 'point', 'verdict']);
    expect(Object.keys(step?.point ?? {}).sort()).toEqual([
      'clientCpuUsPerRequest',
      'latencyMs',
      'latencyRangeMs',
      'requestsPerSecond',
      'serverCpuUsPerRequest',
    ]);
    expect(step?.verdict).not.toHaveProperty('evidence');
    await lab.lab.database.client.point.deleteMany({});
    expect((await play.read(id)).result).toEqual(result);
  });

  it('is an answer for each variant in the list', async () => {
    const id = await done();
    const { result } = await play.read(id);
    const primary = result?.outcomes.filter((outcome) => outcome.primary) ?? [];
    expect(primary.length).toBeGreaterThan(0);
    const { experiments } = (await play.call<{ experiments: ListedExperiment[] }>('GET')).body;
    expect(experiments[0]?.answers).toEqual(primary.map((outcome) => experimentAnswer.parse(outcome)));
    expect(experiments[0]?.answers[0]?.effect?.ratio).toBeGreaterThan(0);
    // Older documents may say it in another form: then their headline stands there.
    await lab.lab.database.client.experiment.update({ where: { id }, data: { answers: [{ old: 1 }] } });
    expect((await play.call<{ experiments: ListedExperiment[] }>('GET')).body.experiments[0]?.answers).toEqual([]);
  });

  it('by older rules is not shown, and is made anew when the API starts: in the list, too', async () => {
    const id = await done();
    const before = await play.read(id);
    const [{ answers } = { answers: [] }] = (await play.call<{ experiments: ListedExperiment[] }>('GET')).body
      .experiments;
    expect(answers).toHaveLength(1);
    for (const version of ['0.0', '99.99', null]) {
      await age(id, version);
      expect(await play.read(id)).toEqual(before);
      expect(await concludeAll()).toEqual({ concluded: 1, failed: 0 });
      expect(await concludeAll()).toEqual({ concluded: 0, failed: 0 });
      expect(await rowOf(id)).toMatchObject({ rulesVersion: RULES_VERSION, headline: before.headline });
      expect((await play.call<{ experiments: unknown[] }>('GET')).body.experiments).toMatchObject([
        { id, headline: before.headline, answers },
      ]);
      expect(await play.read(id)).toEqual(before);
    }
  });

  it('stays without a claim where it was ended early, and empty without a whole round', async () => {
    const { client } = lab.lab.database;
    const { id } = await play.make({ start: true });
    await play.skip(id, 2, FASTER);
    const stoppedSentence = 'Stopped by Ada after 1 of 3 rounds.';
    await client.experiment.update({ where: { id }, data: { status: 'done', stoppedSentence } });
    const expectAnew = async (headline: string | null): Promise<void> => {
      await age(id);
      expect(await concludeAll()).toEqual({ concluded: 1, failed: 0 });
      const told = await play.read(id);
      expect([told.headline, told.result?.headline ?? null]).toEqual([headline, headline]);
    };
    await expectAnew(`No claim: it ended early. ${stoppedSentence}`);
    await client.run.updateMany({ where: { experiment: { experimentId: id } }, data: { state: 'failed' } });
    await expectAnew(null);
  });

  it('of one that cannot be concluded keeps no other from it, and those not over are left alone', async () => {
    const [good, bad] = [await done(), await done()];
    const { id: planned } = await play.make();
    for (const id of [good, bad]) await age(id);
    const { slots } = await play.read(bad);
    const runId = slots[0]?.runId ?? '';
    await lab.lab.database.client.run.update({ where: { id: runId }, data: { spec: json({ specVersion: 99 }) } });
    expect(await concludeAll()).toEqual({ concluded: 1, failed: 1 });
    expect(await concludeStored(lab.lab, AbortSignal.abort())).toEqual({ concluded: 0, failed: 0 });
    expect([await rowOf(good), await rowOf(bad), await rowOf(planned)]).toMatchObject([
      { rulesVersion: RULES_VERSION },
      { rulesVersion: '0.0', headline: 'Old.' },
      { rulesVersion: null, headline: null },
    ]);
  });

  it('is said alike by its page and its document, also when the noise floor that it rests on was deleted', async () => {
    const noise = await play.make({ kind: 'noise-floor', variants: [], rounds: 4, start: true });
    await play.skip(noise.id, 8, (configuration, round) => 8000 + 2000 * configuration * (round % 2));
    const id = await done();
    const page = await play.read(id);
    const floors = page.result?.outcomes.map(({ effect }) => effect?.noiseFloorPercent ?? null);
    expect(floors?.some((floor) => floor !== null)).toBe(true);
    expect((await person(lab)('DELETE', `/experiments/${noise.id}`)).status).toBe(204);
    const { headline, result } = await getWholeExperiment(lab.lab, id);
    expect(await play.read(id)).toEqual(page);
    expect([headline, result?.headline, result?.outcomes]).toEqual([
      page.headline,
      page.headline,
      page.result?.outcomes,
    ]);
  });

  it('has all of its runs in a document', async () => {
    const id = await done();
    const file = await person(lab)<{ experiment: { result: { runs: unknown[] } } }>(
      'GET',
      `/experiments/${id}/export?format=json`,
    );
    const { runs } = file.body.experiment.result;
    expect(runs).toHaveLength(4);
    expect(runs[0]).toMatchObject({ hosts: [{ facts: {} }], artifacts: expect.any(Array) });
  });
});
