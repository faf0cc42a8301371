import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DIRECTIONS, RUN_SORTS } from '../contract/choices.ts';
import type { LIST_FILTERS } from '../contract/list-address.ts';
import type { Problem } from '../contract/primitives.ts';
import type { RunSummary } from '../contract/run.ts';
import type { RunFacets, RunList } from '../contract/run-list.ts';
import { keysOf } from '../contract/words.ts';
import { plainGet } from '../rules/requests/plain-request.ts';
import { FakeAgent, person, reference, specFor } from '../testing/fake-agent.ts';
import { type Seed, seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { countLines, type RunFilters } from './store/run-list.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.lab.database.client.run.deleteMany();
});

const seed = (over: Seed = {}) => seedRun(lab, agent.hostId, over);
const list = async (query = '') => (await person(lab)<RunList>('GET', `/runs?${query}`)).body;
const names = async (query: string) => (await list(query)).runs.map((run) => run.name).sort();

async function pages(query: string, between: (page: RunSummary[]) => Promise<void> = async () => {}) {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply: RunList = await list(`${query}${cursor && `&cursor=${cursor}`}`);
    seen.push(...reply.runs.map((run) => run.id));
    cursor = reply.nextCursor;
    await between(reply.runs);
  }
  return seen;
}

/** Ties, nulls, and names in both cases: what paging stumbles over. */
async function seedOdd(): Promise<Map<string, Seed>> {
  const figures = [null, 10, 10, 12.5, null, 0.1 + 0.2, 1e6 / 3, 10, null];
  const seeded = new Map<string, Seed>();
  for (const [index, figure] of figures.entries()) {
    const one = {
      name: ['b', 'B', 'a', 'Ä', 'a b', 'b', '%', 'c', ''][index] || 'zz',
      createdAtUs: 1_700_000_000_000_000 + Math.floor(index / 3),
      requestsPerSecond: figure,
      latencyMsP99: figure,
      serverCpuUsPerRequest: figure,
      inFlight: figure,
      durationUs: figure === null ? null : Math.round(figure),
    };
    seeded.set(await seed(one), one);
  }
  return seeded;
}

const orders = keysOf(RUN_SORTS).flatMap((sort) =>
  DIRECTIONS.map((direction) => `sort=${sort}&direction=${direction}`),
);

describe('paging', () => {
  it.each(orders)('shows every run once by %s, whatever the size of a page', async (order) => {
    const seeded = await seedOdd();
    const whole = await pages(`${order}&limit=200`);
    expect(new Set(whole)).toEqual(new Set(seeded.keys()));
    for (const limit of [1, 2, 4]) expect(await pages(`${order}&limit=${limit}`)).toEqual(whole);
  });

  it.each(DIRECTIONS)('puts runs without the figure last, %s', async (direction) => {
    const seeded = await seedOdd();
    for (const sort of ['requestsPerSecond', 'latencyMsP99', 'serverCpuUsPerRequest', 'inFlight'] as const) {
      const ids = await pages(`sort=${sort}&direction=${direction}&limit=2`);
      const figures = ids.map((id) => seeded.get(id)?.[sort] ?? null);
      expect(figures.slice(-3)).toEqual([null, null, null]);
      const measured = figures.slice(0, -3) as number[];
      expect(measured).toEqual([...measured].sort((a, b) => (direction === 'asc' ? a - b : b - a)));
    }
  });

  it.each(orders)(
    'neither skips nor repeats by %s while runs come and go',
    async (order) => {
      const seeded = await seedOdd();
      const ids = [...seeded.keys()];
      const [gone] = ids.splice(4, 1);
      const seen = await pages(`${order}&limit=2`, async (page) => {
        await seed({ name: 'new', requestsPerSecond: 11, latencyMsP99: 11, serverCpuUsPerRequest: 11, durationUs: 11 });
        await lab.lab.database.client.run.update({ where: { id: gone ?? '' }, data: { deletedAtUs: 1 } });
        // The very row that the cursor points at may go, too.
        const last = page.at(-1)?.id ?? '';
        if (seeded.has(last))
          await lab.lab.database.client.run.update({ where: { id: last }, data: { deletedAtUs: 1 } });
      }).then((all) => all.filter((id) => seeded.has(id) && id !== gone));
      expect(new Set(seen).size).toBe(seen.length);
      expect(new Set(seen)).toEqual(new Set(ids));
    },
    60_000,
  );

  it('counts the runs of all pages', async () => {
    await seedOdd();
    expect((await list('limit=2')).total).toBe(9);
    expect((await list('limit=2&text=b')).total).toBe(4);
  });

  it('says that a cursor is none of ours, or of another order', async () => {
    await seedOdd();
    const { nextCursor } = await list('limit=2&sort=name');
    const refused = async (query: string) => (await person(lab)<Problem>('GET', `/runs?${query}`)).body;
    expect(await refused(`cursor=${nextCursor}`)).toMatchObject({ status: 422, detail: /sorted by name, desc/ });
    expect(await refused('cursor=01890000-0000-7000-8000-000000000000')).toMatchObject({
      status: 422,
      detail: /not one that this list gave out/,
    });
  });

  it('is newest first when nothing is asked', async () => {
    const [first, second] = [await seed(), await seed()];
    expect((await list()).runs.map((run) => run.id)).toEqual([second, first]);
  });
});

/** Of each filter of the list, what the run of the test is not. */
const OTHERS: Record<keyof typeof LIST_FILTERS, string> = {
  text: 'text=elsewhere',
  state: 'state=failed',
  tag: 'tag=other',
  hostId: 'hostId=01890000-0000-7000-8000-000000000000',
  tool: 'tool=none',
  wall: 'wall=client-cpu',
  validity: 'validity=suspect',
  imported: 'imported=true',
  experimentId: 'experimentId=01890000-0000-7000-8000-000000000000',
  group: 'group=other',
  against: 'against=worse',
  favourite: 'favourite=true',
  since: 'sinceUs=4000000000000000',
  until: 'beforeUs=1',
  path: 'path=/other',
  framework: 'framework=other',
  pipelining: 'pipelining=64',
  prefork: 'prefork=true',
  createdBy: 'createdBy=other',
};

describe('filters', () => {
  it.each(Object.values(OTHERS))('narrow the list: %s', async (query) => {
    await seed();
    expect((await list()).total).toBe(1);
    expect(await list(query)).toMatchObject({ runs: [], total: 0, runsTotal: 0 });
  });

  it('find words in name, notes and tags, all of them, and take % and _ as they are', async () => {
    await seed({ name: 'Pinned to 0-3', notes: 'IRQs on node 1' });
    await seed({ name: 'baseline', tags: ['prefork off'] });
    await seed({ name: '100% done', notes: 'a_b' });
    expect(await names('text=PINNED')).toEqual(['Pinned to 0-3']);
    expect(await names('text=pinned+irqs')).toEqual(['Pinned to 0-3']);
    expect(await names('text=pinned+baseline')).toEqual([]);
    expect(await names('text=prefork')).toEqual(['baseline']);
    expect(await names('text=0%25')).toEqual(['100% done']);
    expect(await names('text=_b')).toEqual(['100% done']);
    expect(await names('text=%5C')).toEqual([]);
    expect(await names('text=+')).toHaveLength(3);
  });

  it('take several states, and tags that a run has to have all of, whatever their case', async () => {
    await seed({ name: 'f', state: 'failed', tags: ['Baseline', 'aws'] });
    await seed({ name: 'c', state: 'canceled', tags: ['baseline'] });
    await seed({ name: 'q', state: 'queued' });
    await seed({ name: 'ok' });
    expect(await names('state=failed')).toEqual(['f']);
    expect(await names('state=failed&state=canceled')).toEqual(['c', 'f']);
    expect(await names('tag=BASELINE')).toEqual(['c', 'f']);
    expect(await names('tag=baseline&tag=aws')).toEqual(['f']);
    expect(await names('view=active')).toEqual(['q']);
    expect(await names('view=ended')).toEqual(['c', 'f', 'ok']);
    expect(await names('view=ended&state=queued')).toEqual([]);
  });

  it('know what was asked of a run and of whom', async () => {
    const other = await FakeAgent.join(lab, 'lab-2');
    const spec = specFor(agent.hostId);
    await seed({ name: 'plain', createdByName: 'Ada' });
    await seed({ name: 'read', spec: { ...spec, requests: [plainGet('/read', 1)] } });
    await seed({ name: 'prefork', spec: { ...spec, target: reference({ prefork: true }) } });
    await seed({ name: 'wrk', spec: { ...spec, load: { ...spec.load, tool: 'wrk' } } });
    await seedRun(lab, other.hostId, { name: 'elsewhere' });
    expect(await names('path=/read')).toEqual(['read']);
    expect(await names('prefork=true')).toEqual(['prefork']);
    expect(await names('prefork=false&tool=wrk')).toEqual(['wrk']);
    expect(await names(`hostId=${other.hostId}`)).toEqual(['elsewhere']);
    expect(await names('createdBy=Ada')).toEqual(['plain']);
    expect(await names('framework=fiber')).toHaveLength(5);
    expect(await names('framework=other')).toEqual([]);

    const { body: facets } = await person(lab)<RunFacets>('GET', '/run-facets');
    expect(facets).toMatchObject({
      hosts: [
        { hostId: agent.hostId, name: 'lab-1', runs: 4 },
        { hostId: other.hostId, name: 'lab-2', runs: 1 },
      ],
      tools: [
        { value: 'autocannon', runs: 4 },
        { value: 'wrk', runs: 1 },
      ],
      paths: [
        { value: '/read', runs: 1 },
        { value: '/simple', runs: 4 },
      ],
      preforks: [
        { value: 'false', runs: 4 },
        { value: 'true', runs: 1 },
      ],
      frameworks: [{ value: 'fiber', runs: 5 }],
      createdBy: [{ value: 'Ada', runs: 1 }],
    });
  });

  it('tell depths of pipelining apart', async () => {
    // An imported run may state more than an int4 holds.
    for (const pipelining of [1, 64, 64, null, 3e9]) await seed({ name: `depth ${pipelining}`, pipelining });
    expect(await names('pipelining=64')).toEqual(['depth 64', 'depth 64']);
    const { body } = await person(lab)<RunFacets>('GET', '/run-facets');
    expect(body.pipelinings).toEqual([
      { value: '1', runs: 1 },
      { value: '64', runs: 2 },
      { value: '3000000000', runs: 1 },
    ]);
    expect(await names('pipelining=3000000000')).toEqual(['depth 3000000000']);
  });

  it('take a framework in any spelling, and a group in the one that it had before', async () => {
    const { client } = lab.lab.database;
    const stated = async (framework: string, groupName: string) => {
      const id = await seed({ name: framework });
      const { spec } = await client.run.findUniqueOrThrow({ where: { id } });
      const target = { ...(spec as { target: object }).target, framework };
      await client.run.update({ where: { id }, data: { groupName, spec: { ...(spec as object), target } } });
    };
    await stated('Gin ', 'gin /simple');
    await stated('gin', 'gin /simple');
    await stated('net-http', 'net/http /simple');
    await stated('nethttp', 'net/http /simple');
    await stated('other', 'gin /Simple');
    await stated('Spring \t Boot', 'spring boot /simple');
    await stated('\ufeffActix\u00a0', 'actix /simple');
    await stated('Älg\u2003\u3000X', 'Älg x /simple');
    const found = async (filters: RunFilters) => (await countLines(client, filters, false)).runs;
    expect(await found({ framework: 'GIN' })).toBe(2);
    expect(await found({ framework: 'net/http' })).toBe(2);
    expect(await found({ framework: 'spring\tboot' })).toBe(1);
    expect(await found({ framework: ' spring  boot' })).toBe(1);
    expect(await found({ framework: 'actix' })).toBe(1);
    expect(await found({ framework: 'Älg x' })).toBe(1);
    const { body } = await person(lab)<RunFacets>('GET', '/run-facets');
    expect(body.frameworks).toEqual([
      { value: 'actix', runs: 1 },
      { value: 'gin', runs: 2 },
      { value: 'nethttp', runs: 2 },
      { value: 'other', runs: 1 },
      { value: 'spring boot', runs: 1 },
      { value: 'Älg x', runs: 1 },
    ]);
    expect(await found({ group: 'Net-HTTP /simple' })).toBe(2);
    expect(await found({ group: 'Gin /simple' })).toBe(2);
    expect(await found({ group: 'gin /Simple' })).toBe(1);
    expect(await found({ group: 'gin /none' })).toBe(0);
    // Paths differ by case: of a group that is gone nothing is left.
    expect(await found({ group: 'Gin /SIMPLE' })).toBe(0);
  });

  it('offer a tag once, however it is spelled, and none of a deleted run', async () => {
    await seed({ tags: ['Baseline'] });
    await seed({ tags: ['baseline', 'pinned'] });
    await lab.lab.database.client.run.update({
      where: { id: await seed({ tags: ['old'] }) },
      data: { deletedAtUs: 1 },
    });
    const { body } = await person(lab)<RunFacets>('GET', '/run-facets');
    expect(body.tags.map(({ value, runs }) => [value.toLowerCase(), runs])).toEqual([
      ['baseline', 2],
      ['pinned', 1],
    ]);
  });

  it.each([
    ['status=failed', /not known: status/],
    ['state=broken', /state/],
    ['sort=size', /sort must be created or name/],
    ['prefork=maybe', /prefork/],
    ['limit=0', /limit must be at least 1/],
  ])('refuse %s with a sentence', async (query, sentence) => {
    const { status, body } = await person(lab)<Problem>('GET', `/runs?${query}`);
    expect(status).toBe(422);
    expect(body.detail).toMatch(sentence);
  });
});
