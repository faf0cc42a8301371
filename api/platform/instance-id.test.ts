import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { NotMigrated, ownInstanceId } from './store/instance-id.ts';

let lab: TestLab;
beforeEach(async () => (lab = await openLab()));
afterEach(() => lab.close());

it('an instance keeps the id that was asked for first', async () => {
  const { db } = lab.lab.database;
  expect(await ownInstanceId(db)).toBe(await ownInstanceId(db));
});

it('a database without the tables of this version is told so, with what to do', async () => {
  const { db, client } = lab.lab.database;
  await client.$executeRawUnsafe('DROP TABLE "Instance"');
  await expect(ownInstanceId(db)).rejects.toThrow(NotMigrated);
});
