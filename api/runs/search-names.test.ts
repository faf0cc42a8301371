import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchResult } from '../contract/search.ts';
import { person } from '../testing/fake-agent.ts';
import { makePerson } from '../testing/people.ts';
import { seedNights } from '../testing/scale/seed-scale.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
  await seedNights(lab.lab, 12, { at: 3, by: 1 }, () => {});
});
afterAll(() => lab.close());

const search = async (text: string) =>
  (await person(lab)<SearchResult>('GET', `/search?text=${encodeURIComponent(text)}`)).body.found;

it('finds what has every word in its name, the newest few of each kind', async () => {
  const found = await search('NIGHT 1');
  expect(found.map(({ name }) => name)).toEqual([
    ...['fiber /simple, night 12', 'fiber /simple, night 11', 'fiber /simple, night 10', 'fiber /simple, night 1'],
    'night-1',
  ]);
  expect(found[0]).toMatchObject({
    kind: 'run',
    path: `/runs/${found[0]?.id}`,
    about: expect.stringMatching(/^Fiber \/simple · [\d.]+ [kM] req\/s$/),
  });
  expect(found.at(-1)).toMatchObject({ kind: 'host', about: expect.stringMatching(/^16 CPUs · /) });
  expect(await search('no such thing')).toEqual([]);
});

it('doubts a figure in words where the list of runs does', async () => {
  const { client } = lab.lab.database;
  const [one] = await search('night 7');
  await client.run.update({ where: { id: one?.id ?? '' }, data: { validity: 'suspect' } });
  const [again] = await search('night 7');
  expect(again?.about).toMatch(/^Fiber \/simple · ~[\d.]+ [kM] req\/s, suspect$/);
});

it('answers with no more than eight runs and four of anything else, however many there are', async () => {
  const kinds = (await search('')).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'run')).toHaveLength(8);
  expect(kinds.filter((kind) => kind === 'host')).toHaveLength(4);
});

it('tells shares to operators alone: their links are what they protect', async () => {
  const { client } = lab.lab.database;
  const share = { token: 'share-of-the-night', kind: 'run', title: 'the night shared', runIds: [], documentVersion: 1 };
  const document = { documentSha256: 'a'.repeat(64), documentSizeBytes: 0, createdAtUs: 1, createdByName: 'Ada' };
  await client.share.create({ data: { id: '01890000-0000-7000-8000-000000000001', ...share, ...document } });
  for (const [role, count] of [
    ['viewer', 0],
    ['operator', 1],
  ] as const) {
    const one = await makePerson(lab, role);
    const { body } = await one.call<SearchResult>('GET', '/api/v1/search?text=shared');
    expect(body.found.map(({ path }) => path)).toEqual(Array(count).fill('/s/share-of-the-night'));
  }
});
