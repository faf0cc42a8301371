import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;
let id: string;

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterAll(() => lab.close());
beforeEach(async () => {
  id = await seedRun(lab, agent.hostId, { name: 'as it was', tags: ['old'], notes: 'before' });
});

const label = <T = Run>(body: unknown, runId = id) => person(lab)<T>('PATCH', `/runs/${runId}`, body);

describe('labels', () => {
  it('change one by one and leave the others', async () => {
    expect((await label({ name: '  renamed  ' })).body).toMatchObject({
      name: 'renamed',
      tags: ['old'],
      notes: 'before',
    });
    expect((await label({ notes: '' })).body).toMatchObject({ name: 'renamed', notes: '' });
    expect((await label({ tags: [' b ', 'A', 'c'] })).body.tags).toEqual(['A', 'b', 'c']);
    expect((await label({ tags: [] })).body.tags).toEqual([]);
  });

  it('are added and removed by many at once without a loss', async () => {
    const added = Array.from({ length: 10 }, (_, n) => `tag ${n}`);
    const replies = await Promise.all(added.map((tag) => label({ addTags: [tag] })));
    expect(replies.map((reply) => reply.status)).toEqual(added.map(() => 200));
    expect((await label({ removeTags: ['OLD'] })).body.tags).toEqual(added);
  });

  it.each([
    [{}, /needs a name, tags or notes/],
    [{ colour: 'red' }, /not known: colour/],
    [{ name: ' ' }, /name needs at least 1 character/],
    [{ name: 'x'.repeat(121) }, /name may have at most 120/],
    [{ notes: 'x'.repeat(10_001) }, /notes may have at most 10000/],
    [{ notes: 'a\0b' }, /cannot be stored/],
    [{ tags: ['a', 'A'] }, /The tag 'A' is there twice/],
    [{ tags: ['  '] }, /tags.0 needs at least 1/],
    [{ tags: ['x'.repeat(41)] }, /tags.0 may have at most 40/],
    [{ tags: ['a\nb'] }, /tags.0 must be one line/],
    [{ tags: Array.from({ length: 21 }, (_, n) => `${n}`) }, /tags may have at most 20/],
    [{ tags: ['a'], addTags: ['b'] }, /cannot be sent together/],
    [{ addTags: Array.from({ length: 20 }, (_, n) => `${n}`) }, /would have 21 tags; a run may have at most 20/],
  ])('refuse %j and say why, and keep what was', async (body, sentence) => {
    const reply = await label<Problem>(body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toMatch(sentence);
    const { body: run } = await person(lab)<Run>('GET', `/runs/${id}`);
    expect(run).toMatchObject({ name: 'as it was', tags: ['old'], notes: 'before' });
  });

  it('change while the run is under way, and outlive its end', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'running', spec: specFor(agent.hostId) });
    await agent.obeyUntil('drive-load', lab, run.id).then((command) => command && agent.obey(command));
    expect((await label({ name: 'still running', tags: ['live'], notes: 'warm day' }, run.id)).status).toBe(200);
    await agent.obeyUntil(null, lab, run.id);
    const { body: ended } = await person(lab)<Run>('GET', `/runs/${run.id}`);
    expect(ended).toMatchObject({ state: 'finished', name: 'still running', tags: ['live'], notes: 'warm day' });
  });

  it('of a run that is not there are refused', async () => {
    expect((await label({ name: 'x' }, '01890000-0000-7000-8000-000000000000')).status).toBe(404);
  });
});
