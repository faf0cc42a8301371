import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExperimentList } from '../contract/experiment.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let play: ExperimentPlay;

beforeEach(async () => {
  lab = await openLab();
  play = new ExperimentPlay(lab, await FakeAgent.join(lab));
});
afterEach(() => lab.close());

const list = (query = '') => person(lab)<ExperimentList & { detail: string }>('GET', `/experiments${query}`);

/** Planned one after another, all but the last two in one moment. */
async function planned(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push((await play.make()).id);
  const { client } = lab.lab.database;
  await client.experiment.updateMany({ where: { id: { in: ids.slice(0, -2) } }, data: { createdAtUs: 5n } });
  return ids;
}

/** Every page, as a reader asks for more until there is none. */
async function pages(query: string): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await list(`?${query}${cursor && `&cursor=${cursor}`}`);
    found.push(body.experiments.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  return found;
}

describe('the list of experiments', () => {
  it('comes page by page, newest first, with each of one moment once', async () => {
    const ids = await planned(7);
    const expected = [...ids].reverse();
    expect(await pages('limit=2')).toEqual([0, 2, 4, 6].map((from) => expected.slice(from, from + 2)));
    expect(await pages('limit=7')).toEqual([expected]);
    expect((await list('?limit=2')).body.total).toBe(7);
  });

  it('goes on behind the last one of a page, whatever was made or deleted meanwhile', async () => {
    const ids = await planned(6);
    const [first = '', , , last = ''] = [...ids].reverse();
    const { body } = await list('?limit=4');
    await play.make();
    for (const id of [first, last]) await play.call('DELETE', `/${id}`);
    const { body: next } = await list(`?limit=4&cursor=${body.nextCursor}`);
    expect(next.experiments.map(({ id }) => id)).toEqual(ids.slice(0, 2).reverse());
    expect(next).toMatchObject({ nextCursor: null, total: 5 });
  });

  it('tells of one by itself what it says of it in a line', async () => {
    const { id } = await play.make();
    const [{ answers: _, ...listed } = { answers: [] }] = (await list()).body.experiments;
    const { status, body } = await play.call('GET', `/${id}/summary`);
    expect({ status, body }).toEqual({ status: 200, body: listed });
    expect((await person(lab)('GET', '/experiments/01890000-0000-7000-8000-000000000000/summary')).status).toBe(404);
  });

  it('has pages of one status, too', async () => {
    const ids = await planned(3);
    const { id } = await play.make({ start: true });
    expect(await pages('status=planned&limit=2')).toEqual([[ids[2], ids[1]], [ids[0]]]);
    expect(await pages('status=running&limit=2')).toEqual([[id]]);
    expect((await list('?status=planned&limit=1')).body.total).toBe(3);
    expect((await list('?status=done')).body).toEqual({ experiments: [], nextCursor: null, total: 0 });
  });

  it('refuses a cursor that it did not give out, and filters that it does not know', async () => {
    const { status, body } = await list('?cursor=abc');
    expect([status, body.detail]).toEqual([422, expect.stringContaining('start without one')]);
    expect((await list('?limit=0')).status).toBe(422);
    expect((await list('?page=2')).status).toBe(422);
  });
});
