import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_OF_SOURCES } from '../../../scripts/start/api-command.mjs';
import type { CreateExperiment } from '../../contract/experiment.ts';
import type { CreateImport } from '../../contract/import.ts';
import { IMPORT_BYTES_MAX, IMPORT_UNPACKED_BYTES_MAX } from '../../contract/limits.ts';
import type { Problem } from '../../contract/primitives.ts';
import { SHARE_DOCUMENT_VERSION, type ShareDocument } from '../../contract/share.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { upgradeDocument } from '../../rules/share/share-upgrade.ts';
import { NO_TUNING } from '../../rules/tuning/setting-words.ts';
import { insertShare } from '../../shares/store/shares.ts';
import { FACTS, nic, request, requestDone, specFor } from '../../testing/fake-agent.ts';
import { RESTORED } from '../../testing/fake-tuning.ts';
import { ADMIN_TOKEN, makeDatabase } from '../../testing/test-lab.ts';
import { openDatabase } from '../store/db.ts';
import { newId, newSecret } from '../store/ids.ts';

/** A real API process, asked for the most that it takes, while an agent sends its heartbeats. */

const root = path.join(import.meta.dirname, '../../..');
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
/** Of an answer that says what does not fit. */
const REFUSAL_BYTES = 64 * KIBIBYTE;
/** Clock ticks of /proc: USER_HZ. */
const TICK_MS = 10;
/** CPU of the API's main thread for which a heartbeat may wait, so that it is answered within a second on a machine that is shared. */
const WAITED_CPU_MS = 500;
/** CPU of the API that one request may take, so that everybody else is answered within a second on a machine that is shared. */
const REQUEST_CPU_MS = 1000;
/** An import is answered within a second on a quiet machine. */
const ANSWERED_MS = 3000;
/** Reading 32 MiB of JSON into eleven million objects costs this much before anything is checked. */
const REPORTS_CPU_MS = 5 * REQUEST_CPU_MS;

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
  api = spawn(process.execPath, API_OF_SOURCES, {
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

/**
 * CPU of the API's main thread so far: while it works for one request, it answers no other. However busy the machine
 * is.
 */
function cpuMs(): number {
  const stat = readFileSync(`/proc/${api.pid}/task/${api.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

interface Cost {
  status: number;
  wallMs: number;
  /** CPU of the API's main thread while a heartbeat waited for its answer, of the one that waited for most. */
  cpuMs: number;
  slowestMs: number;
}

/** What a request costs those who are answered meanwhile. Not counted is what the rest of the machine takes. */
async function costOf(ask: () => Promise<{ status: number }>): Promise<Cost> {
  let going = true;
  const cost: Cost = { status: 0, wallMs: 0, cpuMs: 0, slowestMs: 0 };
  const beating = (async () => {
    do {
      const before = cpuMs();
      const startedMs = performance.now();
      const { status } = await ofAgent('heartbeat', { incarnationId: agent.incarnationId, runId: null });
      expect(status).toBe(200);
      cost.slowestMs = Math.max(cost.slowestMs, performance.now() - startedMs);
      cost.cpuMs = Math.max(cost.cpuMs, cpuMs() - before);
      await sleep(20);
    } while (going);
  })();
  const startedMs = performance.now();
  const { status } = await ask();
  cost.wallMs = performance.now() - startedMs;
  going = false;
  await beating;
  return { ...cost, status };
}

function say(what: string, bytes: number, { status, wallMs, cpuMs: cpu, slowestMs }: Cost): void {
  console.log(
    `${what}: ${(bytes / KIBIBYTE).toFixed(0)} KiB, ${status} after ${wallMs.toFixed(0)} ms; slowest heartbeat ${slowestMs.toFixed(0)} ms, of which ${cpu} ms of CPU`,
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
    expect(cost.cpuMs).toBeLessThan(WAITED_CPU_MS);
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
    expect(cost.cpuMs).toBeLessThan(WAITED_CPU_MS);
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
    expect(cost.cpuMs).toBeLessThan(WAITED_CPU_MS);
  });

  it('of an agent about itself is kept, and what is asked after it costs no more', async () => {
    const addresses = (from: number) =>
      Array.from({ length: 1000 }, (_, i) => `10.${(from + i) >> 16}.${((from + i) >> 8) & 255}.${(from + i) & 255}/8`);
    const nics = Array.from({ length: 120 }, (_, i) => nic(`veth${i}`, addresses(i * 1000)));
    const facts = { onlineCpus: LONG_LIST, numaNodes: [{ node: 0, cpus: LONG_LIST }], nics };
    const cost = await costOf(() => hello(facts));
    say('hello', bytesOf(facts), cost);
    expect(cost.status).toBe(200);
    expect(cost.cpuMs).toBeLessThan(WAITED_CPU_MS);
    const after = await costOf(() => call('POST', '/runs', { name: 'x', spec: longSpec() }));
    say('POST /runs after it', bytesOf(longSpec()), after);
    expect(after.cpuMs).toBeLessThan(WAITED_CPU_MS);
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

describe('an import of the largest size that is taken', () => {
  it.each(Object.keys(LARGE_IMPORTS))(
    '(%s) is worked on beside the answers to everybody else',
    async (what) => {
      const { text, packed = gzipSync(text, { level: 1 }), status } = (LARGE_IMPORTS[what] as () => LargeImport)();
      expect(packed.length).toBeLessThanOrEqual(IMPORT_BYTES_MAX);
      const file = { name: 'a.json', content: packed.toString('base64'), format: null };
      const body: CreateImport = { files: [file], joinAs: null, source: null, dryRun: false };
      let first: { status: number; wallMs: number } | undefined;
      const cost = await costOf(async () => {
        const startedMs = performance.now();
        const answer = await call('POST', '/imports', body);
        first = { status: answer.status, wallMs: performance.now() - startedMs };
        const place = answer.headers.get('location');
        return place ? requestDone(url, 'GET', place, { token: ADMIN_TOKEN }) : answer;
      });
      console.log(`import ${what}: first answer ${first?.status} after ${first?.wallMs.toFixed(0)} ms`);
      say(`import ${what}`, text.length || packed.length, cost);
      expect(first?.wallMs).toBeLessThan(ANSWERED_MS);
      expect(cost.status).toBe(status);
      expect(cost.cpuMs).toBeLessThan(WAITED_CPU_MS);
    },
    180_000,
  );
});

describe('a request of the largest size, of which nothing fits, is refused shortly', () => {
  /** As many copies as fit into so many bytes. */
  const filling = <T>(bytes: number, one: T): T[] =>
    Array.from({ length: Math.floor(bytes / (bytesOf(one) + 1)) }, () => one);
  const misfits = (most: number) => Array.from({ length: most }, () => ({}));
  const factsOf = (bytes: number, interrupts: unknown[]) => ({
    ...FACTS,
    nics: filling(bytes - 4 * KIBIBYTE, { ...nic('veth', []), interrupts }),
  });
  const joinBody = (joinToken: unknown, interrupts: unknown[]) => ({
    joinToken,
    incarnationId: agent.incarnationId,
    name: 'lab-1',
    agentVersion: '1',
    facts: factsOf(2 * MEBIBYTE, interrupts),
  });
  const join = (body: unknown) => call<Problem>('POST', '/agent/join', body);

  async function refused(
    what: string,
    status: number,
    body: unknown,
    ask: (body: unknown) => Promise<Answer>,
    cpuMsMost = REQUEST_CPU_MS,
  ) {
    let answer: Answer | undefined;
    const cost = await costOf(async () => {
      answer = await ask(body);
      return answer;
    });
    say(what, bytesOf(body), cost);
    expect(cost.status).toBe(status);
    expect(cost.cpuMs).toBeLessThan(cpuMsMost);
    expect(bytesOf(answer?.body)).toBeLessThan(REFUSAL_BYTES);
    return answer?.body;
  }
  type Answer = { status: number; body: Problem };

  it('of a stranger whose token is no text', async () => {
    const problem = await refused('join without a token', 403, joinBody(5, misfits(2048)), join);
    expect(problem?.code).toBe('join-token-invalid');
  });

  it('of a stranger with a token that was used', async () => {
    const { body } = await call<{ token: string }>('POST', '/join-tokens');
    await join({ ...joinBody(body.token, []), facts: FACTS });
    const another = { ...joinBody(body.token, misfits(2048)), incarnationId: randomUUID() };
    const problem = await refused('join with a used token', 403, another, join);
    expect(problem?.code).toBe('join-token-invalid');
  });

  it('of an agent that joins', async () => {
    const { body } = await call<{ token: string }>('POST', '/join-tokens');
    await refused('join', 422, joinBody(body.token, misfits(2048)), join);
    const numbers = Array.from({ length: 2048 }, () => ({ irq: 1.5, name: '', affinityCpus: '', effectiveCpus: '' }));
    await refused('join with numbers', 422, joinBody(body.token, numbers), join);
  });

  it('of an agent that begins a life', async () => {
    const facts = factsOf(2 * MEBIBYTE - KIBIBYTE, misfits(2048));
    await refused('hello', 422, facts, () => hello(facts) as Promise<Answer>);
  });

  it('of an agent that reports', async () => {
    const report = (entries: unknown) => ofAgent<Problem>('reports', { incarnationId: agent.incarnationId, entries });
    const entry = (values: unknown[]) => ({
      sequence: 1,
      type: 'frame',
      runId: agent.incarnationId,
      frame: { layoutId: 'a'.repeat(64), timeUs: 1, monotonicUs: 1, boundary: false, values },
    });
    const most = 32 * MEBIBYTE - KIBIBYTE;
    await refused('reports', 422, filling(most, entry(misfits(100_000))), report, REPORTS_CPU_MS);
    await refused('reports with numbers', 422, filling(most, entry(Array(100_000).fill(1.5))), report, REPORTS_CPU_MS);
  });

  it('of a person', async () => {
    const create = (body: unknown) => call<Problem>('POST', '/runs', body);
    const most = 250 * KIBIBYTE;
    const spec = specFor(agent.hostId);
    await refused('run with misfits', 422, { name: 'x', spec: { ...spec, clients: filling(most, {}) } }, create);
    const unknown = Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`field${i}`, 1]));
    await refused('run with fields that are not known', 422, { name: 'x', ...unknown }, create);
    const load = { ...spec.load, steps: filling(most, {}) };
    await refused('run with steps', 422, { name: 'x', spec: { ...spec, load } }, create);
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

const stored = (kind: 'run' | 'experiment') =>
  upgradeDocument(
    JSON.parse(
      readFileSync(path.join(root, `api/testing/shares/version-${SHARE_DOCUMENT_VERSION}-${kind}.json`), 'utf8'),
    ),
  );

/** A run with a time series of that many bytes. */
function longDocument(bytesLeast: number): ShareDocument {
  const document = stored('run') as Extract<ShareDocument, { type: 'run' }>;
  const values = Array.from({ length: 20_000 }, (_, i) => 100_000 + ((i * 7919) % 10_007) / 7);
  const column = { name: 'requestsPerSecond', unit: 'req/s', values };
  const timesUs = values.map((_, i) => 1_700_000_000_000_000 + i);
  const columns = Array.from({ length: Math.ceil(bytesLeast / JSON.stringify(column).length) }, () => column);
  document.series = { hosts: [{ hostId: document.run.hosts[0]?.hostId ?? '', timesUs, columns }] };
  return document;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** An experiment of that many runs. */
function manyRuns(count: number): ShareDocument {
  const document = stored('experiment') as Extract<ShareDocument, { type: 'experiment' }>;
  const { result } = document.experiment;
  const run = JSON.stringify(result?.runs[0]);
  if (result) result.runs = Array.from({ length: count }, () => JSON.parse(run.replace(ID, newId())));
  return document;
}

interface LargeImport {
  text: string;
  packed?: Buffer;
  status: number;
}

/** As large as what is taken, packed or unpacked. */
const LARGE_IMPORTS: Record<string, () => LargeImport> = {
  'one long series': () => ({ text: JSON.stringify(longDocument(IMPORT_UNPACKED_BYTES_MAX - 1_000_000)), status: 200 }),
  '240 runs': () => ({ text: JSON.stringify(manyRuns(240)), status: 200 }),
  'noise that does not pack': () => ({ text: '', packed: randomBytes(IMPORT_BYTES_MAX), status: 422 }),
  'nothing but brackets': () => {
    const head = '{"documentVersion":1,"runs":[';
    return { text: `${head}${'[],'.repeat((IMPORT_UNPACKED_BYTES_MAX - 100) / 3)}[]]}`, status: 422 };
  },
};

/** A share whose document has a time series of that many bytes. */
async function longShare(bytesLeast: number): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(longDocument(bytesLeast)));
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
