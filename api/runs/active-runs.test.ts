import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ActiveRuns } from '../contract/run-list.ts';
import { json } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
/** Another process on the same database. */
let other: TestLab;
let hostId: string;
let ids: string[];
beforeAll(async () => {
  lab = await openLab({ stillClock: true });
  other = await openLab({ databaseUrl: lab.databaseUrl, stillClock: true });
  ({ hostId } = await FakeAgent.join(lab));
});
afterAll(async () => {
  await other.abandon();
  await lab.close();
});
beforeEach(async () => {
  await lab.lab.database.client.run.deleteMany();
  ids = [];
  for (let n = 0; n < 3; n++)
    ids.push(await seedRun(lab, hostId, { name: `run ${n}`, state: 'queued', createdAtUs: 1000 + n }));
});

const ask = async (since: string | null, of = lab) =>
  (await person(of)<ActiveRuns>('GET', `/active-runs${since === null ? '' : `?since=${since}`}`)).body;
const at = (n: number): string => ids[n] ?? '';
const names = ({ runs }: ActiveRuns) => runs.map(({ name }) => name);
const rename = (n: number, name: string) =>
  lab.lab.database.client.run.update({ where: { id: at(n) }, data: { name } });

it('are all told to who asks first, the oldest first, and afterwards those that changed', async () => {
  const first = await ask(null);
  expect(names(first)).toEqual(['run 0', 'run 1', 'run 2']);
  expect(await ask(first.since)).toMatchObject({ runs: [], progress: first.progress });
  await rename(1, 'renamed');
  const second = await ask(first.since);
  expect(names(second)).toEqual(['renamed']);
  expect(names(await ask(second.since))).toEqual([]);
});

it('are no longer told once they are over, or deleted', async () => {
  const { since } = await ask(null);
  await seedRun(lab, hostId, { state: 'finished' });
  await lab.lab.database.client.run.update({ where: { id: at(0) }, data: { state: 'canceled' } });
  const after = await ask(since);
  expect([after.progress.map(({ runId }) => runId), after.runs]).toEqual([[at(1), at(2)], []]);
});

it('move with the clock without being sent again', async () => {
  const { client } = lab.lab.database;
  const nowUs = lab.lab.nowUs();
  await client.run.update({ where: { id: at(0) }, data: { state: 'measuring', stepIndex: 0, startedAtUs: nowUs } });
  await client.runTransition.create({
    data: { runId: at(0), sequence: 1, state: 'measuring', stepIndex: 0, atUs: nowUs },
  });
  const first = await ask(null);
  lab.skipMs(2000);
  const second = await ask(first.since);
  expect(second.runs).toEqual([]);
  const [before, after] = [first.progress[0], second.progress[0]];
  expect(after?.elapsedUs).toBe((before?.elapsedUs ?? 0) + 2e6);
  expect(after?.remainingUs).toBe((before?.remainingUs ?? 0) - 2e6);
});

it('are told by one process after another, whichever told what before', async () => {
  await ask(null, other);
  await rename(0, 'renamed');
  const first = await ask(null);
  expect(names(await ask(first.since, other))).toEqual([]);
  await rename(1, 'again');
  const second = await ask(first.since, other);
  expect(names(second)).toEqual(['again']);
  expect(names(await ask(second.since))).toEqual([]);
});

it('are told again when a change was taken back that another process has told', async () => {
  await ask(null);
  await rename(0, 'for a moment');
  const told = await ask(null, other);
  expect(names(told)).toContain('for a moment');
  await rename(0, 'run 0');
  expect(names(await ask(told.since))).toEqual(['run 0']);
});

it('are all told to who knows of a later database', async () => {
  const { since } = await ask(null);
  const [startedAtUs, changes] = since.split('-');
  expect(names(await ask(`${startedAtUs}-${BigInt(changes ?? '') + 5n}`))).toEqual(['run 0', 'run 1', 'run 2']);
  // As a version before this one told it.
  expect(names(await ask(changes ?? ''))).toEqual(['run 0', 'run 1', 'run 2']);
});

it('are told to each of many pages that ask at once', async () => {
  const { since } = await ask(null);
  await rename(2, 'once');
  const told = await Promise.all(Array.from({ length: 20 }, () => ask(since)));
  expect(told.map(names)).toEqual(Array.from({ length: 20 }, () => ['once']));
});

/** Writes that a list is told by, of each kind of row that a summary is made of. */
const PARTS: [string, (runId: string) => Promise<unknown>][] = [
  ['a step', (runId) => lab.lab.database.client.step.updateMany({ where: { runId }, data: { status: 'failed' } })],
  ['a host', (runId) => lab.lab.database.client.runHost.updateMany({ where: { runId }, data: { name: 'elsewhere' } })],
  [
    'a transition',
    (runId) => lab.lab.database.client.runTransition.updateMany({ where: { runId }, data: { atUs: 5n } }),
  ],
];

it.each(PARTS)('are told again, alone, after a change of %s', async (_what, write) => {
  const { since } = await ask(null);
  await write(at(1));
  expect((await ask(since)).runs.map(({ id }) => id)).toEqual([at(1)]);
});

it('are read anew only where something of them changed', async () => {
  await ask(null);
  const find = vi.spyOn(lab.lab.database.client.run, 'findMany');
  await rename(2, 'changed');
  expect(names(await ask(null))).toEqual(['run 0', 'run 1', 'changed']);
  const read = find.mock.calls.map(([asked]) => asked?.where?.id);
  find.mockRestore();
  expect(read).toEqual([{ in: [at(2)] }]);
});

it('are two hundred at most, those under way first, with how many more there are', async () => {
  const { client } = lab.lab.database;
  const run = await client.run.findUniqueOrThrow({ where: { id: at(0) } });
  const { spec, target, preflight, ...plain } = run;
  await client.run.createMany({
    data: Array.from({ length: 203 }, (_, n) => ({
      ...plain,
      ...{ id: newId(), spec: json(spec), idempotencyKey: null, createdAtUs: 5000n + BigInt(n), name: `late ${n}` },
    })),
  });
  await client.run.updateMany({ where: { name: 'late 202' }, data: { state: 'measuring' } });
  const told = await ask(null);
  expect([told.runs.length, told.progress.length, told.more]).toEqual([200, 200, { underWay: 0, queued: 6 }]);
  expect(names(told).slice(0, 2)).toEqual(['late 202', 'run 0']);
  expect(names(told)).not.toContain('late 201');
});
