import { createHash, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_BODY_FILE_BYTES } from '../contract/limits.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type { RunSpec } from '../contract/spec.ts';
import { plainGet } from '../rules/requests/plain-request.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { ABILITIES, tool } from '../testing/tool-abilities.ts';
import { addArtifacts, listNeeded } from './store/artifacts.ts';
import { sweepBlobs } from './sweep-blobs.ts';

const PHOTO = Buffer.from('a photo');
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let lab: TestLab;
let agent: FakeAgent;
let other: FakeAgent;
beforeEach(async () => {
  lab = await openLab();
  const abilities = { ...ABILITIES.volley, modes: ['method', 'body', 'body-file'] };
  agent = await FakeAgent.join(lab, 'lab-1', {
    tools: [tool('volley', '1', { abilities })],
    listeningPorts: [8080],
  });
  other = await FakeAgent.join(lab, 'lab-2');
});
afterEach(() => lab.close());

const put = (bytes: Buffer, named = sha(bytes)) =>
  fetch(`${lab.url}/api/v1/request-bodies/${named}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
const get = (from: FakeAgent, named = sha(PHOTO)) =>
  fetch(`${lab.url}/api/v1/agent/bodies/${named}`, { headers: { authorization: `Bearer ${from.credential}` } });
const spec = (bytes: Buffer): RunSpec => ({
  ...specFor(agent.hostId, { tool: 'volley' }),
  target: { kind: 'listening', port: 8080, tls: false },
  requests: [
    {
      ...plainGet('/photos'),
      method: 'PUT',
      body: { kind: 'file', sha256: sha(bytes), sizeBytes: bytes.length, fileName: 'photo.jpg' },
    },
  ],
});
const create = (of: RunSpec) => person(lab)<Run & Problem>('POST', '/runs', { name: 'photos', spec: of });

it('a body is had by the agent whose run sends it, and by no other', async () => {
  expect((await create(spec(PHOTO))).body).toMatchObject({
    status: 422,
    fields: [{ path: 'spec.requests.0.body', message: expect.stringContaining('photo.jpg is not here') }],
  });
  expect((await put(PHOTO)).status).toBe(204);
  expect((await get(agent)).status).toBe(404);
  const lying = spec(PHOTO);
  const [request] = lying.requests;
  if (request?.body?.kind === 'file') request.body.sizeBytes += 1;
  expect((await create(lying)).body).toMatchObject({
    status: 422,
    fields: [{ path: 'spec.requests.0.body', message: 'photo.jpg has 7 bytes and not 8; correct its sizeBytes.' }],
  });
  const run = await create(spec(PHOTO));
  expect(run.status).toBe(201);
  const reply = await get(agent);
  expect([reply.status, await reply.text()]).toEqual([200, 'a photo']);
  expect([(await get(other)).status, (await get(agent, 'b'.repeat(64))).status]).toEqual([404, 404]);
  const experiment = {
    ...{ kind: 'noise-floor', question: 'How much?', hypothesis: '', variants: [], rounds: 2, extensionRounds: null },
    ...{ primary: { metric: 'requestsPerSecond', stepIndex: 0 }, marginPercent: 3, seed: null, start: false },
    baseline: { name: 'a', spec: spec(Buffer.from('never uploaded')) },
  };
  const refused = await person(lab)<Problem>('POST', '/experiments', experiment);
  expect(refused.body.fields).toMatchObject([{ path: 'baseline.spec.requests.0.body' }]);
});

it('a body is not kept that is larger than bodies may be, or not what its name says', async () => {
  expect((await put(Buffer.alloc(MAX_BODY_FILE_BYTES + 1))).status).toBe(413);
  expect((await put(PHOTO, 'a'.repeat(64))).status).toBe(422);
  expect((await put(Buffer.alloc(MAX_BODY_FILE_BYTES))).status).toBe(204);
});

it('a body goes after a day when nothing sends it, and stays as long as a run does', async () => {
  const unused = Buffer.from('unused');
  await put(PHOTO);
  await put(unused);
  await create(spec(PHOTO));
  const { folder } = lab.lab.blobs as unknown as { folder: string };
  for (const name of [sha(PHOTO), sha(unused)]) await utimes(path.join(folder, name.slice(0, 2), name), 1, 1);
  for (let i = 0; i < 256; i++) await sweepBlobs(lab.lab);
  expect([await lab.lab.blobs.sizeOf(sha(PHOTO)), await lab.lab.blobs.sizeOf(sha(unused))]).toEqual([
    PHOTO.length,
    null,
  ]);
});

it('is looked for in the specs of all runs at once, and only when nothing else needs the file', async () => {
  await put(PHOTO);
  const { body: run } = await create(spec(PHOTO));
  const { db } = lab.lab.database;
  const owner = { runId: run.id, hostId: agent.hostId, commandId: randomUUID(), stepIndex: null, phase: null };
  const [kept, unused] = ['c'.repeat(64), 'd'.repeat(64)];
  const log = { kind: 'tool-output', name: 'x', sha256: kept, sizeBytes: 1, mediaType: 'text/plain' } as const;
  await addArtifacts(db, owner, [log], 1);
  const asked: string[] = [];
  const watched = new Proxy(db, {
    get(of, key) {
      asked.push(String(key));
      const value = Reflect.get(of, key);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  expect([...(await listNeeded(watched, [kept], 1))]).toEqual([kept]);
  expect(asked).toEqual(['artifact', 'share', 'sampleChunk']);
  asked.length = 0;
  expect([...(await listNeeded(watched, [kept, sha(PHOTO), unused], 1))]).toEqual([kept, sha(PHOTO)]);
  expect(asked).toEqual(['artifact', 'share', 'sampleChunk', '$queryRaw']);
});
