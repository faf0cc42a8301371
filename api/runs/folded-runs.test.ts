import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DIRECTIONS, RUN_SORTS } from '../contract/choices.ts';
import type { RunFacets, RunFold, RunList } from '../contract/run-list.ts';
import type { Wall } from '../contract/verdict.ts';
import { keysOf } from '../contract/words.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { type Seed, seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.lab.database.client.experimentRun.deleteMany();
  await lab.lab.database.client.experiment.deleteMany();
  await lab.lab.database.client.run.deleteMany();
});

const list = async (query: string) => (await person(lab)<RunList>('GET', `/runs?${query}`)).body;
const seed = (over: Seed) => seedRun(lab, agent.hostId, over);

/** An experiment with seeded runs in the places of its plan, two a round. */
async function seedExperiment(question: string, runs: Seed[]): Promise<{ id: string; runIds: string[] }> {
  const { id } = await new ExperimentPlay(lab, agent).make({ question });
  const runIds: string[] = [];
  for (const [index, run] of runs.entries()) {
    const runId = await seed(run);
    runIds.push(runId);
    const place = { round: Math.floor(index / 2), position: index % 2, configuration: index % 2, attempt: 0 };
    await lab.lab.database.client.experimentRun.create({ data: { ...place, runId, experimentId: id } });
  }
  return { id, runIds };
}

/** Ties between runs of one experiment, of two, and with a run of none; figures that are not there. */
async function seedMany(): Promise<void> {
  const one = (name: string, figure: number | null, atUs: number): Seed => ({
    name,
    createdAtUs: 1_700_000_000_000_000 + atUs,
    requestsPerSecond: figure,
    latencyMsP99: figure,
    serverCpuUsPerRequest: figure,
    durationUs: figure === null ? null : Math.round(figure),
  });
  await seed(one('alone', 10, 2));
  await seedExperiment('first', [one('b', 10, 1), one('a', 12.5, 2), one('c', null, 2), one('a', 10, 3)]);
  await seed(one('also alone', null, 3));
  await seedExperiment('second', [one('a', 10, 2), one('z', 0.3, 0)]);
  await seedExperiment('never measured', [one('y', null, 1), one('y', null, 1)]);
}

async function pages(query: string): Promise<{ ids: string[]; folds: RunFold[] }> {
  const all: { ids: string[]; folds: RunFold[] } = { ids: [], folds: [] };
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { runs, folds, nextCursor }: RunList = await list(`${query}${cursor && `&cursor=${cursor}`}`);
    all.ids.push(...runs.map(({ id }) => id));
    all.folds.push(...folds);
    cursor = nextCursor;
  }
  return all;
}

describe('folded experiments', () => {
  const orders = keysOf(RUN_SORTS).flatMap((sort) =>
    DIRECTIONS.map((direction) => `sort=${sort}&direction=${direction}`),
  );

  it.each(orders)('are one line by %s, where their first run stands, whatever the size of a page', async (order) => {
    await seedMany();
    const single = (await list(`${order}&limit=200`)).runs;
    // The first of each experiment, and every run of none, in the order of all.
    const seen = new Set<string>();
    const expected = single.filter(({ experimentId }) => {
      const first = experimentId === null || !seen.has(experimentId);
      if (experimentId !== null) seen.add(experimentId);
      return first;
    });
    for (const limit of [1, 2, 200]) {
      const { ids, folds } = await pages(`${order}&fold=experiments&limit=${limit}`);
      expect(ids).toEqual(expected.map(({ id }) => id));
      expect(folds.map(({ runId }) => runId)).toEqual(ids.filter((id) => folds.some(({ runId }) => runId === id)));
      expect(Object.fromEntries(folds.map(({ experiment, runs }) => [experiment.question, runs]))).toEqual({
        first: 4,
        second: 2,
        'never measured': 2,
      });
    }
    expect(await list(`${order}&fold=experiments&limit=2`)).toMatchObject({ total: 5, runsTotal: 10 });
  });

  it('count the runs that pass the filters, and say how far the experiment is', async () => {
    const { id } = await seedExperiment('of two hosts', [{ name: 'slow' }, { name: 'fast' }, { name: 'fast too' }]);
    const { runs, folds, total } = await list('text=fast&fold=experiments');
    expect(runs.map(({ name, experimentId }) => [name, experimentId])).toEqual([['fast too', id]]);
    expect(folds).toMatchObject([{ runs: 2, experiment: { id, question: 'of two hosts', roundsPlanned: 3 } }]);
    expect(total).toBe(1);
    expect((await list('text=slower&fold=experiments')).runs).toEqual([]);
  });

  it('are not folded when nobody asks', async () => {
    await seedExperiment('q', [{}, {}]);
    expect(await list('')).toMatchObject({ total: 2, folds: [] });
    expect((await list('')).runs).toHaveLength(2);
  });
});

describe('several walls', () => {
  const limited = async (wall: Wall, walls: Wall[]): Promise<string> => {
    const id = await seed({ name: walls.join(' ') });
    const verdict = { validity: 'valid', wall, walls, wallConfidence: 'measured', verdictSentence: 'So it is.' };
    await lab.lab.database.client.run.update({ where: { id }, data: verdict });
    return id;
  };

  it('are named in the list, and found by each of them', async () => {
    const both = await limited('several', ['client-cpu', 'server-cpu']);
    const server = await limited('server-cpu', ['server-cpu']);
    await limited('unknown', ['client-cpu']);
    const found = async (wall: Wall) => (await list(`wall=${wall}`)).runs.map(({ id }) => id).sort();
    expect(await found('server-cpu')).toEqual([both, server].sort());
    // What is only suspected is no wall.
    expect(await found('client-cpu')).toEqual([both]);
    expect((await list('wall=several')).runs[0]?.verdict).toMatchObject({ walls: ['client-cpu', 'server-cpu'] });
    const { body } = await person(lab)<RunFacets>('GET', '/run-facets');
    expect(body.walls).toEqual([
      { value: 'client-cpu', runs: 1 },
      { value: 'server-cpu', runs: 2 },
      { value: 'several', runs: 1 },
      { value: 'unknown', runs: 1 },
    ]);
  });
});
