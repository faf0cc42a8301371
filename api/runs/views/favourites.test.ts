import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_FAVOURITES } from '../../contract/limits.ts';
import type { RunGroups, RunList } from '../../contract/run-list.ts';
import type { RunFavourite } from '../../contract/run-view.ts';
import { insertApiToken } from '../../people/store/api-tokens.ts';
import { hashSecret, newId, newSecret } from '../../platform/store/ids.ts';
import { FakeAgent, person, request } from '../../testing/fake-agent.ts';
import { makePerson, type TestPerson } from '../../testing/people.ts';
import { seedRun } from '../../testing/seed-run.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let ada: TestPerson;
let bea: TestPerson;
let ids: string[];
beforeAll(async () => {
  lab = await openLab();
  const { hostId } = await FakeAgent.join(lab);
  ids = [];
  for (let n = 0; n < 4; n++) ids.push(await seedRun(lab, hostId, { name: `run ${n}`, createdAtUs: 1000 + n }));
  [ada, bea] = [await makePerson(lab, 'viewer'), await makePerson(lab, 'admin')];
});
afterAll(() => lab.close());

const at = (n: number): string => ids[n] ?? '';
const path = (runId: string): string => `/api/v1/runs/${runId}/favourite`;
const list = async (who: TestPerson, query = ''): Promise<RunList> =>
  (await who.call<RunList>('GET', `/api/v1/runs?${query}`)).body;
const names = ({ runs }: RunList): string[] => runs.map(({ name }) => name);

it('is a viewer’s own: nobody else sees it, whatever their role', async () => {
  expect(await ada.call<RunFavourite>('PUT', path(at(1)))).toMatchObject({
    status: 200,
    body: { runId: at(1), favourite: true },
  });
  expect((await ada.call('PUT', path(at(1)))).status).toBe(200);
  expect((await list(ada)).favourites).toEqual([at(1)]);
  expect((await list(bea)).favourites).toEqual([]);
  expect((await bea.call<RunFavourite>('GET', path(at(1)))).body.favourite).toBe(false);
});

it('narrows the list, and the groups, to one’s own or to all others', async () => {
  await bea.call('PUT', path(at(2)));
  expect(names(await list(ada, 'favourite=true'))).toEqual(['run 1']);
  expect(names(await list(bea, 'favourite=true'))).toEqual(['run 2']);
  expect(names(await list(ada, 'favourite=false'))).toEqual(['run 3', 'run 2', 'run 0']);
  expect((await ada.call<RunGroups>('GET', '/api/v1/run-groups?favourite=true')).body.ungrouped).toBe(1);
});

it('counts for an API token as for the person whose it is, and for the preset token not at all', async () => {
  const secret = newSecret('mrps');
  const token = { id: newId(), name: 'nightly', tokenHash: hashSecret(secret), userId: ada.userId };
  await insertApiToken(lab.lab.database.db, { ...token, role: 'viewer', createdAtUs: 1, expiresAtUs: null });
  const headers = { authorization: `Bearer ${secret}` };
  const { body } = await request<RunList>(lab.url, 'GET', '/api/v1/runs?favourite=true', { headers });
  expect(names(body)).toEqual(['run 1']);
  expect((await person(lab)<RunList>('GET', '/runs?favourite=true')).body.total).toBe(0);
  expect(await person(lab)('PUT', `/runs/${at(0)}/favourite`)).toMatchObject({
    status: 409,
    body: { detail: /belongs to no person/ },
  });
});

it('is none of a run that is deleted, and is one again when the run is back', async () => {
  await bea.call('DELETE', `/api/v1/runs/${at(2)}`);
  expect((await list(bea, 'favourite=true')).total).toBe(0);
  expect((await bea.call('PUT', path(at(2)))).status).toBe(404);
  await bea.call('POST', `/api/v1/runs/${at(2)}/undelete`);
  expect(names(await list(bea, 'favourite=true'))).toEqual(['run 2']);
});

it('ends when it is taken out', async () => {
  expect((await ada.call<RunFavourite>('DELETE', path(at(1)))).body.favourite).toBe(false);
  expect((await ada.call('DELETE', path(at(1)))).status).toBe(200);
  expect((await list(ada)).favourites).toEqual([]);
});

it('is bounded: one more than the most is refused, one that is there is not', async () => {
  const { client } = lab.lab.database;
  const spare = await client.run.findFirstOrThrow({ where: { id: at(0) } });
  const more = Array.from({ length: MAX_FAVOURITES }, () => ({
    ...spare,
    id: newId(),
    spec: spare.spec ?? {},
    target: undefined,
    preflight: undefined,
  }));
  await client.run.createMany({ data: more });
  await client.favourite.createMany({ data: more.map(({ id }) => ({ userId: ada.userId, runId: id, addedAtUs: 1 })) });
  expect(await ada.call('PUT', path(at(3)))).toMatchObject({ status: 409, body: { detail: /1000 favourites/ } });
  expect((await ada.call('PUT', path(more[0]?.id ?? ''))).status).toBe(200);
});
