import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../contract/run.ts';
import { StoreAway } from '../platform/blobs/blob-store.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { purgeRun } from './drive/purge-run.ts';
import { packSamples } from './pack-samples.ts';
import { listNeeded } from './store/artifacts.ts';
import { readFrames } from './store/read-frames.ts';
import { sealFrames } from './store/samples.ts';

const ELEVEN_MINUTES_US = 660_000_000;

let lab: TestLab;
let agent: FakeAgent;
let runId: string;
let hosts = 0;

beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  agent = await FakeAgent.join(lab, `lab-${hosts++}`);
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
  runId = run.id;
});

const client = () => lab.lab.database.client;

/** A chunk of these seconds. */
async function chunk(...seconds: number[]): Promise<void> {
  const entries = seconds.map((second) => agent.frameEntry(runId, second * 1e6, [second, hosts, 0, 0]));
  await agent.report([agent.layoutEntry(), ...entries].sort((a, b) => a.sequence - b.sequence));
  await lab.lab.database.transaction((tx) => sealFrames(tx, runId, agent.hostId));
  // Old as they are, the API seals them by itself, perhaps first.
  await vi.waitFor(async () => expect(await client().frame.count({ where: { runId } })).toBe(0), { timeout: 10_000 });
}

const end = (agoUs: number) =>
  client().run.update({ where: { id: runId }, data: { state: 'finished', endedAtUs: lab.lab.nowUs() - agoUs } });

async function secondsRead(from = 0, to = 1e6): Promise<number[]> {
  const source = { db: lab.lab.database.db, blobs: lab.lab.blobs };
  const seconds: number[] = [];
  for await (const batch of readFrames(source, runId, { hostId: agent.hostId, fromUs: from * 1e6, toUs: to * 1e6 })) {
    seconds.push(...batch.map(({ timeUs }) => timeUs / 1e6));
  }
  return seconds;
}

const packsOf = async () =>
  (await client().sampleChunk.findMany({ where: { runId }, orderBy: { firstTimeUs: 'asc' } })).map(
    ({ packSha256, data }) => ({ packSha256, inRow: data !== null }),
  );

async function packAll(): Promise<number> {
  let moved = 0;
  for (let now = await packSamples(lab.lab); now > 0; now = await packSamples(lab.lab)) moved += now;
  return moved;
}

describe('samples of a run', () => {
  it('stay in the database until it ended ten minutes ago, then lie in one file that is read by one request', async () => {
    for (const at of [0, 10, 20]) await chunk(at + 1, at + 2, at + 3);
    expect(await packAll()).toBe(0);
    await end(1_000_000);
    expect(await packAll()).toBe(0);
    await end(ELEVEN_MINUTES_US);
    expect(await packAll()).toBe(3);
    const packs = await packsOf();
    expect(packs.map(({ inRow }) => inRow)).toEqual([false, false, false]);
    expect(new Set(packs.map(({ packSha256 }) => packSha256)).size).toBe(1);

    const opened = vi.spyOn(lab.lab.blobs, 'open');
    expect(await secondsRead()).toEqual([1, 2, 3, 11, 12, 13, 21, 22, 23]);
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockClear();
    expect(await secondsRead(12, 13)).toEqual([12, 13]);
    const { sizeBytes } = (await lab.lab.blobs.open(packs[0]?.packSha256 ?? '')) ?? { sizeBytes: 0 };
    const [[, range] = []] = opened.mock.calls;
    expect(range && range.to - range.from).toBeLessThan(sizeBytes);
    opened.mockRestore();
  });

  it('that come late are read beside those of the file, and go into another', async () => {
    await chunk(1, 5);
    await chunk(6, 9);
    await end(ELEVEN_MINUTES_US);
    expect(await packAll()).toBe(2);
    await chunk(3, 7);
    expect(await secondsRead()).toEqual([1, 3, 5, 6, 7, 9]);
    expect(await packAll()).toBe(1);
    expect(new Set((await packsOf()).map(({ packSha256 }) => packSha256)).size).toBe(2);
    expect(await secondsRead()).toEqual([1, 3, 5, 6, 7, 9]);
  });

  it('that are packed while they are read are read all the same', async () => {
    await chunk(1, 2);
    await chunk(3, 4);
    await end(ELEVEN_MINUTES_US);
    const source = { db: lab.lab.database.db, blobs: lab.lab.blobs };
    const batches = readFrames(source, runId, { hostId: agent.hostId, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER });
    const first = await batches.next();
    expect(await packAll()).toBe(2);
    const second = await batches.next();
    const read = [first, second].flatMap(({ value }) => (value ?? []).map(({ timeUs }: { timeUs: number }) => timeUs));
    expect(read).toEqual([1e6, 2e6, 3e6, 4e6]);
  });

  it('whose file cannot be stored stay where they are', async () => {
    await chunk(1, 2);
    await end(ELEVEN_MINUTES_US);
    const put = vi.spyOn(lab.lab.blobs, 'put').mockRejectedValue(new StoreAway('It refuses.'));
    await expect(packSamples(lab.lab)).rejects.toThrow('It refuses.');
    expect(put.mock.calls.map(([, , , options]) => options)).toEqual([{ inPlace: true }]);
    put.mockRestore();
    expect((await packsOf()).map(({ inRow }) => inRow)).toEqual([true]);
    expect(await secondsRead()).toEqual([1, 2]);
  });

  it('whose file is gone or damaged are told of, and never read as others', async () => {
    await chunk(1, 2);
    await end(ELEVEN_MINUTES_US);
    await packAll();
    const [{ packSha256 } = { packSha256: '' }] = await packsOf();
    await lab.lab.blobs.remove(packSha256 ?? '');
    await expect(secondsRead()).rejects.toThrow('The samples of this run are gone from where this instance keeps its');
    const reply = await person(lab)<{ detail: string }>('GET', `/runs/${runId}/series`);
    expect([reply.status, reply.body.detail]).toEqual([
      500,
      expect.stringContaining('The samples of this run are gone'),
    ]);
  });

  it('keep their file as long as the run is there, and no longer', async () => {
    await chunk(1, 2);
    await end(ELEVEN_MINUTES_US);
    await packAll();
    const [{ packSha256 } = { packSha256: '' }] = await packsOf();
    const named = [packSha256 ?? ''];
    expect([...(await listNeeded(lab.lab.database.db, named, 0))]).toEqual(named);
    const removed = vi.spyOn(lab.lab.blobs, 'removeStale');
    await client().run.update({ where: { id: runId }, data: { deletedAtUs: 1 } });
    await purgeRun(lab.lab, runId);
    expect(removed.mock.calls.flat()).toEqual(named);
    removed.mockRestore();
    expect([...(await listNeeded(lab.lab.database.db, named, 0))]).toEqual([]);
  });
});
