import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAwsEmulator } from '../../scripts/test/aws-emulator.mjs';
import type { Share } from '../contract/share.ts';
import { readBucket } from '../platform/blobs/bucket.ts';
import { openBlobs } from '../platform/blobs/open-blobs.ts';
import { FakeAgent, person, request } from '../testing/fake-agent.ts';
import { profiledRun } from '../testing/profiled-run.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let emulator: Awaited<ReturnType<typeof startAwsEmulator>>;
let lab: TestLab;
let agent: FakeAgent;
let buckets = 0;

async function start(): Promise<void> {
  emulator = await startAwsEmulator();
  for (const [name, value] of Object.entries(emulator.env)) vi.stubEnv(name, value);
}
beforeAll(start);
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.stop();
});

const s3 = () => new S3Client({ endpoint: emulator.url, forcePathStyle: true });

beforeEach(async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'millionrps-s3-'));
  const Bucket = `lab-${buckets++}`;
  await s3().send(new CreateBucketCommand({ Bucket }));
  const bucket = readBucket({ MILLIONRPS_BLOBS: `s3://${Bucket}` });
  lab = await openLab({ blobs: await openBlobs(data, bucket, randomUUID()) });
  agent = await FakeAgent.join(lab);
  onTestFinished(async () => {
    await lab.close();
    await rm(data, { recursive: true, force: true });
  });
});

const download = (runId: string, artifactId: string, redirect: 'manual' | 'follow') =>
  fetch(`${lab.url}/api/v1/runs/${runId}/artifacts/${artifactId}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    redirect,
  });

const upload = (bytes: Buffer) =>
  fetch(`${lab.url}/api/v1/agent/blobs/${createHash('sha256').update(bytes).digest('hex')}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${agent.credential}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });

describe('an instance whose files lie in S3', () => {
  it('keeps uploads there, and sends a browser there for a minute', async () => {
    const file = Buffer.from('a profile');
    const { runId, artifactId } = await profiledRun(lab, agent, file);
    const Bucket = lab.lab.blobs.place.slice('s3://'.length);
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map(({ Size }) => Size)).toContain(file.length);

    const reply = await download(runId, artifactId, 'manual');
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const followed = await download(runId, artifactId, 'follow');
    expect(await followed.text()).toBe('a profile');
    expect(followed.headers.get('content-disposition')).toBe('attachment; filename="step-01-cpu.pb.gz"');
  });

  it('says what is gone itself, and does not leave that to S3', async () => {
    const file = Buffer.from('a profile that goes');
    const { runId, artifactId } = await profiledRun(lab, agent, file);
    await lab.lab.blobs.remove(createHash('sha256').update(file).digest('hex'));
    const reply = await download(runId, artifactId, 'manual');
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({
      detail: 'The bytes of step-01-cpu.pb.gz are gone from where this instance keeps its files.',
    });
  });

  it('opens what was shared from there, through the API', async () => {
    const { runId } = await profiledRun(lab, agent, Buffer.from('x'));
    const { body: share } = await person(lab)<Share>('POST', '/shares', { runIds: [runId] });
    const token = share.url.split('/').at(-1);
    const opened = await fetch(`${lab.url}/api/v1/shared/${token}`);
    expect([opened.status, opened.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    const document = await fetch(`${lab.url}/api/v1/shared/${token}/document`, { redirect: 'manual' });
    expect([document.status, document.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="millionrps-share.json"',
    ]);
    const bytes = Buffer.from(await document.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(share.documentSha256);
  });

  it('says that S3 is away: readers are told, uploads are sent again and kept', async () => {
    const { runId, artifactId } = await profiledRun(lab, agent, Buffer.from('a file'));
    const { body: share } = await person(lab)<Share>('POST', '/shares', { runIds: [runId] });
    await emulator.stop();
    onTestFinished(start);
    const away = 'The instance behind this link cannot reach its files. Try again in a moment.';
    const opened = await fetch(`${lab.url}/api/v1/shared/${share.url.split('/').at(-1)}`);
    expect([opened.status, await opened.json()]).toMatchObject([503, { code: 'store-away', detail: away }]);
    const file = await download(runId, artifactId, 'manual');
    const told = 'The S3 bucket of MILLIONRPS_BLOBS cannot be read: it does not answer. Try again in a moment.';
    expect([file.status, await file.json()]).toMatchObject([503, { detail: told }]);

    const [first, second] = [await upload(Buffer.from('more')), await upload(Buffer.from('more'))];
    expect([first.status, second.status]).toEqual([507, 204]);
    expect(await first.json()).toMatchObject({ code: 'not-stored' });
    expect(await request(lab.url, 'GET', '/api/v1/ready')).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        reason:
          'The S3 bucket of MILLIONRPS_BLOBS cannot be written: it does not answer. New files wait in the data folder.',
      },
    });
  });
});
