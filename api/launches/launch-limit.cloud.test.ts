import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { amazon } from '../cloud/cloud.ts';
import type { Launch, LaunchLimit, LaunchPreview } from '../contract/launch.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Db } from '../platform/store/db.ts';
import { type LaunchLab, openLaunchLab } from '../testing/cloud/launch-lab.ts';
import { priceOf } from '../testing/cloud/recorded-aws.ts';
import { person } from '../testing/fake-agent.ts';
import { makePerson } from '../testing/people.ts';
import { hardware } from '../testing/sample-launch.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { lockLaunching } from './store/launch-limit.ts';

/** On a busy machine. */
const ARRIVING_MS = 60_000;

/** Prices are recorded, as the emulator has none. */
let aws: LaunchLab;
const call = <T>(...asked: Parameters<ReturnType<typeof person>>) => person(aws.lab)<T>(...asked);
const keep = (mostInstances: number | null, mostMicroUsdPerHour: number | null = null) =>
  call<LaunchLimit>('PUT', '/launch-limit', { mostInstances, mostMicroUsdPerHour });
const ask = (of: TestLab = aws.lab, spec = hardware()) =>
  person(of)<Launch & Problem>('POST', '/launches', { spec, plannedMinutes: 10 });

beforeAll(async () => {
  aws = await openLaunchLab();
  aws.aws.behave({
    before: (asked) =>
      asked.action === 'pricing:GetProducts' ? priceOf(asked, { 'c5.2xlarge': '0.34', 'c5.xlarge': '0.17' }) : null,
  });
});
afterEach(async () => {
  const { launches } = (await call<{ launches: Launch[] }>('POST', '/launches/end-all')).body;
  for (const { id, endedAtUs } of launches) if (endedAtUs === null) await aws.until(id, 'released');
  await keep(null);
});
afterAll(() => aws.close());

it('starts without a limit, and shows what is in use', async () => {
  const { body: before } = await call<LaunchLimit>('GET', '/launch-limit');
  expect(before).toMatchObject({ mostInstances: null, mostMicroUsdPerHour: null, instances: 0, microUsdPerHour: 0 });
  await aws.launch();
  const { body } = await call<LaunchLimit>('GET', '/launch-limit');
  expect([body.instances, body.microUsdPerHour]).toEqual([3, 680_000]);
});

it('a launch over the limit is refused with the figures, in its preview as well; one that fits is made', async () => {
  await aws.launch(hardware({ keepMinutes: 21 }));
  expect((await keep(5)).body).toMatchObject({ mostInstances: 5, changedByName: null, instances: 3 });
  const sentence =
    'The limit of 5 hosts at once has no room for 3 more beside 3 in use; administrators change it in Settings, EC2.';
  const preview = await call<LaunchPreview>('POST', '/launches/preview', { spec: hardware(), plannedMinutes: 10 });
  expect(preview.body.faults).toEqual([{ path: 'spec', code: 'over-limit', message: sentence }]);
  const refused = await ask();
  expect([refused.status, refused.body.detail]).toEqual([422, sentence]);
  await keep(6, 1_350_000);
  expect((await ask()).body.detail).toBe(
    'The limit of $1.35 an hour has no room for $0.68 more beside $0.68 in use; administrators change it in Settings, EC2.',
  );
  await keep(6, 1_360_000);
  expect((await ask()).status).toBe(201);
});

it('two launches at once on two replicas, of which one fits, are one', async () => {
  const other = await openLab({ databaseUrl: aws.lab.databaseUrl, cloud: amazon, publicUrl: 'https://lab.example' });
  try {
    await keep(4);
    const { database } = aws.lab.lab;
    const whileHeld = async (tx: Db) => {
      await lockLaunching(tx);
      const both = [ask(aws.lab), ask(other)];
      await vi.waitFor(
        async () => {
          const [{ waiting } = { waiting: 0 }] = await database.db.$queryRaw<{ waiting: number }[]>`
            SELECT count(*)::int AS "waiting" FROM pg_stat_activity
            WHERE "datname" = current_database() AND "wait_event_type" = 'Lock' AND "wait_event" = 'advisory'`;
          expect(waiting).toBe(2);
        },
        { timeout: ARRIVING_MS, interval: 50 },
      );
      return { both };
    };
    const asked = await database.client.$transaction(whileHeld, { timeout: 2 * ARRIVING_MS });
    const answers = await Promise.all(asked.both);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await call<LaunchLimit>('GET', '/launch-limit')).body.instances).toBe(3);
  } finally {
    await other.abandon();
  }
}, 180_000);

it('is set by administrators alone, within its bounds', async () => {
  expect((await keep(0)).status).toBe(422);
  expect((await keep(null, 9_999)).status).toBe(422);
  const asOperator = await makePerson(aws.lab, 'operator');
  const limit = { mostInstances: 5, mostMicroUsdPerHour: null };
  expect((await asOperator.call('PUT', '/api/v1/launch-limit', limit)).status).toBe(403);
  expect((await call<LaunchLimit>('GET', '/launch-limit')).body.mostInstances).toBeNull();
});
