import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/store/ids.ts';
import { removeOld } from '../runs/retention.ts';
import { makePerson } from '../testing/people.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const DAY_MS = 86_400_000;

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab({ limitAttempts: true });
});
afterAll(() => lab.close());

const left = async () => {
  const { db } = lab.lab.database;
  return {
    sessions: await db.session.count(),
    links: await db.verification.count(),
    attempts: (await db.rateLimit.findMany({ select: { key: true } })).map(({ key }) => key),
  };
};

it('removes sessions, sign-in links and counted attempts once they are over, and none before', async () => {
  const { db } = lab.lab.database;
  await makePerson(lab, 'viewer');
  await lab.signIn.createLink();
  await db.rateLimit.deleteMany();
  for (const [key, ageMs] of [
    ['192.0.2.1|/sign-in/email', 60_000],
    ['192.0.2.2|/sign-in/email', 2 * DAY_MS],
  ] as const)
    await db.rateLimit.create({
      data: { id: newId(), key, count: 10, lastRequest: Math.round(lab.lab.nowUs() / 1000) - ageMs },
    });
  await removeOld(lab.lab);
  expect(await left()).toEqual({ sessions: 1, links: 1, attempts: ['192.0.2.1|/sign-in/email'] });

  lab.skipMs(25 * 3_600_000);
  await removeOld(lab.lab);
  expect(await left()).toEqual({ sessions: 1, links: 0, attempts: [] });

  lab.skipMs(30 * DAY_MS);
  await removeOld(lab.lab);
  expect(await left()).toEqual({ sessions: 0, links: 0, attempts: [] });
});
