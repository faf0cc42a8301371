import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { type Database, type Db, openDatabase } from './db.ts';
import { holdBack, notify, notifyAll, Teller, type Told } from './notify.ts';

let lab: TestLab;
/** As another process has it open. */
let other: Database;
beforeAll(async () => {
  lab = await openLab();
  other = openDatabase(lab.databaseUrl);
});
afterAll(async () => {
  await other.close();
  await lab.close();
});

/** Counts how often a payload is heard of. */
function hear(payload: string): { times: number } {
  const heard = { times: 0 };
  lab.lab.notifications.on('runs', payload, () => heard.times++);
  return heard;
}
const within = <T>(work: (tx: Db) => Promise<T>) => lab.lab.database.transaction(work);

it('sends a notification once, after the commit, however often a transaction makes it', async () => {
  const id = randomUUID();
  const heard = hear(id);
  const before = await within(async (tx) => {
    for (let time = 0; time < 3; time++) notify(tx, 'runs', id);
    await sleep(50);
    return heard.times;
  });
  await expect.poll(() => heard.times).toBe(1);
  await sleep(50);
  expect([before, heard.times]).toEqual([0, 1]);
});

it('wakes its own process with the commit, though the database delivers nothing yet, and other processes by the database', async () => {
  const id = randomUUID();
  const heard = hear(id);
  const held = await within(async (tx) => {
    notify(tx, 'runs', id);
    return heard.times;
  });
  expect([held, heard.times]).toEqual([0, 1]);
  // Its own comes back from the database, and is not heard again.
  await other.transaction(async (tx) => notify(tx, 'runs', id));
  await expect.poll(() => heard.times).toBe(2);
  await sleep(50);
  expect(heard.times).toBe(2);
});

it('sends none of a transaction that was rolled back', async () => {
  const id = randomUUID();
  const heard = hear(id);
  const failing = within(async (tx) => {
    notify(tx, 'runs', id);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  await sleep(100);
  expect(heard.times).toBe(0);
});

it('sends at once outside of a transaction', async () => {
  const ids = [randomUUID(), randomUUID()];
  const heard = ids.map(hear);
  notifyAll(lab.lab.database.db, 'runs', ids);
  await expect.poll(() => heard.map(({ times }) => times)).toEqual([1, 1]);
});

it('sends those of many transactions at once, each to its own listener', async () => {
  const ids = Array.from({ length: 60 }, () => randomUUID());
  const heard = ids.map(hear);
  await Promise.all(ids.map((id) => within(async (tx) => notify(tx, 'runs', id))));
  await expect.poll(() => heard.map(({ times }) => times)).toEqual(ids.map(() => 1));
});

it('sends nothing within a transaction, and those of many in fewer statements', async () => {
  const ids = Array.from({ length: 40 }, () => randomUUID());
  const heard = ids.map(hear);
  const { db } = other;
  let statements = 0;
  const counted = {
    $executeRaw: (...query: Parameters<Db['$executeRaw']>) => {
      statements += 1;
      return db.$executeRaw(...query);
    },
  } as Db;
  const teller = new Teller(counted);
  const each = ids.map(async (id) => {
    // Any statement on it would fail.
    const tx = {} as Db;
    const told: Told = new Map();
    holdBack(tx, told);
    notify(tx, 'runs', id);
    teller.tell(told);
  });
  await Promise.all(each);
  await expect.poll(() => heard.map(({ times }) => times)).toEqual(ids.map(() => 1));
  expect(statements).toBeLessThan(ids.length / 2);
});

it('tries again when the database refuses, and lets nobody wait for that', async () => {
  const id = randomUUID();
  const heard = hear(id);
  const { db } = other;
  let failures = 2;
  const away = {
    $executeRaw: (...query: Parameters<Db['$executeRaw']>) =>
      failures-- > 0 ? Promise.reject(new Error('ECONNREFUSED')) : db.$executeRaw(...query),
  } as Db;
  const faults: unknown[] = [];
  const teller = new Teller(away, (fault) => faults.push(fault));
  teller.tell(new Map([['runs', new Set([id])]]));
  await teller.done();
  expect([heard.times, failures]).toEqual([0, 1]);
  await expect.poll(() => heard.times).toBe(1);
  await expect.poll(() => faults).toEqual([new Error('ECONNREFUSED'), null]);
});

it('refuses a database without a teller', () => {
  expect(() => notify({} as Db, 'runs', randomUUID())).toThrow('no teller');
});
