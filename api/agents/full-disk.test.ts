import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_OF_SOURCES } from '../../scripts/start/api-command.mjs';
import { newId } from '../platform/store/ids.ts';
import { sweepBlobs } from '../runs/sweep-blobs.ts';
import { insertShare, revokeShare } from '../shares/store/shares.ts';
import { type Answer, FakeAgent, request } from '../testing/fake-agent.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

const MEBIBYTE = 1024 * 1024;

let lab: TestLab;
let folder: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  lab = await openLab();
  folder = await mkdtemp(path.join(tmpdir(), 'millionrps-full-'));
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  child = undefined;
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** The API as `npm start` starts it, on the database of the lab; its log goes where the test says. */
async function startApi(logFile: string): Promise<string> {
  const port = await freePort();
  const log = await open(logFile, 'a');
  child = spawn(process.execPath, API_OF_SOURCES, {
    env: {
      ...process.env,
      DATABASE_URL: lab.databaseUrl,
      PORT: String(port),
      MILLIONRPS_DATA: folder,
      MILLIONRPS_SECRET: randomBytes(32).toString('hex'),
      MILLIONRPS_ADMIN_TOKEN: ADMIN_TOKEN,
      LOG_LEVEL: 'info',
    },
    stdio: ['pipe', log.fd, log.fd],
  });
  await log.close();
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the API ended with ${child.exitCode}`);
    if ((await ask(url, '/api/v1/health'))?.status === 200) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ask = (url: string, at: string): Promise<Answer<{ status: string; reason: string | null }> | null> =>
  request<{ status: string; reason: string | null }>(url, 'GET', at).catch(() => null);

const put = async (url: string, { credential }: FakeAgent, bytes: Buffer) => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const reply = await fetch(`${url}/api/v1/agent/blobs/${sha256}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return {
    status: reply.status,
    sha256,
    detail: reply.ok ? null : ((await reply.json()) as { detail: string }).detail,
  };
};

const has = (sha256: string): Promise<boolean> => lab.lab.blobs.sizeOf(sha256).then((size) => size !== null);

/** As if it had been uploaded two days ago. */
async function age(sha256: string): Promise<void> {
  const at = Date.now() / 1000 - 2 * 86_400;
  const { folder: blobs } = lab.lab.blobs as unknown as { folder: string };
  await utimes(path.join(blobs, sha256.slice(0, 2), sha256), at, at);
}

/** A disk of its own for the data folder; null where this process may not make one. */
function mountSmallDisk(at: string): (() => void) | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'millionrps-test', at], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => execFileSync('umount', ['-l', at]);
}

describe('a disk without room', () => {
  it('under the log leaves the API answering', async () => {
    const url = await startApi('/dev/full');
    // Each of these is a line of the log.
    for (let i = 0; i < 50; i++) expect((await ask(url, '/api/v1/nowhere'))?.status).toBe(404);
    expect((await ask(url, '/api/v1/ready'))?.body.status).toBe('ready');
    expect(child?.exitCode).toBeNull();
  }, 120_000);

  it('under the data folder and the log is told, refuses uploads, and is over when there is room', async ({ skip }) => {
    const unmount = mountSmallDisk(folder);
    if (!unmount) return skip('only a user who may mount can make a small disk');
    try {
      const url = await startApi(path.join(folder, 'api.log'));
      const agent = await FakeAgent.join(lab);
      const bytes = randomBytes(10 * MEBIBYTE);
      expect((await put(url, agent, bytes)).status).toBe(204);
      const filler = path.join(folder, 'filler');
      // It ends with 'No space left on device'.
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' });
      for (let i = 0; i < 50; i++) expect((await ask(url, '/api/v1/nowhere'))?.status).toBe(404);
      const full = 'The disk of the data folder is full: less than 128 MiB would be free. Free some space there.';
      expect(await ask(url, '/api/v1/ready')).toMatchObject({
        status: 503,
        body: { status: 'not-ready', reason: full },
      });
      expect(await put(url, agent, randomBytes(100))).toMatchObject({ status: 507, detail: full });
      expect((await agent.heartbeat()).status).toBe(200);
      await rm(filler);
      expect((await ask(url, '/api/v1/ready'))?.body.status).toBe('ready');
      expect((await put(url, agent, randomBytes(100))).status).toBe(204);
    } finally {
      unmount();
    }
  }, 120_000);
});

describe('what an agent uploads', () => {
  const used = (agent: FakeAgent) =>
    lab.lab.database.client.agent.findUniqueOrThrow({ where: { hostId: agent.hostId } });

  it('is bounded by the day: beyond it a file is refused for good, and tomorrow there is room again', async () => {
    const [greedy, other] = [await FakeAgent.join(lab, 'greedy'), await FakeAgent.join(lab, 'lab-2')];
    const { id: agentId } = await used(greedy);
    const before = { agentId, sha256: 'of before', sizeBytes: 4 * 1024 ** 3 - 8192, atUs: lab.lab.nowUs() };
    await lab.lab.database.client.agentUpload.create({ data: before });
    expect((await put(lab.url, greedy, Buffer.from('one'))).status).toBe(204);
    expect((await put(lab.url, greedy, Buffer.from('one'))).status).toBe(204);
    expect((await put(lab.url, greedy, Buffer.from('two'))).status).toBe(204);
    expect(await put(lab.url, greedy, Buffer.from('three'))).toMatchObject({
      status: 413,
      detail: 'greedy has uploaded more than 4 GiB within a day; this file is not kept.',
    });
    expect((await put(lab.url, other, Buffer.from('three'))).status).toBe(204);
    lab.skipMs(86_400_001);
    expect((await put(lab.url, greedy, Buffer.from('three'))).status).toBe(204);
  });

  it('goes when no report refers to it, and so does what a link showed that was closed a week ago', async () => {
    const agent = await FakeAgent.join(lab);
    const { db } = lab.lab.database;
    const shas: Record<string, string> = {};
    for (const name of ['orphan', 'fresh', 'open', 'revoked', 'expired']) {
      const { sha256 } = await put(lab.url, agent, Buffer.from(name));
      shas[name] = sha256;
      const closedAtUs = lab.lab.nowUs() - 8 * 86_400e6;
      const isShare = ['open', 'revoked', 'expired'].includes(name);
      if (isShare) {
        const share = {
          id: newId(),
          token: newId(),
          kind: 'run' as const,
          title: name,
          runIds: [],
          createdByName: 'x',
        };
        const expiresAtUs = name === 'expired' ? closedAtUs : null;
        const document = { documentVersion: 4, documentSha256: sha256, documentSizeBytes: 4 };
        await insertShare(db, { ...share, ...document, createdAtUs: 1, expiresAtUs });
        if (name === 'revoked') await revokeShare(db, share.id, closedAtUs);
      }
      if (name !== 'fresh') await age(sha256);
    }
    for (let i = 0; i < 256; i++) await sweepBlobs(lab.lab);
    const kept = await Promise.all(Object.entries(shas).map(async ([name, sha]) => ((await has(sha)) ? name : null)));
    expect(kept.filter(Boolean)).toEqual(['fresh', 'open']);
  });
});
