import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startAwsEmulator } from '../../../scripts/test/aws-emulator.mjs';
import { allStale, bytesIn, putBytes, suiteOfStores } from '../../testing/blob-store-suite.ts';
import { type BlobStore, StoreAway } from './blob-store.ts';
import { readBucket } from './bucket.ts';
import { OthersBucket } from './owner-mark.ts';
import { type S3Options, S3Store } from './s3-store.ts';

let emulator: Awaited<ReturnType<typeof startAwsEmulator>>;
let s3: S3Client;
let skippedMs = 0;
function skipMs(ms: number): void {
  skippedMs += ms;
}

beforeAll(async () => {
  emulator = await startAwsEmulator();
  for (const [name, value] of Object.entries(emulator.env)) vi.stubEnv(name, value);
  s3 = new S3Client({ endpoint: emulator.url, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: 'lab' }));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.stop();
});

function storeOf(env: Record<string, string>, options: Pick<S3Options, 'owner'> = {}): S3Store {
  const bucket = readBucket({ MILLIONRPS_BLOBS: 's3://lab/files', ...env });
  if (!bucket) throw new Error('no bucket');
  return new S3Store(bucket, { ...options, nowMs: () => Date.now() + skippedMs, listEveryMs: 0 });
}

const keys = async (): Promise<string[]> =>
  ((await s3.send(new ListObjectsV2Command({ Bucket: 'lab' }))).Contents ?? []).map(({ Key = '' }) => Key);

async function names(store: BlobStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { sha256 } of store.list()) found.push(sha256);
  return found;
}

describe.each([
  ['S3 as AWS serves it', () => ({})],
  ['S3 at an endpoint of its own', () => ({ MILLIONRPS_S3_ENDPOINT: emulator.url })],
])('files in %s', (_, env) => {
  let store: S3Store;
  suiteOfStores(async () => {
    store = storeOf(env());
    return { store, skipMs };
  });

  it('leave no upload open', async () => {
    expect(await store.openUploads()).toEqual([]);
  });
});

describe('a bucket', () => {
  it('is tried out by writing and reading, which leaves nothing', async () => {
    expect(await storeOf({ MILLIONRPS_BLOBS: 's3://lab/tried' }).fault()).toBeNull();
    expect((await keys()).filter((key) => key.startsWith('tried/'))).toEqual([]);
  });

  it('that is not there is told in a sentence, and refuses what is put', async () => {
    const store = storeOf({ MILLIONRPS_BLOBS: 's3://nowhere' });
    const sentence = 'The S3 bucket of MILLIONRPS_BLOBS cannot be written: there is no such bucket.';
    expect(await store.fault()).toEqual({ sentence, stops: true });
    await expect(putBytes(store, Buffer.from('x'))).rejects.toThrow(new StoreAway(sentence));
  });

  it('may hold what others keep: it is neither listed, nor stale, nor touched', async () => {
    const store = storeOf({ MILLIONRPS_BLOBS: 's3://lab/shared' });
    const name = 'a'.repeat(64);
    for (const key of [`shared/${name}`, 'shared/notes.txt', `other/aa/${name}`]) {
      await s3.send(new PutObjectCommand({ Bucket: 'lab', Key: key, Body: 'theirs' }));
    }
    await s3.send(new PutObjectCommand({ Bucket: 'lab', Key: 'shared/check/left', Body: 'ours' }));
    skipMs(2 * 86_400_000);
    expect([await allStale(store), await names(store)]).toEqual([[], []]);
    skipMs(-2 * 86_400_000);
    const left = (await keys()).filter((key) => key.startsWith('shared/') || key.startsWith('other/'));
    expect(left.sort()).toEqual([`other/aa/${name}`, `shared/${name}`, 'shared/notes.txt'].sort());
  });

  it('loses what own uploads left that broke off, which the emulator dates to 2010, and no upload of others', async () => {
    const store = storeOf({ MILLIONRPS_BLOBS: 's3://lab/uploads' });
    const name = 'ab'.padEnd(64, '0');
    for (const Key of [`uploads/ab/${name}`, 'uploads/aa/theirs', `uploads/${name}`, 'uploads/nightly/dump.tar']) {
      await s3.send(new CreateMultipartUploadCommand({ Bucket: 'lab', Key }));
    }
    expect(await store.openUploads()).toHaveLength(4);
    await store.nextStale();
    const left = (await store.openUploads()).map(({ key }) => key);
    expect(left.sort()).toEqual(['uploads/aa/theirs', `uploads/${name}`, 'uploads/nightly/dump.tar'].sort());
  });

  it('is listed a thousand names at a time', async () => {
    const store = storeOf({ MILLIONRPS_BLOBS: 's3://lab/many' });
    const names = Array.from({ length: 1100 }, (__, i) => i.toString(16).padStart(64, '0'));
    const put = (name: string) =>
      s3.send(new PutObjectCommand({ Bucket: 'lab', Key: `many/${name.slice(0, 2)}/${name}`, Body: 'x' }));
    for (let at = 0; at < names.length; at += 50) await Promise.all(names.slice(at, at + 50).map(put));
    skipMs(2 * 86_400_000);
    const [first, second, again] = [await store.nextStale(), await store.nextStale(), await store.nextStale()];
    skipMs(-2 * 86_400_000);
    expect([first.length, second.length, again.length]).toEqual([1000, 100, 1000]);
    expect(new Set([...first, ...second]).size).toBe(1100);
  });
});

describe('a prefix that two instances are pointed at', () => {
  const of = (prefix: string, owner: string) => storeOf({ MILLIONRPS_BLOBS: `s3://lab/${prefix}` }, { owner });
  const [first, second] = ['0198f3a0-0000-7000-8000-000000000001', '0198f3a0-0000-7000-8000-000000000002'];
  const sentence = (prefix: string) =>
    'The S3 prefix of MILLIONRPS_BLOBS has the files of another instance: set a prefix of its own for this one, or, if the other ' +
    `one is gone for good, delete the object s3://lab/${prefix}/millionrps-owner.`;

  it('is that of the first: the other neither sweeps, nor writes, nor removes there, and says why', async () => {
    const [own, other] = [of('one', first), of('one', second)];
    expect(await own.fault()).toBeNull();
    const sha256 = await putBytes(own, Buffer.from('a file of the first'));
    skipMs(2 * 86_400_000);
    expect(await own.nextStale()).toEqual([sha256]);
    const refusal = new OthersBucket(sentence('one'));
    await expect(other.nextStale()).rejects.toThrow(refusal);
    skipMs(-2 * 86_400_000);
    await expect(other.claim()).rejects.toThrow(refusal);
    await expect(putBytes(other, Buffer.from('a file of the other'))).rejects.toThrow(refusal);
    await expect(other.remove(sha256)).rejects.toThrow(refusal);
    expect(await other.fault()).toEqual({ sentence: sentence('one'), stops: true });
    expect(await names(own)).toEqual([sha256]);
  });

  it('goes with the database: the instance of a restored backup has its id, and the files', async () => {
    await of('kept', first).claim();
    expect(await of('kept', first).fault()).toBeNull();
  });

  it('is free for another once the mark was deleted, which the former owner sees before it removes anything', async () => {
    const [own, other] = [of('left', first), of('left', second)];
    await own.claim();
    await s3.send(new DeleteObjectCommand({ Bucket: 'lab', Key: 'left/millionrps-owner' }));
    await other.claim();
    await expect(own.nextStale()).rejects.toThrow(OthersBucket);
  });

  it('is given up within a minute by one that writes when the mark becomes that of another', async () => {
    const [own, other] = [of('taken', first), of('taken', second)];
    const sha256 = await putBytes(own, Buffer.from('a file of before'));
    await s3.send(new DeleteObjectCommand({ Bucket: 'lab', Key: 'taken/millionrps-owner' }));
    await other.claim();
    skipMs(60_000);
    const refusal = new OthersBucket(sentence('taken'));
    await expect(putBytes(own, Buffer.from('a file of afterwards'))).rejects.toThrow(refusal);
    await expect(own.remove(sha256)).rejects.toThrow(refusal);
    skipMs(-60_000);
  });

  it('is claimed by the first file that is put, not by who looks whether it can be written', async () => {
    const store = of('looked-at', first);
    expect(await store.fault()).toBeNull();
    expect((await keys()).filter((key) => key.startsWith('looked-at/'))).toEqual([]);
    await putBytes(store, Buffer.from('x'));
    expect(await keys()).toContain('looked-at/millionrps-owner');
  });

  it('belongs to one of two that come at once', async () => {
    const both = [of('at-once', first), of('at-once', second)];
    const claimed = (await Promise.allSettled(both.map((store) => store.claim()))).map(({ status }) => status);
    expect(claimed.toSorted()).toEqual(['fulfilled', 'rejected']);
    const seen = (await Promise.allSettled(both.map((store) => store.nextStale()))).map(({ status }) => status);
    expect(seen).toEqual(claimed);
  });
});

describe('a download past the API', () => {
  const as = { fileName: 'result.html', mediaType: 'text/html' };

  it('is an attachment, whatever it is, for a minute', async () => {
    const store = storeOf({});
    const sha256 = await putBytes(store, Buffer.from('<script>alert(1)</script>'));
    const url = new URL((await store.downloadUrl(sha256, as)) ?? '');
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
    const reply = await fetch(url);
    expect([reply.status, reply.headers.get('content-disposition'), reply.headers.get('content-type')]).toEqual([
      200,
      'attachment; filename="result.html"',
      'text/html',
    ]);
    expect(await reply.text()).toBe('<script>alert(1)</script>');
  });

  it('is left to the API where an endpoint is named, unless browsers reach it', async () => {
    const sha256 = await putBytes(storeOf({}), Buffer.from('a file'));
    const endpoint = { MILLIONRPS_S3_ENDPOINT: emulator.url };
    expect(await storeOf(endpoint).downloadUrl(sha256, as)).toBeNull();
    expect(await storeOf({ MILLIONRPS_S3_DOWNLOADS: 'api' }).downloadUrl(sha256, as)).toBeNull();
    const direct = await storeOf({ ...endpoint, MILLIONRPS_S3_DOWNLOADS: 'direct' }).downloadUrl(sha256, as);
    expect(direct).toMatch(new RegExp(`^${emulator.url}/lab/files/`));
    const outside = { ...endpoint, MILLIONRPS_S3_DOWNLOADS: 'https://files.example' };
    expect(await storeOf(outside).downloadUrl(sha256, as)).toMatch(/^https:\/\/files\.example\/lab\/files\//);
  });
});

/** Answers that the emulator does not give: refusals, slowness, a connection that breaks. */
describe('S3 that answers as recorded', () => {
  let server: Server;
  let store: BlobStore;
  let answer: (reply: ServerResponse, url: string, method: string) => void;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, reply) => {
      const method = request.method ?? '';
      asked.push(`${method} ${request.url}`);
      request.on('data', () => {}).on('end', () => answer(reply, request.url ?? '', method));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    store = storeOf({ MILLIONRPS_S3_ENDPOINT: url });
  });
  afterAll(() => server.close());
  afterEach(() => asked.splice(0));

  const refusal =
    (status: number, code: string, message = '') =>
    (reply: ServerResponse) =>
      reply
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(
          `<Error><Code>${code}</Code><Message>${message}</Message><AWSAccessKeyId>AKIDSECRET</AWSAccessKeyId></Error>`,
        );

  it.each([
    [403, 'AccessDenied', 'access denied'],
    [403, 'InvalidAccessKeyId', 'it answers 403 InvalidAccessKeyId'],
    [503, 'SlowDown', 'too many requests'],
    [500, 'InternalError', 'it answers 500 InternalError'],
  ])('refuses with %i %s: nothing of the key is told', async (status, code, words) => {
    answer = refusal(status, code, 'User: arn:aws:iam::123456789012:user/ada with AKIDSECRET may not');
    const put = putBytes(store, randomBytes(10));
    await expect(put).rejects.toThrow(new StoreAway(`The S3 bucket of MILLIONRPS_BLOBS cannot be written: ${words}.`));
    const error = await put.catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/AKIDSECRET|123456789012/);
  });

  it('refuses a part in the middle: the upload is ended', async () => {
    answer = (reply, url, method) => {
      if (url.includes('uploads')) {
        reply.writeHead(200, { 'content-type': 'application/xml' });
        return reply.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
      }
      if (method === 'DELETE') return reply.writeHead(204).end();
      if (url.includes('partNumber=2')) return refusal(403, 'AccessDenied')(reply);
      return reply.writeHead(200, { etag: '"a"' }).end();
    };
    await expect(putBytes(store, randomBytes(16 * 1024 * 1024))).rejects.toThrow('access denied');
    expect(asked.filter((line) => line.startsWith('DELETE') && line.includes('uploadId=one'))).toHaveLength(1);
    expect(asked.filter((line) => /^POST .*uploadId/.test(line))).toEqual([]);
  });

  it('breaks off in the middle of a file: whoever reads it is told, and never takes it for whole', async () => {
    answer = (reply) => {
      reply.writeHead(200, { 'content-length': '1000' });
      reply.write('a'.repeat(10));
      setTimeout(() => reply.destroy(), 20);
    };
    await expect(bytesIn(store, 'b'.repeat(64))).rejects.toThrow();
  });

  it('lists an upload that began lately: it is left alone', async () => {
    const begun = new Date(Date.now() - 60_000).toISOString();
    const uploads = `<Upload><Key>files/aa/x</Key><UploadId>u</UploadId><Initiated>${begun}</Initiated></Upload>`;
    answer = (reply, url) => {
      const listed = url.includes('uploads')
        ? `<ListMultipartUploadsResult>${uploads}</ListMultipartUploadsResult>`
        : '<ListBucketResult></ListBucketResult>';
      reply.writeHead(200, { 'content-type': 'application/xml' }).end(listed);
    };
    expect(await store.nextStale()).toEqual([]);
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['GET', 'GET']);
  });

  it('is not there at all', async () => {
    const gone = storeOf({ MILLIONRPS_S3_ENDPOINT: 'http://127.0.0.1:9' });
    const sentence = 'The S3 bucket of MILLIONRPS_BLOBS cannot be written: it does not answer.';
    expect(await gone.fault()).toEqual({ sentence, stops: true });
    await expect(gone.open('a'.repeat(64))).rejects.toThrow(
      new StoreAway('The S3 bucket of MILLIONRPS_BLOBS cannot be read: it does not answer.'),
    );
  });
});
