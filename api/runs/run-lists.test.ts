import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runState } from '../contract/run.ts';
import type { RunList } from '../contract/run-list.ts';
import { insertApiToken } from '../people/store/api-tokens.ts';
import { hashSecret, newId, newSecret } from '../platform/store/ids.ts';
import { isTerminal } from '../rules/run/run-machine.ts';
import { FakeAgent } from '../testing/fake-agent.ts';
import { makePerson, type TestPerson } from '../testing/people.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { endedRevision, gatherRevisions, listRevision } from './store/list-revision.ts';

let lab: TestLab;
/** Another process on the same database. */
let other: TestLab;
let agent: FakeAgent;
let ada: TestPerson;
/** Hers, which every process knows. */
const token = newSecret('mrps');
beforeAll(async () => {
  lab = await openLab({ stillClock: true });
  other = await openLab({ databaseUrl: lab.databaseUrl, stillClock: true });
  agent = await FakeAgent.join(lab);
  ada = await makePerson(lab, 'admin');
  await insertApiToken(lab.lab.database.db, {
    ...{ id: newId(), name: 'hers', tokenHash: hashSecret(token), userId: ada.userId, role: 'admin' },
    ...{ createdAtUs: lab.lab.nowUs(), expiresAtUs: null },
  });
});
afterAll(async () => {
  await other.abandon();
  await lab.close();
});

const LIST = '/api/v1/runs?view=ended&fold=experiments';
const seed = (name: string) => seedRun(lab, agent.hostId, { name, requestsPerSecond: 10, durationUs: 1000 });
const client = () => lab.lab.database.client;

interface Told {
  status: number;
  tag: string;
  body: RunList;
}

async function ask(of: TestLab, tag: string | null, path = LIST): Promise<Told> {
  const response = await fetch(of.url + path, {
    headers: { authorization: `Bearer ${token}`, ...(tag !== null && { 'if-none-match': tag }) },
  });
  const told = { status: response.status, tag: response.headers.get('etag') ?? '' };
  return { ...told, body: response.status === 304 ? (null as never) : ((await response.json()) as RunList) };
}
const line = ({ body }: Told, runId: string) => body.runs.find(({ id }) => id === runId);

it('is sent only to those who have another', async () => {
  await seed('once');
  for (const path of [LIST, '/api/v1/run-groups?view=ended', '/api/v1/run-points?view=ended']) {
    const first = await ask(lab, null, path);
    expect([path, first.status, first.tag]).toEqual([path, 200, expect.stringMatching(/^(W\/)?"/)]);
    expect([path, (await ask(lab, first.tag, path)).status]).toEqual([path, 304]);
    expect([path, (await ask(other, first.tag, path)).status]).toEqual([path, 304]);
  }
});

it('is derived each time with runs that go on, as their progress moves', async () => {
  expect((await ask(lab, null, '/api/v1/runs')).tag).toBe('');
});

/** What a list shows, each with what writes it and how that is seen. */
const WRITERS: [string, (runId: string) => Promise<unknown>, (list: Told, runId: string) => unknown, unknown][] = [
  [
    'a name',
    (id) => ada.call('PATCH', `/api/v1/runs/${id}`, { name: 'renamed' }),
    (list, id) => line(list, id)?.name,
    'renamed',
  ],
  [
    'a favourite',
    (id) => ada.call('PUT', `/api/v1/runs/${id}/favourite`),
    ({ body }, id) => body.favourites.includes(id),
    true,
  ],
  [
    'a run that is no favourite any more',
    (id) => ada.call('DELETE', `/api/v1/runs/${id}/favourite`),
    ({ body }, id) => body.favourites.includes(id),
    false,
  ],
  [
    'a verdict',
    (id) =>
      client().run.update({
        where: { id },
        data: { validity: 'valid', wallConfidence: 'high', verdictSentence: 'The server was the limit.', walls: [] },
      }),
    (list, id) => line(list, id)?.verdict?.sentence,
    'The server was the limit.',
  ],
  [
    'a baseline',
    (runId) => client().baseline.create({ data: { groupName: 'g', runId, pinnedAtUs: 1n } }),
    ({ body }, id) => body.standings.find(({ runId }) => runId === id)?.pinned,
    true,
  ],
  [
    'a baseline that is gone',
    (runId) => client().baseline.deleteMany({ where: { runId } }),
    ({ body }, id) => body.standings.some(({ runId }) => runId === id),
    false,
  ],
  [
    'a step',
    (runId) => client().step.updateMany({ where: { runId }, data: { status: 'failed' } }),
    (list, id) => line(list, id)?.stepsFailed,
    2,
  ],
  [
    'a host of the run',
    (runId) => client().runHost.updateMany({ where: { runId }, data: { name: 'elsewhere' } }),
    (list, id) => line(list, id)?.hostNames,
    ['elsewhere'],
  ],
  ['a deletion', (id) => ada.call('DELETE', `/api/v1/runs/${id}`), line, undefined],
  [
    'a run that is back',
    (id) => ada.call('POST', `/api/v1/runs/${id}/undelete`),
    (list, id) => line(list, id)?.name,
    'renamed',
  ],
];

describe('of what was written by one process, the next answer of each tells', () => {
  let runId: string;
  beforeAll(async () => {
    runId = await seed('to be changed');
  });

  it.each(WRITERS)('%s', async (_what, write, shown, expected) => {
    const before = [await ask(lab, null), await ask(other, null)];
    await write(runId);
    for (const [at, process] of [lab, other].entries()) {
      const after = await ask(process, before[at]?.tag ?? '');
      expect(after.status).toBe(200);
      expect(shown(after, runId)).toEqual(expected);
    }
  });

  it('an experiment that folds runs, and the name of its host', async () => {
    const { id } = await new ExperimentPlay(lab, agent).make({ question: 'Is it?' });
    const place = { round: 0, position: 0, configuration: 0, attempt: 0 };
    const before = await ask(lab, null);
    await client().experimentRun.create({ data: { ...place, runId, experimentId: id } });
    const folded = await ask(lab, before.tag);
    expect(folded.body.folds.map(({ experiment }) => experiment.question)).toEqual(['Is it?']);
    await client().host.update({ where: { id: agent.hostId }, data: { name: 'moved' } });
    const renamed = await ask(lab, folded.tag);
    expect(renamed.body.folds[0]?.experiment.hostNames).toEqual(['moved']);
    await client().experiment.update({ where: { id }, data: { status: 'done', headline: 'It is.' } });
    expect((await ask(lab, renamed.tag)).body.folds[0]?.experiment.headline).toBe('It is.');
  });

  it('nothing of what is not committed, and all of it once it is', async () => {
    const before = await ask(lab, null);
    await lab.lab.database.transaction(async (tx) => {
      await tx.run.update({ where: { id: runId }, data: { name: 'under way' } });
      expect((await ask(lab, before.tag)).status).toBe(304);
      // Another one that is faster.
      await client().run.updateMany({ where: { id: { not: runId } }, data: { tags: ['fast'] } });
      const faster = await ask(lab, before.tag);
      expect([faster.status, line(faster, runId)?.name]).toEqual([200, 'renamed']);
    });
    expect(line(await ask(lab, null), runId)?.name).toBe('under way');
  });
});

it('is at most two seconds old where an experiment is running, whose line moves with the clock', async () => {
  const { id } = await new ExperimentPlay(lab, agent).make({ question: 'How long?' });
  await client().experiment.update({ where: { id }, data: { status: 'running' } });
  const runId = await seed('of a running one');
  const place = { round: 0, position: 0, configuration: 0, attempt: 0 };
  await client().experimentRun.create({ data: { ...place, runId, experimentId: id } });
  const waits = ({ body }: Told) =>
    body.folds.find(({ experiment }) => experiment.question === 'How long?')?.experiment.waitingSentence;
  expect(waits(await ask(lab, null))).toMatch(/again in a moment/);
  // Its only host has not been heard of since.
  lab.skipMs(3_600_000);
  expect(waits(await ask(lab, null))).toMatch(/offline/);
});

describe('the revision of a list', () => {
  const both = async () => [
    (await listRevision(lab.lab.database.db, 'ended')).changes,
    (await listRevision(lab.lab.database.db, 'active')).changes,
  ];
  const grown = async (work: () => Promise<unknown>) => {
    const before = await both();
    await work();
    return (await both()).map((revision, at) => Number(revision - (before[at] ?? 0n)));
  };

  it.each(runState.options)('counts a change of a run that is %s for the list that has it', async (state) => {
    const id = await seedRun(lab, agent.hostId, { state });
    const counts = isTerminal(state) ? [1, 0] : [0, 1];
    expect(await grown(() => client().run.update({ where: { id }, data: { notes: 'x' } }))).toEqual(counts);
    expect(await grown(() => client().step.updateMany({ where: { runId: id }, data: { status: 'failed' } }))).toEqual(
      counts,
    );
    expect(await grown(() => client().run.update({ where: { id }, data: { state: 'canceled' } }))).toEqual(
      isTerminal(state) ? [1, 0] : [1, 1],
    );
  });

  it('counts a transaction once, and none that was rolled back', async () => {
    const id = await seed('counted');
    const write = async (fails: boolean) =>
      lab.lab.database
        .transaction(async (tx) => {
          for (const name of ['a', 'b', 'c']) await tx.run.update({ where: { id }, data: { name } });
          if (fails) throw new Error('no');
        })
        .catch(() => {});
    expect(await grown(() => write(false))).toEqual([1, 0]);
    expect(await grown(() => write(true))).toEqual([0, 0]);
  });

  it('stays the same when what ended connections counted is added up', async () => {
    const gone = { list: 'ended', backend: 2_000_000_000, changes: 7n, transaction: 1n };
    await client().listRevision.create({ data: gone });
    const before = await both();
    await gatherRevisions(lab.lab.database.db);
    expect(await both()).toEqual(before);
    expect(await client().listRevision.count({ where: { backend: gone.backend } })).toBe(0);
    expect((await endedRevision(lab.lab.database.db)).changes).toBe(before[0]);
  });
});
