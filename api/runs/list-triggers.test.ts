import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, json } from '../platform/store/db.ts';
import { FakeAgent } from '../testing/fake-agent.ts';
import { makePerson, type TestPerson } from '../testing/people.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { listRevision } from './store/list-revision.ts';

let lab: TestLab;
let ben: TestPerson;
const client = () => lab.lab.database.client;

/** Each table that a list reads has a row of an ended run and one of an active one, or one that is of both lists. */
beforeAll(async () => {
  lab = await openLab({ stillClock: true });
  const { hostId } = await FakeAgent.join(lab);
  ben = await makePerson(lab, 'operator');
  const [ended, active] = [
    await seedRun(lab, hostId, { state: 'finished' }),
    await seedRun(lab, hostId, { state: 'queued' }),
  ] as const;
  const { id: experimentId } = await new ExperimentPlay(lab, await FakeAgent.join(lab, 'lab-2')).make();
  const point = {
    ...{ startedAtUs: 1n, endedAtUs: 2n, requests: 1n, durationUs: 1n, requestsPerSecond: 1, bytesPerSecond: 1 },
    ...{ latencyLoop: 'closed', latencyResolutionUs: 1, sampleGapSeconds: 0 },
    ...{ errorsConnection: 0n, errorsTimeout: 0n, errorsReset: 0n, errorsNon2xx: 0n, errorsMismatch: 0n },
  };
  for (const runId of [ended, active]) await client().point.create({ data: { ...point, runId, stepIndex: 0 } });
  const imported = { source: json({}), document: json({}), summary: json({}), originSha256: 'x' };
  await client().importedRun.create({ data: { ...imported, runId: ended } });
  await client().baseline.create({ data: { groupName: 'g', runId: ended, pinnedAtUs: 1n } });
  await client().favourite.create({ data: { userId: ben.userId, runId: ended, addedAtUs: 1n } });
  const place = { round: 0, position: 0, configuration: 0, attempt: 0 };
  await client().experimentRun.create({ data: { ...place, runId: ended, experimentId } });
});
afterAll(() => lab.close());

const revisions = async (db: Db) =>
  [(await listRevision(db, 'ended')).changes, (await listRevision(db, 'active')).changes] as const;
async function grown(db: Db, work: () => Promise<unknown>): Promise<number[]> {
  const [ended, active] = await revisions(db);
  await work();
  const after = await revisions(db);
  return [Number(after[0] - ended), Number(after[1] - active)];
}

const UNDONE = new Error('undone');
/** In a transaction that is taken back, and where neither triggers fire nor foreign keys count. */
const untriggered = (work: (tx: Db) => Promise<unknown>) =>
  expect(
    lab.lab.database.transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await work(tx);
      throw UNDONE;
    }),
  ).rejects.toBe(UNDONE);

type Write = 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';
const WRITES: Write[] = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'];
const LISTED = [
  ...['Run', 'Step', 'Point', 'RunHost', 'RunTransition', 'ImportedRun', 'Baseline', 'Favourite'],
  ...['Experiment', 'ExperimentConfiguration', 'ExperimentRun', 'Host'],
];
/** A host that no experiment names yet is on no line. */
const CASES = LISTED.flatMap((table) => WRITES.map((write) => ({ table, write }))).filter(
  ({ table, write }) => !(table === 'Host' && write === 'INSERT'),
);

/** By what a row is changed: elsewhere its run. */
const CHANGES: Record<string, string> = {
  ...{ Run: '"notes" = \'x\'', Host: '"name" = "name" || \'2\'', Experiment: '"question" = \'x\'' },
  ExperimentConfiguration: '"name" = "name" || \'2\'',
};
const sqlOf = (table: string, write: Write): string => {
  if (write === 'INSERT') return `INSERT INTO "${table}" SELECT * FROM "kept"`;
  if (write === 'UPDATE') return `UPDATE "${table}" SET ${CHANGES[table] ?? '"runId" = "runId"'}`;
  return write === 'DELETE' ? `DELETE FROM "${table}"` : `TRUNCATE "${table}" CASCADE`;
};

interface Trigger {
  name: string;
  table: string;
  write: Write;
}

const triggers = () =>
  client().$queryRaw<Trigger[]>`
    SELECT t.tgname AS "name", c.relname AS "table", w."write"
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid,
      (VALUES ('INSERT', 4), ('DELETE', 8), ('UPDATE', 16), ('TRUNCATE', 32)) AS w("write", bit)
    WHERE NOT t.tgisinternal AND p.proname LIKE 'count\\_change%' AND t.tgtype & w.bit <> 0`;

const keyOf = ({ table, write }: { table: string; write: Write }) => `${write} ${table}`;

it('there is one trigger for each kind of write to each table that a list reads', async () => {
  expect((await triggers()).map(keyOf).sort()).toEqual(CASES.map(keyOf).sort());
});

it.each(CASES)('$write $table raises both revisions, by its own trigger alone', async ({ table, write }) => {
  const own = (await triggers()).find((one) => keyOf(one) === keyOf({ table, write }));
  await untriggered(async (tx) => {
    await tx.$executeRawUnsafe(`CREATE TEMP TABLE "kept" ON COMMIT DROP AS SELECT * FROM "${table}"`);
    if (write === 'INSERT') await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
    await tx.$executeRawUnsafe(`ALTER TABLE "${table}" ENABLE ALWAYS TRIGGER "${own?.name}"`);
    expect(await grown(tx, () => tx.$executeRawUnsafe(sqlOf(table, write)))).toEqual([1, 1]);
  });
});

it('what goes with a person raises them as well', async () => {
  expect(await grown(client(), () => client().user.delete({ where: { id: ben.userId } }))).toEqual([1, 1]);
});

it('what is written again after a savepoint that was taken back is counted', async () => {
  const { db } = lab.lab.database;
  const rename = (tx: Db) => tx.run.updateMany({ where: { state: 'queued' }, data: { name: 'again' } });
  const written = await grown(db, () =>
    lab.lab.database.transaction(async (tx) => {
      await tx.$executeRaw`SAVEPOINT "before"`;
      await rename(tx);
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT "before"`;
      await rename(tx);
    }),
  );
  expect(written).toEqual([0, 1]);
});
