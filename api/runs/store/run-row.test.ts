import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedNights } from '../../testing/scale/seed-scale.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { findRun } from './run-row.ts';

let lab: TestLab;
let ids: string[];
beforeAll(async () => {
  lab = await openLab();
  ids = await seedNights(lab.lab, 2, { at: 1, by: 1 }, () => {});
});
afterAll(() => lab.close());

const byPrisma = (id: string) =>
  lab.lab.database.client.run.findFirst({
    where: { id },
    include: {
      hosts: { orderBy: { hostId: 'asc' }, select: { hostId: true, name: true, roles: true, lost: true } },
      steps: {
        orderBy: { index: 'asc' },
        omit: { profiles: true, standing: true, command: true, warmupCommand: true },
        include: { point: { omit: { histogram: true } } },
      },
      transitions: { orderBy: { sequence: 'desc' }, take: 1 },
    },
  });

it('reads a run as Prisma would, with every column and type', async () => {
  const [id = ''] = ids;
  const { client } = lab.lab.database;
  const [, second] = await client.step.findMany({ where: { runId: id }, orderBy: { index: 'asc' } });
  await client.point.delete({ where: { runId_stepIndex: { runId: id, stepIndex: second?.index ?? -1 } } });
  const large = { requests: 2n ** 52n + 1n, bytesPerSecond: 0.1 + 0.2, requestsPerSecond: 1 / 3, unsent: 7n };
  await client.point.update({ where: { runId_stepIndex: { runId: id, stepIndex: 0 } }, data: large });
  await client.run.update({
    where: { id },
    data: { wakeAtUs: 1_795_000_000_000_001n, tags: ['a "quoted" tag', 'ümläut \\ {}'], failure: 'It’s “said”.' },
  });
  const found = await findRun(lab.lab.database.db, id);
  expect(found?.steps.map(({ point }) => point === null).slice(0, 2)).toEqual([false, true]);
  expect(found).toStrictEqual(await byPrisma(id));
});

it('finds no run that was deleted, and none that never was', async () => {
  const [, id = ''] = ids;
  await lab.lab.database.client.run.update({ where: { id }, data: { deletedAtUs: 1n } });
  expect([await findRun(lab.lab.database.db, id), await findRun(lab.lab.database.db, crypto.randomUUID())]).toEqual([
    null,
    null,
  ]);
});
