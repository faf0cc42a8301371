import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnnotationRights, RunAnnotation } from '../contract/annotation.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type { OpenedShare, Share, ShareDocument } from '../contract/share.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { importFiles } from '../testing/import-files.ts';
import { makePerson, type TestPerson } from '../testing/people.ts';
import { seedRun } from '../testing/seed-run.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

const S = 1e6;
const AT = 1_760_000_000 * S;

let lab: TestLab;
let agent: FakeAgent;
let [viewer, author, other, admin] = [] as unknown as [TestPerson, TestPerson, TestPerson, TestPerson];
let id: string;

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
  viewer = await makePerson(lab, 'viewer');
  author = await makePerson(lab, 'operator');
  other = await makePerson(lab, 'operator');
  admin = await makePerson(lab, 'admin');
});
afterAll(() => lab.close());
beforeEach(async () => {
  id = await seedRun(lab, agent.hostId);
});

const said = (over: object = {}) => ({
  hostId: agent.hostId,
  fromUs: AT,
  toUs: null,
  text: 'cron started here',
  ...over,
});
const path = (annotationId?: string) =>
  `/api/v1/runs/${id}/annotations${annotationId === undefined ? '' : `/${annotationId}`}`;
const add = async (by: TestPerson, over: object = {}): Promise<RunAnnotation[]> => {
  const reply = await by.call<Run>('POST', path(), said(over));
  expect(reply.status).toBe(201);
  return reply.body.annotations ?? [];
};
const textsOf = async (): Promise<string[]> =>
  ((await viewer.call<Run>('GET', `/api/v1/runs/${id}`)).body.annotations ?? []).map(({ text }) => text);
const only = (list: RunAnnotation[]): RunAnnotation => {
  const [first] = list;
  if (!first) throw new Error('an annotation was added');
  return first;
};

describe('annotations', () => {
  it('stand in the order of their time, with who wrote them', async () => {
    await add(author, { fromUs: AT + 9 * S, toUs: AT + 12 * S, text: '  the  second ' });
    const both = await add(other);
    expect(both).toMatchObject([
      { fromUs: AT, toUs: null, text: 'cron started here', createdByName: other.name, changedAtUs: null },
      { fromUs: AT + 9 * S, toUs: AT + 12 * S, text: 'the  second', createdByName: author.name },
    ]);
    expect(JSON.stringify(both)).not.toContain(author.userId);
  });

  it('are changed and removed by their author and by administrators alone', async () => {
    const { id: own } = only(await add(author));
    for (const stranger of [viewer, other]) {
      expect((await stranger.call('PUT', path(own), said({ text: 'mine now' }))).status).toBe(403);
      expect((await stranger.call('DELETE', path(own))).status).toBe(403);
    }
    expect(await textsOf()).toEqual(['cron started here']);
    const { body: edited } = await author.call<Run>('PUT', path(own), said({ text: 'edited', fromUs: AT + S }));
    expect(edited.annotations).toMatchObject([{ id: own, text: 'edited', fromUs: AT + S, createdByName: author.name }]);
    expect(edited.annotations?.[0]?.changedAtUs).not.toBeNull();
    expect((await admin.call<Run>('PUT', path(own), said({ text: 'by the admin' }))).status).toBe(200);
    expect((await author.call<Run>('DELETE', path(own))).body.annotations).toBeUndefined();
    expect((await author.call<Problem>('DELETE', path(own))).body.code).toBe('not-found');
  });

  it('say to each caller which they may change', async () => {
    await add(author);
    await add(other, { fromUs: AT + S });
    const rights = async (by: TestPerson): Promise<number> =>
      (await by.call<AnnotationRights>('GET', `/api/v1/runs/${id}/annotation-rights`)).body.mayChange.length;
    expect([await rights(viewer), await rights(author), await rights(admin)]).toEqual([0, 1, 2]);
  });

  it('are only read by viewers', async () => {
    expect((await viewer.call('POST', path(), said())).status).toBe(403);
    expect(await textsOf()).toEqual([]);
  });

  it.each([
    [{ text: '   ' }, /text needs at least 1/],
    [{ text: 'x'.repeat(201) }, /text may have at most 200/],
    [{ text: 'two\nlines' }, /text must be one line/],
    [{ fromUs: -1 }, /fromUs/],
    [{ fromUs: 1.5 }, /fromUs/],
    [{ toUs: AT }, /toUs must be later than fromUs/],
    [{ colour: 'red' }, /not known: colour/],
    [{ hostId: '01890000-0000-7000-8000-000000000000' }, /took no part in this run/],
  ])('refuse %j and say why', async (over, sentence) => {
    const reply = await author.call<Problem>('POST', path(), said(over));
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toMatch(sentence);
    expect(await textsOf()).toEqual([]);
  });

  it('are 50 a run at most, however many come at once', async () => {
    const replies = [];
    for (let batch = 0; batch < 6; batch++) {
      const ten = Array.from({ length: 10 }, (_, n) => author.call<Problem>('POST', path(), said({ fromUs: AT + n })));
      replies.push(...(await Promise.all(ten)));
    }
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = replies.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('at most 50 annotations') } });
    expect(await textsOf()).toHaveLength(50);
  });

  it('of a run that is not there are refused', async () => {
    id = '01890000-0000-7000-8000-000000000000';
    expect((await author.call('POST', path(), said())).status).toBe(404);
  });
});

describe('a run with annotations', () => {
  let annotated: string;
  beforeAll(async () => {
    const { body } = await person(lab)<Run>('POST', '/runs', { name: 'annotated', spec: specFor(agent.hostId) });
    id = annotated = body.id;
    await add(author);
    await agent.obeyUntil(null, lab, id);
    await add(author, { fromUs: AT + 3 * S, toUs: AT + 5 * S, text: 'a stretch' });
  });
  beforeEach(() => {
    id = annotated;
  });

  const exported = async (from: TestLab): Promise<string> => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    return (await fetch(`${from.url}/api/v1/runs/${id}/export?format=json`, { headers })).text();
  };

  it('is exported with them, imported elsewhere, and exported there byte for byte', async () => {
    const text = await exported(lab);
    const document = JSON.parse(text) as Extract<ShareDocument, { type: 'run' }>;
    expect(document.run.annotations?.map((one) => one.text)).toEqual(['cron started here', 'a stretch']);
    const there = await openLab();
    try {
      expect((await importFiles(there, { 'run.json': text })).status).toBe(200);
      expect(await exported(there)).toBe(text);
      // Nobody there wrote them: administrators change them.
      const [first] = document.run.annotations ?? [];
      const { body } = await person(there)<Run>('DELETE', `/runs/${id}/annotations/${first?.id}`);
      expect(body.annotations?.map((one) => one.text)).toEqual(['a stretch']);
      expect(JSON.parse(await exported(there)).run.annotations).toHaveLength(1);
    } finally {
      await there.close();
    }
  });

  it('is imported with as many and as long as may be written here, and without what says no time', async () => {
    const document = JSON.parse(await exported(lab)) as Extract<ShareDocument, { type: 'run' }>;
    const [first] = document.run.annotations ?? [];
    if (!first) throw new Error('it was annotated');
    const nth = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    document.run.annotations = [
      { ...first, text: 'x'.repeat(500) },
      { ...first, text: 'the same id' },
      { ...first, id: nth(900), toUs: first.fromUs },
      { ...first, id: nth(901), text: ' ' },
      { ...first, id: nth(902), hostId: nth(1) },
      ...Array.from({ length: 80 }, (_, n) => ({ ...first, id: nth(n), fromUs: first.fromUs + n + 1 })),
    ];
    const there = await openLab();
    try {
      expect((await importFiles(there, { 'run.json': JSON.stringify(document) })).status).toBe(200);
      const { body } = await person(there)<Run>('GET', `/runs/${id}`);
      expect(body.annotations).toHaveLength(50);
      expect(body.annotations?.[0]?.text).toBe('x'.repeat(200));
    } finally {
      await there.close();
    }
  });

  it('is shared with those that it had then', async () => {
    const { body: share } = await person(lab)<Share>('POST', '/shares', { runIds: [id] });
    await add(author, { fromUs: AT + 9 * S, text: 'written later' });
    const token = share.url.split('/').at(-1);
    const opened = (await (await fetch(`${lab.url}/api/v1/shared/${token}`)).json()) as OpenedShare;
    const { document } = opened;
    expect(document.type === 'run' && document.run.annotations?.map(({ text }) => text)).toEqual([
      'cron started here',
      'a stretch',
    ]);
  });
});
