import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateExperiment } from '../contract/experiment.ts';
import { SHARE_DOCUMENT_VERSION, type ShareDocument } from '../contract/share.ts';
import type { RunSpec } from '../contract/spec.ts';
import { upgradeDocument } from '../domain/share-upgrade.ts';
import { openDatabase } from '../store/db.ts';
import { newId, newSecret } from '../store/ids.ts';
import { insertShare } from '../store/shares.ts';
import { FACTS, nic, request, specFor } from '../testing/fake-agent.ts';
import { NO_TUNING, RESTORED } from '../testing/fake-tuning.ts';
import { ADMIN_TOKEN, makeDatabase } from '../testing/test-lab.ts';

/** A real API process, asked for the most that it takes, while an agent sends its heartbeats. */

const root = path.join(import.meta.dirname, '../..');
const KIBIBYTE = 1024;
/** Clock ticks of /proc: USER_HZ. */
const TICK_MS = 10;
/** CPU of the API that one request may take, so that everybody else is answered within a second on a machine that is shared. */
const REQUEST_CPU_MS = 1000;

let api: ChildProcess;
let url: string;
let databaseUrl: string;
let data: string;
let agent: { hostId: string; credential: string; incarnationId: string };

beforeAll(async () => {
  databaseUrl = await makeDatabase('template');
  data = mkdtempSync(path.join(tmpdir(), 'millionrps-heavy-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  api = spawn(process.execPath, ['--import', 'tsx', 'api/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      MILLIONRPS_DATA: data,
      MILLIONRPS_SECRET: 's'.repeat(40),
      MILLIONRPS_ADMIN_TOKEN: ADMIN_TOKEN,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  while (
    !(await fetch(`${url}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100);
  agent = await joined();
  expect((await hello({})).status).toBe(200);
});
afterAll(async () => {
  const gone = once(api, 'exit');
  api.kill('SIGTERM');
  await gone;
  rmSync(data, { recursive: true, force: true });
});

const call = <T = unknown>(method: string, route: string, body?: unknown, token = ADMIN_TOKEN) =>
  request<T>(url, method, `/api/v1${route}`, { token, body });
const ofAgent = <T = unknown>(route: string, body: unknown) =>
  call<T>('POST', `/agent/${route}`, body, agent.credential);

async function joined() {
  const { body: join } = await call<{ token: string }>('POST', '/join-tokens');
  const incarnationId = randomUUID();
  const { body } = await call<{ hostId: string; credential: string }>('POST', '/agent/join', {
    joinToken: join.token,
    incarnationId,
    name: 'lab-1',
    agentVersion: '1',
    facts: FACTS,
  });
  return { ...body, incarnationId };
}

const hello = (facts: object) =>
  ofAgent('hello', {
    incarnationId: agent.incarnationId,
    startedAtUs: 1,
    agentVersion: '1',
    facts: { ...FACTS, ...facts },
    restore: RESTORED,
  });

/** CPU of the API process so far. */
function cpuMs(): number {
  const stat = readFileSync(`/proc/${api.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

interface Cost {
  status: number;
  cpuMs: number;
  heartbeats: number[];
}

/** What a request costs the API, and how long heartbeats take meanwhile. */
async function costOf(ask: () => Promise<{ status: number }>): Promise<Cost> {
  const before = cpuMs();
  let going = true;
  const heartbeats: number[] = [];
  const beating = (async () => {
    do {
      const startedMs = performance.now();
      const { status } = await ofAgent('heartbeat', { incarnationId: agent.incarnationId, runId: null });
      expect(status).toBe(200);
      heartbeats.push(performance.now() - startedMs);
      await sleep(50);
    } while (going);
  })();
  const { status } = await ask();
  going = false;
  await beating;
  return { status, cpuMs: cpuMs() - before, heartbeats };
}

function say(what: string, bytes: number, { status, cpuMs: cpu, heartbeats }: Cost): void {
  const slowest = Math.max(...heartbeats).toFixed(0);
  console.log(
    `${what}: ${(bytes / KIBIBYTE).toFixed(0)} KiB, ${status}, ${cpu} ms of CPU; slowest heartbeat ${slowest} ms`,
  );
}

const bytesOf = (body: unknown): number => JSON.stringify(body).length;

/** As long as a list may be, naming every CPU over and over. */
const LONG_LIST = Array.from({ length: 3500 }, () => '0-8191').join(',');
const longTuning = {
  ...NO_TUNING,
  interruptAffinity: { cpus: LONG_LIST, spread: 'all' as const },
  packetSteering: { cpus: LONG_LIST },
  transmitSteering: { cpus: LONG_LIST, spread: 'all' as const },
};
function longSpec(): RunSpec {
  const spec = specFor(agent.hostId);
  const tuning = { targetCpus: LONG_LIST, server: longTuning, clients: longTuning };
  return { ...spec, tuning, load: { ...spec.load, toolCpus: LONG_LIST } };
}

describe('a request of the largest size that is taken', () => {
  it('for a run is refused in words', async () => {
    const body = { name: 'x', spec: longSpec() };
    const cost = await costOf(() => call('POST', '/runs', body));
    say('POST /runs', bytesOf(body), cost);
    expect(cost.status).toBe(422);
    expect(cost.cpuMs).toBeLessThan(REQUEST_CPU_MS);
  });

  it('for the design of an experiment is refused in words', async () => {
    const body: CreateExperiment = {
      kind: 'comparison',
      question: 'q',
      hypothesis: '',
      baseline: { name: 'a', spec: longSpec() },
      variants: [{ name: 'b', changes: [{ path: '/load/toolCpus', value: LONG_LIST }] }],
      rounds: 60,
      extensionRounds: null,
      primary: { metric: 'requestsPerSecond', stepIndex: 0 },
      marginPercent: 1,
      seed: null,
      start: false,
    };
    const cost = await costOf(() => call('POST', '/experiment-designs', body));
    say('POST /experiment-designs', bytesOf(body), cost);
    expect(cost.status).toBe(422);
    expect(cost.cpuMs).toBeLessThan(REQUEST_CPU_MS);
  });

  it('for a plan goes to the agent as it is', async () => {
    const body = { tuning: longTuning, targetCpus: LONG_LIST, address: null };
    const answered = async () => {
      const { body: polled } = await ofAgent<{ tasks: { taskId: string }[] }>('poll', {
        incarnationId: agent.incarnationId,
        holding: [],
        waitMs: 5000,
      });
      const answer = { type: 'refused', sentence: 'no' };
      await ofAgent(`tasks/${polled.tasks[0]?.taskId}`, { incarnationId: agent.incarnationId, answer });
    };
    const cost = await costOf(async () => {
      const [reply] = await Promise.all([call('POST', `/hosts/${agent.hostId}/plan`, body), answered()]);
      return reply;
    });
    say('POST /hosts/:id/plan', bytesOf(body), cost);
    expect(cost.status).toBe(422);
    expect(cost.cpuMs).toBeLessThan(REQUEST_CPU_MS);
  });

  it('of an agent about itself is kept, and what is asked after it costs no more', async () => {
    const addresses = (from: number) =>
      Array.from({ length: 1000 }, (_, i) => `10.${(from + i) >> 16}.${((from + i) >> 8) & 255}.${(from + i) & 255}/8`);
    const nics = Array.from({ length: 180 }, (_, i) => nic(`veth${i}`, addresses(i * 1000)));
    const facts = { onlineCpus: LONG_LIST, numaNodes: [{ node: 0, cpus: LONG_LIST }], nics };
    const cost = await costOf(() => hello(facts));
    say('hello', bytesOf(facts), cost);
    expect(cost.status).toBe(200);
    expect(cost.cpuMs).toBeLessThan(2 * REQUEST_CPU_MS);
    const after = await costOf(() => call('POST', '/runs', { name: 'x', spec: longSpec() }));
    say('POST /runs after it', bytesOf(longSpec()), after);
    expect(after.cpuMs).toBeLessThan(REQUEST_CPU_MS);
    expect((await hello({})).status).toBe(200);
  });

  it('of a stranger who joins is refused before its facts are read', async () => {
    const facts = { nics: Array.from({ length: 10 }, () => 'x'.repeat(100 * KIBIBYTE)) };
    const body = { joinToken: 'made-up', incarnationId: 'x', facts };
    const cost = await costOf(() => call('POST', '/agent/join', body));
    say('join', bytesOf(body), cost);
    expect(cost.status).toBe(403);
  });
});

describe('a public link', () => {
  it('costs under 15 ms of CPU each time that its document of 4.6 MB is opened', async () => {
    const token = await longShare(4_600_000);
    const open = () => fetch(`${url}/api/v1/shared/${token}`).then((reply) => reply.arrayBuffer());
    expect((await open()).byteLength).toBeGreaterThan(4_600_000);
    const before = cpuMs();
    for (let i = 0; i < 50; i++) await open();
    const each = (cpuMs() - before) / 50;
    console.log(`GET /shared/:token: ${each.toFixed(1)} ms of CPU`);
    expect(each).toBeLessThan(15);
  });
});

/** A share whose document has a time series of that many bytes. */
async function longShare(bytesLeast: number): Promise<string> {
  const stored = readFileSync(path.join(root, `api/testing/shares/version-${SHARE_DOCUMENT_VERSION}-run.json`), 'utf8');
  const document = upgradeDocument(JSON.parse(stored)) as Extract<ShareDocument, { type: 'run' }>;
  const values = Array.from({ length: 20_000 }, (_, i) => 100_000 + ((i * 7919) % 10_007) / 7);
  const column = { name: 'requestsPerSecond', unit: 'req/s', values };
  const timesUs = values.map((_, i) => 1_700_000_000_000_000 + i);
  const columns = Array.from({ length: Math.ceil(bytesLeast / JSON.stringify(column).length) }, () => column);
  document.series = { hosts: [{ hostId: document.run.hosts[0]?.hostId ?? '', timesUs, columns }] };
  const bytes = Buffer.from(JSON.stringify(document));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const folder = path.join(data, 'blobs', sha256.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, sha256), bytes);
  const database = openDatabase(databaseUrl);
  const token = newSecret('share');
  await insertShare(database.db, {
    id: newId(),
    token,
    kind: 'run',
    title: 'long',
    runIds: [],
    documentVersion: SHARE_DOCUMENT_VERSION,
    documentSha256: sha256,
    documentSizeBytes: bytes.length,
    createdAtUs: 1,
    createdByName: 'x',
    expiresAtUs: null,
  });
  await database.close();
  return token;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
