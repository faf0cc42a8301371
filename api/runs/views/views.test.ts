import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS } from '../../contract/limits.ts';
import { LIST_ADDRESS, parameterOf } from '../../contract/list-address.ts';
import type { RunView, RunViews } from '../../contract/run-view.ts';
import type { SearchResult } from '../../contract/search.ts';
import { keysOf } from '../../contract/words.ts';
import { newId } from '../../platform/store/ids.ts';
import { person } from '../../testing/fake-agent.ts';
import { makePerson, type TestPerson } from '../../testing/people.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let ada: TestPerson;
let ben: TestPerson;
let eve: TestPerson;
let root: TestPerson;
beforeAll(async () => {
  lab = await openLab();
  ada = await makePerson(lab, 'operator');
  ben = await makePerson(lab, 'operator');
  eve = await makePerson(lab, 'viewer');
  root = await makePerson(lab, 'admin');
});
afterAll(() => lab.close());

const VIEWS = '/api/v1/run-views';
const save = (who: TestPerson, body: object) => who.call<RunView & { detail: string }>('POST', VIEWS, body);
const change = (who: TestPerson, { id }: RunView, body: object) => who.call<RunView>('PATCH', `${VIEWS}/${id}`, body);
const erase = (who: TestPerson, { id }: RunView) => who.call('DELETE', `${VIEWS}/${id}`);
const views = async (who: TestPerson) => (await who.call<RunViews>('GET', VIEWS)).body.views;
const names = async (who: TestPerson) => (await views(who)).map(({ name }) => name);

describe('a saved view', () => {
  it('is seen by its owner alone, until it is shared', async () => {
    const { status, body: view } = await save(eve, { name: 'nightly', query: 'tag=night&since=7d' });
    expect(status).toBe(201);
    expect(view).toMatchObject({ name: 'nightly', query: 'tag=night&since=7d', shared: false, own: true });
    expect(await names(eve)).toEqual(['nightly']);
    for (const other of [ada, root]) {
      expect(await names(other)).toEqual([]);
      expect((await change(other, view, { name: 'mine now' })).status).toBe(404);
      expect((await erase(other, view)).status).toBe(404);
    }
  });

  it('is shared by operators, changed by its owner, and deleted by its owner or an administrator', async () => {
    expect(await save(eve, { name: 'for all', shared: true })).toMatchObject({ status: 403 });
    const [own] = await views(eve);
    expect((await change(eve, own as RunView, { shared: true })).status).toBe(403);
    const { body: shared } = await save(ada, { name: 'regressions', query: 'against=worse', shared: true });
    expect(await views(eve)).toMatchObject([
      { name: 'nightly' },
      { name: 'regressions', own: false, ownerName: 'A test operator' },
    ]);
    for (const other of [ben, eve, root]) expect((await change(other, shared, { query: '' })).status).toBe(403);
    for (const other of [ben, eve]) expect((await erase(other, shared)).status).toBe(403);
    expect((await change(ada, shared, { query: 'against=better' })).body.query).toBe('against=better');
    expect((await erase(root, shared)).status).toBe(204);
    const { body: again } = await save(ada, { name: 'regressions', shared: true });
    expect((await erase(ada, again)).status).toBe(204);
    expect(await names(eve)).toEqual(['nightly']);
  });

  it('of someone who is operator no more stays as it is: only its owner may delete it', async () => {
    const { body: view } = await save(ben, { name: 'kept', shared: true });
    await root.call('PATCH', `/api/v1/people/${ben.userId}`, { role: 'viewer' });
    expect((await change(ben, view, { name: 'changed' })).status).toBe(403);
    expect((await erase(ben, view)).status).toBe(204);
  });

  it('is called what none of its owner’s is; another person’s may be called the same', async () => {
    expect(await save(eve, { name: ' nightly ' })).toMatchObject({ status: 409, body: { detail: /called ‘nightly’/ } });
    expect((await save(ada, { name: 'nightly' })).status).toBe(201);
    const { body: other } = await save(ada, { name: 'weekly' });
    expect((await change(ada, other, { name: 'nightly' })).status).toBe(409);
  });

  it('is found by its name by those who see it, with where it opens', async () => {
    const found = async (who: TestPerson) =>
      (await who.call<SearchResult>('GET', '/api/v1/search?text=night')).body.found.filter(
        ({ kind }) => kind === 'view',
      );
    const [view] = await views(eve);
    expect(await found(eve)).toMatchObject([
      { name: 'nightly', about: 'your view', path: `/?tag=night&since=7d&saved=${view?.id}` },
    ]);
    expect(await found(root)).toEqual([]);
    await save(ada, { name: 'night shift', shared: true });
    expect(await found(root)).toMatchObject([{ name: 'night shift', about: 'view of A test operator' }]);
  });

  it('belongs to a person: the preset token saves none, and sees those that are shared', async () => {
    const preset = person(lab);
    expect(await preset('POST', '/run-views', { name: 'x' })).toMatchObject({
      status: 409,
      body: { detail: /no person/ },
    });
    expect((await preset<RunViews>('GET', '/run-views')).body.views).toMatchObject([
      { name: 'night shift', own: false },
    ]);
  });
});

describe('what a view keeps', () => {
  const long = 'x'.repeat(201);
  const EVERYTHING =
    'q=a+b&status=finished,failed&tag=a%252Cb,c&host=01890000-0000-7000-8000-000000000000&tool=wrk&wall=client-cpu' +
    '&validity=suspect&imported=false&experiment=01890000-0000-7000-8000-000000000000&group=Fiber+%2Fsimple&against=worse' +
    '&favourite=true&since=2026-01-01&until=2026-02-01&route=%2Fsimple&framework=fiber&pipelining=64&prefork=true&by=Ada&sort=latencyMsP99' +
    '&dir=asc&rounds=single&columns=curve,verdict&as=scatter&latency=open';

  it('is any address of the list: of hosts and experiments that are gone, too', async () => {
    expect([...new URLSearchParams(EVERYTHING).keys()].sort()).toEqual(keysOf(LIST_ADDRESS).map(parameterOf).sort());
    expect(await save(root, { name: 'everything', query: EVERYTHING })).toMatchObject({
      status: 201,
      body: { query: EVERYTHING },
    });
  });

  it.each([
    ['a filter that the list has not', 'colour=red', /colour/],
    ['a search that is too long', `q=${long}`, /q may have at most 200 characters/],
    ['a bottleneck that there is not', 'wall=luck', /wall must be/],
    ['no id', 'host=localhost', /host must be an id/],
    ['more tags than a list takes', `tag=${Array.from({ length: 21 }, (_, n) => n).join()}`, /tag may have at most 20/],
    ['no day', 'until=yesterday', /until/],
    ['no number', 'pipelining=deep', /pipelining/],
    ['a cursor', 'cursor=abc', /cursor/],
  ])('is not %s', async (_, query, why) => {
    const { status, body } = await save(root, { name: 'refused', query });
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: expect.stringMatching(why) });
  });

  it('has a name of one line, neither empty nor long', async () => {
    for (const name of ['', '   ', 'two\nlines', 'x'.repeat(61)]) {
      expect((await save(root, { name })).status).toBe(422);
    }
  });

  it('is bounded in number, of one person and of those that everybody sees', async () => {
    const { client } = lab.lab.database;
    const row = { userId: root.userId, query: '', createdAtUs: 1, changedAtUs: 1 };
    const many = (count: number, prefix: string, shared: boolean) =>
      Array.from({ length: count }, (_, n) => ({ ...row, id: newId(), name: `${prefix} ${n}`, shared }));
    await client.runView.createMany({ data: many(MAX_OWN_VIEWS, 'own', false) });
    expect(await save(root, { name: 'one more' })).toMatchObject({
      status: 409,
      body: { detail: /You have 50 views/ },
    });
    await client.runView.createMany({ data: many(MAX_SHARED_VIEWS, 'shared', true) });
    expect(await save(ada, { name: 'one more', shared: true })).toMatchObject({
      status: 409,
      body: { detail: /200 views are shared/ },
    });
    expect((await save(ada, { name: 'one more' })).status).toBe(201);
  });
});
