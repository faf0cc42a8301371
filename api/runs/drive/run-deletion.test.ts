import { createHash, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/primitives.ts';
import type { Run } from '../../contract/run.ts';
import type { DeletedRunList, RunDeletion, RunList } from '../../contract/run-list.ts';
import { newId } from '../../platform/store/ids.ts';
import { sweep } from '../../sweep.ts';
import { FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { seedRun } from '../../testing/seed-run.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { addArtifacts } from '../store/artifacts.ts';

const DAY_MS = 86_400_000;
let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const seed = () => seedRun(lab, agent.hostId, { name: 'old' });
const remove = <T = RunDeletion>(id: string) => person(lab)<T>('DELETE', `/runs/${id}`);
const undelete = <T = Run>(id: string) => person(lab)<T>('POST', `/runs/${id}/undelete`);
const read = (id: string) => person(lab)<Problem>('GET', `/runs/${id}`);

async function keepBlob(text: string, ageMs: number): Promise<string> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  await lab.lab.blobs.put(sha256, Readable.from([text]), text.length);
  const at = new Date(Date.now() - ageMs);
  const { folder } = lab.lab.blobs as unknown as { folder: string };
  await utimes(path.join(folder, sha256.slice(0, 2), sha256), at, at);
  return sha256;
}

async function addFile(runId: string, sha256: string): Promise<void> {
  const owner = { runId, hostId: randomUUID(), commandId: null, stepIndex: null, phase: null };
  const file = { kind: 'tool-log', name: 'log', sha256, sizeBytes: 1, mediaType: 'text/plain' } as const;
  await addArtifacts(lab.lab.database.db, owner, [file], lab.lab.nowUs());
}

describe('a deleted run', () => {
  it('is nowhere, says that it was deleted, and comes back as it was', async () => {
    const id = await seed();
    const before = (await read(id)).body;
    const { status, body } = await remove(id);
    expect(status).toBe(200);
    expect(body.restorableUntilUs - body.deletedAtUs).toBe(7 * DAY_MS * 1000);
    expect((await person(lab)<RunList>('GET', '/runs')).body).toMatchObject({ runs: [], total: 0 });
    const until = new Date(body.restorableUntilUs / 1000).toISOString().slice(0, 10);
    for (const url of ['', '/series', '/events', '/artifacts/01890000-0000-7000-8000-000000000000']) {
      const reply = await read(id + url);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ code: 'run-deleted', detail: expect.stringContaining(`until ${until}`) });
    }
    for (const reply of [
      await person(lab)<Problem>('PATCH', `/runs/${id}`, { name: 'x' }),
      await person(lab)<Problem>('POST', `/runs/${id}/cancel`),
    ]) {
      expect(reply.body.code).toBe('run-deleted');
    }
    expect((await undelete(id)).status).toBe(200);
    expect((await read(id)).body).toEqual(before);
    expect((await person(lab)<RunList>('GET', '/runs')).body.total).toBe(1);
  });

  it('is listed until it is gone, last deleted first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.unshift(await seed());
      await remove(ids[0] ?? '');
      lab.skipMs(DAY_MS);
    }
    const page = async (query = '') => (await person(lab)<DeletedRunList>('GET', `/deleted-runs?${query}`)).body;
    const first = await page('limit=2');
    expect(first.total).toBe(3);
    expect(first.runs[0]?.restorableUntilUs).toBeGreaterThan(lab.lab.nowUs());
    const second = await page(`limit=2&cursor=${first.nextCursor}`);
    expect([...first.runs, ...second.runs].map((run) => run.id)).toEqual(ids);
    lab.skipMs(4.5 * DAY_MS);
    expect((await page()).runs.map((run) => run.id)).toEqual(ids.slice(0, 2));
  });

  it('can be deleted and brought back twice', async () => {
    const id = await seed();
    const first = await remove(id);
    lab.skipMs(1000);
    expect((await remove(id)).body).toEqual(first.body);
    expect((await undelete(id)).status).toBe(200);
    expect((await undelete(id)).status).toBe(200);
  });

  it('was over before: one that is under way is canceled first', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) });
    const reply = await remove<Problem>(run.id);
    expect(reply.status).toBe(409);
    expect(reply.body.detail).toMatch(/cancel it or wait for its end/);
    await agent.obeyUntil(null, lab, run.id);
    expect((await remove(run.id)).status).toBe(200);
  });

  it('does not answer for its Idempotency-Key, and makes no second run of it', async () => {
    const key = { 'idempotency-key': 'the-same-click' };
    const body = { name: 'once', spec: specFor(agent.hostId) };
    const { body: run } = await person(lab)<Run>('POST', '/runs', body, key);
    await agent.obeyUntil(null, lab, run.id);
    await remove(run.id);
    const again = await person(lab)<Problem>('POST', '/runs', body, key);
    expect(again.status).toBe(409);
    expect(again.body.detail).toMatch(/was deleted since; restore that run, or send a new key/);
  });

  it('that was never there cannot be deleted or brought back', async () => {
    const id = newId();
    expect((await remove(id)).status).toBe(404);
    expect((await undelete(id)).status).toBe(404);
  });
});

describe('after seven days', () => {
  it('a run cannot come back, and the sweep takes it with everything that hangs on it', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'driven', spec: specFor(agent.hostId) });
    await agent.obeyUntil('drive-load', lab, run.id).then(async (command) => {
      if (!command) throw new Error('no load was asked for');
      await agent.report([agent.layoutEntry(), agent.frameEntry(run.id, Date.now() * 1000, [1, 2, 3, 4])]);
      await agent.obey(command);
    });
    await agent.obeyUntil(null, lab, run.id);
    const kept = await seed();
    await remove(run.id);
    lab.skipMs(7 * DAY_MS - 60_000);
    await sweep(lab.lab);
    expect((await undelete(run.id)).status).toBe(200);
    await remove(run.id);
    lab.skipMs(7 * DAY_MS + 60_000);
    expect((await undelete(run.id)).status).toBe(404);
    expect((await remove(run.id)).status).toBe(404);
    await sweep(lab.lab);
    await sweep(lab.lab);
    const { client } = lab.lab.database;
    expect((await client.run.findMany()).map(({ id }) => id)).toEqual([kept]);
    const left = { runId: run.id };
    for (const count of [
      client.step.count({ where: left }),
      client.point.count({ where: left }),
      client.stepClient.count({ where: left }),
      client.command.count({ where: left }),
      client.runTransition.count({ where: left }),
      client.sampleChunk.count({ where: left }),
      client.frame.count({ where: left }),
      client.runHost.count({ where: left }),
    ]) {
      expect(await count).toBe(0);
    }
    expect((await read(run.id)).body.code).toBe('not-found');
  });

  it('its files go, unless something else refers to them or they were just uploaded again', async () => {
    const [gone, other] = [await seed(), await seed()];
    const old = 30 * DAY_MS;
    const [own, both, shared, fresh] = await Promise.all([
      keepBlob('only of this run', old),
      keepBlob('also of another run', old),
      keepBlob('of a share', old),
      keepBlob('put again a moment ago', 0),
    ]);
    for (const sha256 of [own, both, shared, fresh]) await addFile(gone, sha256);
    await addFile(other, both);
    await lab.lab.database.client.share.create({
      data: {
        id: newId(),
        token: 't',
        kind: 'run',
        title: 't',
        runIds: [gone],
        documentVersion: 1,
        documentSha256: shared,
        documentSizeBytes: 1,
        createdAtUs: 1,
        createdByName: 'x',
      },
    });
    await remove(gone);
    lab.skipMs(8 * DAY_MS);
    await sweep(lab.lab);
    expect(await lab.lab.database.client.run.count()).toBe(1);
    const there = await Promise.all([own, both, shared, fresh].map((sha256) => lab.lab.blobs.sizeOf(sha256)));
    expect(there.map((size) => size !== null)).toEqual([false, true, true, true]);
    expect(await lab.lab.database.client.share.count()).toBe(1);
  });

  it('late frames of it are let go instead of stopping its agent', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) });
    await agent.obeyUntil(null, lab, run.id);
    await remove(run.id);
    await agent.report([agent.layoutEntry()]);
    expect((await agent.report([agent.frameEntry(run.id, 1, [1, 2, 3, 4])])).status).toBe(200);
    lab.skipMs(8 * DAY_MS);
    await sweep(lab.lab);
    expect((await agent.report([agent.frameEntry(run.id, 2, [1, 2, 3, 4])])).status).toBe(200);
  });
});
