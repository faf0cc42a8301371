// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { startAwsEmulator } from '../aws-emulator.mjs';
import { until } from '../instance/processes.mjs';
import { placesOfTest, startBridgedInstance, startBridgedLab } from './bridged-lab.mjs';
import { startRefusingS3 } from './refusing-s3.mjs';

/** Three hosts, each in a namespace of its own, and an instance whose files lie in S3. */
const { server: serverPlace, clients } = placesOfTest();

/** @type {Awaited<ReturnType<typeof startAwsEmulator>>} */ let emulator;
/** @type {Awaited<ReturnType<typeof startRefusingS3>>} */ let s3;
/** @type {Awaited<ReturnType<typeof startBridgedInstance>>} */ let instance;
/** @type {Awaited<ReturnType<typeof startBridgedLab>>} */ let bridged;

beforeAll(async () => {
  emulator = await startAwsEmulator();
  s3 = await startRefusingS3(emulator.url);
  await fetch(`${emulator.url}/lab`, { method: 'PUT' });
  instance = await startBridgedInstance({
    ...emulator.env,
    AWS_ENDPOINT_URL: s3.url,
    MILLIONRPS_BLOBS: 's3://lab/files',
  });
  bridged = await startBridgedLab(instance, [
    ['s3-server', serverPlace],
    ['s3-client-a', clients[0]],
    ['s3-client-b', clients[1]],
  ]);
}, 120_000);
afterAll(async () => {
  await bridged?.stop();
  await instance?.stop();
  s3?.stop();
  await emulator?.stop();
});

async function spec() {
  const [server, ...loaders] = await Promise.all(bridged.agents.map((agent) => agent.host()));
  const one = specFor(server.id, { path: '/simple', tool: 'volley', steps: [closedStep(8, 3)], warmupSeconds: 0 });
  return { ...one, clients: loaders.map(({ id }) => ({ hostId: id })) };
}

const filesIn = (/** @type {string} */ name) => {
  try {
    return readdirSync(path.join(instance.data, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
};

async function keysInS3() {
  const listed = await (await fetch(`${emulator.url}/lab?list-type=2&prefix=files/`)).text();
  return [...listed.matchAll(/<Key>files\/[0-9a-f]{2}\/([0-9a-f]{64})<\/Key>/g)].map(([, name]) => name);
}

/** The files of a run by their hashes, each as a browser gets it. */
async function downloaded({ id, artifacts }) {
  const authorization = `Bearer ${instance.token}`;
  const found = await Promise.all(
    artifacts.map(async (artifact) => {
      const at = `${instance.url}/api/v1/runs/${id}/artifacts/${artifact.id}`;
      const first = await fetch(at, { headers: { authorization }, redirect: 'manual' });
      const reply = first.status === 302 ? await fetch(first.headers.get('location') ?? '') : first;
      expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
      const sha256 = createHash('sha256')
        .update(Buffer.from(await reply.arrayBuffer()))
        .digest('hex');
      return [sha256, first.status];
    }),
  );
  return { hashes: found.map(([sha256]) => sha256), statuses: [...new Set(found.map(([, status]) => status))] };
}

const hashesOf = ({ artifacts }) => artifacts.map(({ sha256 }) => sha256);

describe('a run of three hosts whose files lie in S3', () => {
  /** Of a run without faults. @type {number} */ let filesOfRun;

  it('leaves every file in the bucket, and none on the disk', async () => {
    const { lab } = bridged;
    const done = await lab.finish((await lab.createRun('files in S3', await spec())).id);
    expect([done.state, done.failure]).toEqual(['finished', null]);
    filesOfRun = done.artifacts.length;
    expect(filesOfRun).toBeGreaterThan(2);
    expect(await keysInS3()).toEqual(expect.arrayContaining(hashesOf(done)));
    expect([filesIn('blobs'), filesIn('blobs-waiting')]).toEqual([[], []]);
    expect(await downloaded(done)).toEqual({ hashes: hashesOf(done), statuses: [302] });
  }, 90_000);

  it('ends as usual when S3 begins to refuse writes in its middle, and loses none of them', async () => {
    const { lab } = bridged;
    const { id } = await lab.createRun('S3 refuses', await spec());
    await until('it measures', async () => (await lab.call('GET', `/runs/${id}`)).state === 'measuring', 30_000);
    s3.state.refuses = true;
    const done = await lab.finish(id);
    expect([done.state, done.failure, done.artifacts.length]).toEqual(['finished', null, filesOfRun]);
    expect(s3.state.refused).toBeGreaterThan(0);
    expect(await (await fetch(`${instance.url}/api/v1/ready`)).json()).toEqual({
      status: 'ready',
      reason: 'The S3 bucket of MILLIONRPS_BLOBS cannot be written: access denied. New files wait in the data folder.',
    });
    expect(filesIn('blobs-waiting').length).toBeGreaterThan(0);
    expect((await downloaded(done)).hashes).toEqual(hashesOf(done));

    s3.state.refuses = false;
    await until('nothing waits', () => filesIn('blobs-waiting').length === 0, 45_000);
    expect(await keysInS3()).toEqual(expect.arrayContaining(hashesOf(done)));
    expect(await (await fetch(`${instance.url}/api/v1/ready`)).json()).toEqual({ status: 'ready', reason: null });
    expect(await downloaded(done)).toEqual({ hashes: hashesOf(done), statuses: [302] });
  }, 120_000);
});
