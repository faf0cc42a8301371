import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../scripts/backup/copy-database.mjs';
import { fillDatabase } from '../../scripts/backup/database-in.mjs';
import { makeSafe } from '../../scripts/backup/make-safe.mjs';
import type { Host } from '../contract/host.ts';
import type { Run } from '../contract/run.ts';
import type { WebhookDeliveryList, WebhookList } from '../contract/webhook.ts';
import { endRestored } from '../end-restored.ts';
import { newId } from '../platform/store/ids.ts';
import { ownInstanceId } from '../platform/store/instance-id.ts';
import { recover, sweep } from '../sweep.ts';
import { closedStep, FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { type Filled, fillLab } from '../testing/fill-lab.ts';
import { caller } from '../testing/people.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { makeDatabase, openLab, type TestLab } from '../testing/test-lab.ts';

let original: TestLab;
let restored: TestLab;
let filled: Filled;
let folder: string;
let experimentId: string;
let manifest: Awaited<ReturnType<typeof copyDatabase>>;

const BACKED_UP =
  /^This instance was restored from a backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC, when the run was not over\.$/;

/** Filled, and backed up while it runs, once for all. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millionrps-restored-'));
  original = await openLab();
  await ownInstanceId(original.lab.database.db);
  filled = await fillLab(original, { files: 2 });
  experimentId = (await new ExperimentPlay(original, filled.idle).make({ start: true })).id;
  manifest = await copyDatabase(original.databaseUrl, path.join(folder, 'backup'), () => {});
}, 120_000);
afterEach(() => restored.close());
afterAll(async () => {
  await original.close();
  await rm(folder, { recursive: true, force: true });
});

/** What `npm run restore` does to the database, and then the start of an API. */
async function restore(beside: { instanceId: string } | null = null): Promise<void> {
  const databaseUrl = await makeDatabase('template0');
  const backup = { folder: path.join(folder, 'backup'), manifest, replace: false, moved: () => {} };
  await fillDatabase(databaseUrl, backup, (client, tables) =>
    makeSafe(client, tables, { takenAtUs: manifest.takenAtUs, beside }),
  );
  restored = await openLab({ databaseUrl, blobs: original.lab.blobs, secret: original.lab.secret });
  await recover(restored.lab);
  await endRestored(restored.lab);
}

const run = async (id: string) => (await person(restored)<Run>('GET', `/runs/${id}`)).body;
describe('a restored instance', () => {
  it('ends what was under way with the reason, once its agent has put the host back', async () => {
    await restore();
    expect(await run(filled.queued)).toMatchObject({
      state: 'failed',
      failure: { code: 'instance-restored', sentence: expect.stringMatching(BACKED_UP) },
    });
    filled.busy.dial(restored);
    await filled.busy.obeyUntil(null, restored, filled.underWay);
    expect(await run(filled.underWay)).toMatchObject({
      state: 'failed',
      failure: { code: 'instance-restored', sentence: expect.stringMatching(BACKED_UP) },
    });
    const { hosts } = (await person(restored)<{ hosts: Host[] }>('GET', '/hosts')).body;
    expect(hosts.find(({ name }) => name === 'lab-2')?.dirtyReason).toBeNull();
  });

  it('stops experiments that ran, whose next run would load a host that nobody asked it to', async () => {
    await restore();
    const play = new ExperimentPlay(restored, filled.idle);
    filled.idle.dial(restored);
    const { runId } = await play.underWay(experimentId);
    await filled.idle.obeyUntil(null, restored, runId);
    const { status, stoppedSentence } = await play.readDone(experimentId);
    expect(status).toBe('done');
    expect(stoppedSentence).toMatch(/^Stopped after .*: this instance was restored from a backup of .* UTC\.$/);
  });

  it('gives the host up of an agent that does not come back, and says that nobody knows how it was left', async () => {
    await restore();
    restored.skipMs(restored.lab.lease.ttlMs + 1_000);
    await sweep(restored.lab);
    expect((await run(filled.underWay)).failure?.code).toBe('instance-restored');
    const { hosts } = (await person(restored)<{ hosts: Host[] }>('GET', '/hosts')).body;
    expect(hosts.find(({ name }) => name === 'lab-2')?.dirtyReason).toBe(
      'The agent on lab-2 stopped answering and its lease ran out; whether the host was restored is unknown.',
    );
  });

  it('ends only what was begun before it was restored, at every start', async () => {
    await restore();
    filled.busy.dial(restored);
    await filled.busy.obeyUntil(null, restored, filled.underWay);
    const spec = specFor(filled.busy.hostId, { steps: [closedStep(10)] });
    const { status, body } = await person(restored)<Run>('POST', '/runs', { name: 'later', spec });
    expect(status).toBe(201);
    await endRestored(restored.lab);
    expect((await run(body.id)).failure).toBeNull();
  });

  it('lets nobody in by what may have been used or ended since', async () => {
    const { call } = filled.someone;
    expect((await call('GET', '/api/v1/session')).status).toBe(200);
    await restore();
    const there = caller(restored, filled.someone.cookie);
    expect((await there('GET', '/api/v1/runs')).status).toBe(401);
    await expect(FakeAgent.enter(restored, filled.joinToken, 'lab-3')).rejects.toThrow();
    const { body } = await person(restored)<{ invites: unknown[] }>('GET', '/invites');
    expect(body.invites).toEqual([]);
  });

  it('sends nothing again that waited, and tells of what it ended', async () => {
    const route = `/webhooks/${filled.webhookId}/deliveries`;
    const told = async (lab: TestLab) => (await person(lab)<WebhookDeliveryList>('GET', route)).body.deliveries;
    const waited = (await told(original)).filter(({ state }) => state === 'pending').map(({ id }) => id);
    expect(waited.length).toBeGreaterThan(0);
    await restore();
    const now = await told(restored);
    for (const id of waited) expect(now.find((one) => one.id === id)?.state).toBe('failed');
    expect(now.filter(({ state }) => state === 'pending')).toHaveLength(1);
  });
});

describe('a copy beside its original', () => {
  it('takes no host, tells no webhook, and has an id of its own', async () => {
    const instanceId = newId();
    await restore({ instanceId });
    expect(await ownInstanceId(restored.lab.database.db)).toBe(instanceId);
    filled.busy.dial(restored);
    expect((await filled.busy.heartbeat()).status).toBe(401);
    filled.busy.dial(original);
    expect((await filled.busy.heartbeat()).status).toBe(200);
    const { webhooks } = (await person(restored)<WebhookList>('GET', '/webhooks')).body;
    expect(webhooks.map(({ disabledSentence }) => disabledSentence)).toEqual([
      'Disabled because this instance is a copy of another one.',
    ]);
  });
});
