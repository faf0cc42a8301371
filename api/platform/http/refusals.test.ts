import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/primitives.ts';
import { presetAdminToken } from '../../people/api-tokens.ts';
import { FACTS, FakeAgent, request, specFor } from '../../testing/fake-agent.ts';
import { makePerson } from '../../testing/people.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterAll(() => lab.close());

describe('the preset token', () => {
  it('is good no more once another one is preset', async () => {
    const hosts = (token: string) => request(lab.url, 'GET', '/api/v1/hosts', { token });
    const lab = await openLab();
    const preset = (token: string | null) => presetAdminToken(lab.lab, token);
    await preset('the-token-that-leaked');
    expect((await hosts('the-token-that-leaked')).status).toBe(200);
    await preset('the-token-after-it');
    expect((await hosts('the-token-that-leaked')).status).toBe(401);
    expect((await hosts('the-token-after-it')).status).toBe(200);
    await lab.close();
  });

  it('is good no more once none is preset, and tokens of people are', async () => {
    const lab = await openLab();
    const person = await makePerson(lab, 'viewer');
    const { body } = await person.call<{ secret: string }>('POST', '/api/v1/tokens', { name: 'ci', role: 'viewer' });
    const hosts = (token: string) => request(lab.url, 'GET', '/api/v1/hosts', { token });
    await presetAdminToken(lab.lab, 'the-token-that-leaked');
    await presetAdminToken(lab.lab, null);
    expect((await hosts('the-token-that-leaked')).status).toBe(401);
    expect((await hosts(body.secret)).status).toBe(200);
    await presetAdminToken(lab.lab, 'the-token-that-leaked');
    expect((await hosts('the-token-that-leaked')).status).toBe(200);
    await lab.close();
  });
});

describe('joining', () => {
  const token = async () => {
    const { body } = await request<{ token: string }>(lab.url, 'POST', '/api/v1/join-tokens', { token: ADMIN_TOKEN });
    return body.token;
  };
  const join = (joinToken: string, incarnationId: string) =>
    request<Problem & { hostId: string; credential: string }>(lab.url, 'POST', '/api/v1/agent/join', {
      body: { joinToken, incarnationId, name: 'x', agentVersion: '1', facts: FACTS },
    });

  it('takes a token for one agent', async () => {
    const joinToken = await token();
    expect((await join(joinToken, randomUUID())).status).toBe(201);
    const second = await join(joinToken, randomUUID());
    expect(second.status).toBe(403);
    expect(second.body.detail).toMatch(/unknown, used, revoked or expired; create a new one/);
    expect((await join('mrpsjoin_made-up', randomUUID())).status).toBe(403);
  });

  it('tells an agent of another release to be replaced', async () => {
    const { privileges: _, ...before } = FACTS;
    const { status, body } = await request<Problem>(lab.url, 'POST', '/api/v1/agent/join', {
      body: { joinToken: await token(), incarnationId: randomUUID(), name: 'x', agentVersion: '1', facts: before },
    });
    expect(status).toBe(422);
    expect(body.detail).toMatch(
      /different releases; put the agent .* and start it again\. \(facts\.privileges is missing\)/,
    );
  });

  it('gives an agent that missed the answer the same host and a credential that works', async () => {
    const [joinToken, incarnationId] = [await token(), randomUUID()];
    const [first, second] = [await join(joinToken, incarnationId), await join(joinToken, incarnationId)];
    expect(second.body.hostId).toBe(first.body.hostId);
    const beat = (credential: string) =>
      request(lab.url, 'POST', '/api/v1/agent/heartbeat', { token: credential, body: { incarnationId, runId: null } });
    expect((await beat(second.body.credential)).status).toBe(200);
    expect((await beat(first.body.credential)).status).toBe(401);

    lab.skipMs(24 * 3_600_000 + 1);
    const late = await join(joinToken, incarnationId);
    expect([late.status, late.body.hostId]).toEqual([201, first.body.hostId]);
    expect((await join(joinToken, randomUUID())).status).toBe(403);
    lab.skipMs(-24 * 3_600_000 - 1);
  });
});

describe('what goes wrong', () => {
  const post = (body: unknown) => request<Problem>(lab.url, 'POST', '/api/v1/runs', { token: ADMIN_TOKEN, body });
  const spec = () => specFor(agent.hostId);

  const cases: [string, () => unknown, string][] = [
    [
      'an unknown field',
      () => ({ name: 'x', spec: { ...spec(), turbo: true } }),
      'spec has fields that are not known: turbo',
    ],
    ['a name of nothing', () => ({ name: ' ', spec: spec() }), 'name needs at least 1 character'],
    [
      'no connections',
      () => ({
        name: 'x',
        spec: {
          ...spec(),
          load: { ...spec().load, steps: [{ loop: 'closed', connections: 0, pipelining: 1, durationSeconds: 5 }] },
        },
      }),
      'spec.load.steps.0.connections must be at least 1',
    ],
    [
      'an absurd duration',
      () => ({
        name: 'x',
        spec: {
          ...spec(),
          load: { ...spec().load, steps: [{ loop: 'closed', connections: 1, pipelining: 1, durationSeconds: 1e9 }] },
        },
      }),
      'spec.load.steps.0.durationSeconds must be at most 3600',
    ],
    [
      'no steps',
      () => ({ name: 'x', spec: { ...spec(), load: { ...spec().load, steps: [] } } }),
      'spec.load.steps needs at least 1 entry',
    ],
    ['a missing part', () => ({ name: 'x' }), 'spec is missing'],
    [
      'a missing choice',
      () => ({ name: 'x', spec: { ...spec(), load: { ...spec().load, tool: undefined } } }),
      'spec.load.tool is missing',
    ],
    [
      'text for a number',
      () => ({ name: 'x', spec: { ...spec(), load: { ...spec().load, warmupSeconds: 'long' } } }),
      'spec.load.warmupSeconds must be a number',
    ],
    [
      'a CPU list in words',
      () => ({ name: 'x', spec: { ...spec(), tuning: { targetCpus: 'some', server: null, clients: null } } }),
      'spec.tuning.targetCpus must be a CPU list such as 0-15,32, or all, nic-local, last 16, first 16 or not target',
    ],
    [
      'CPUs that the host lacks',
      () => ({ name: 'x', spec: { ...spec(), tuning: { targetCpus: '2-9', server: null, clients: null } } }),
      'lab-1 has the CPUs 0-3, not 4,5,6,7,8,9.',
    ],
    [
      'a host that does not exist',
      () => ({ name: 'x', spec: specFor('01890000-0000-7000-8000-000000000000') }),
      'No such host; choose one from the hosts page.',
    ],
    [
      'more workers than connections',
      () => ({ name: 'x', spec: { ...spec(), load: { ...spec().load, toolWorkers: 12 } } }),
      '10 connections cannot be shared by 12 tool workers; use at least 12.',
    ],
  ];
  it.each(cases)('%s is one clear sentence with its field', async (_name, body, sentence) => {
    const reply = await post(body());
    expect(reply.status).toBe(422);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect(reply.body.detail).toBe(sentence);
    expect(reply.body.fields.length).toBeGreaterThan(0);
    expect(reply.body.requestId).toBe(reply.headers.get('x-request-id'));
  });

  it('says so of a tool that the host lacks, naming both', async () => {
    const bare = await FakeAgent.join(lab, 'bare', { tools: [] });
    const reply = await post({ name: 'x', spec: specFor(bare.hostId) });
    expect(reply.body.detail).toBe(
      'autocannon is not installed on bare; install it there (with npm: `npm install --global autocannon`); the agent finds it within seconds.',
    );
  });

  it('says so of a body that is no JSON, a path and an id that do not exist', async () => {
    const broken = await fetch(`${lab.url}/api/v1/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect([broken.status, ((await broken.json()) as Problem).detail]).toEqual([
      400,
      'The body is not JSON, or has a key named __proto__ or constructor; nothing was done.',
    ]);
    const mistyped = await request<Problem>(lab.url, 'GET', '/api/v1/runs/%', { token: ADMIN_TOKEN });
    expect(mistyped.headers.get('content-type')).toContain('application/problem+json');
    expect([mistyped.status, mistyped.body.detail]).toEqual([400, expect.stringContaining('write a percent sign')]);
    const text = await fetch(`${lab.url}/api/v1/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' },
      body: 'a,b',
    });
    expect([text.status, ((await text.json()) as Problem).detail]).toEqual([415, expect.stringContaining('send JSON')]);
    const asked = await request<Problem>(lab.url, 'GET', '/api/v1/runs?foo=1', { token: ADMIN_TOKEN });
    expect([asked.status, asked.body.detail]).toEqual([422, 'The query has fields that are not known: foo']);
    const lost = await request<Problem>(lab.url, 'GET', '/api/v1/nowhere', { token: ADMIN_TOKEN });
    expect([lost.status, lost.body.detail]).toEqual([404, 'There is no GET /api/v1/nowhere.']);
    const run = await request<Problem>(lab.url, 'GET', '/api/v1/runs/01890000-0000-7000-8000-000000000000', {
      token: ADMIN_TOKEN,
    });
    expect([run.status, run.body.code]).toEqual([404, 'not-found']);
  });

  it.each([
    ['/api/auth/sign-in/email', 256 * 1024],
    ['/api/v1/invites/accept', 256 * 1024],
    ['/api/v1/agent/join', 2 * 1024 * 1024],
    ['/api/v1/runs', 256 * 1024],
  ])('reads no more of a body of %s than %d bytes', async (path, bytes) => {
    const ask = (padding: number) =>
      request<Problem>(lab.url, 'POST', path, { token: ADMIN_TOKEN, body: { padding: 'x'.repeat(padding) } });
    expect((await ask(bytes - 100)).status).not.toBe(413);
    const refused = await ask(bytes);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      413,
      'too-large',
      expect.stringMatching(/too large: at most [\d,]+ bytes/),
    ]);
  });

  it.each([
    ['PUT', `/api/v1/agent/blobs/${'a'.repeat(64)}`, 'application/json', '{}'],
    ['PUT', `/api/v1/agent/blobs/${'a'.repeat(64)}`, null, ''],
    ['PUT', `/api/v1/request-bodies/${'a'.repeat(64)}`, 'application/json', '{}'],
    ['POST', '/api/v1/runs', 'application/octet-stream', '{}'],
    ['POST', '/api/v1/runs', 'text/plain', '{}'],
    ['POST', '/api/v1/imports/journal', 'application/octet-stream', 'bytes'],
  ])('says what to send to %s %s instead of %s', async (method, path, type, body) => {
    const token = path.includes('agent') ? agent.credential : ADMIN_TOKEN;
    const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) };
    const reply = await fetch(lab.url + path, { method, headers, ...(body && { body }) });
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    const { status, code, detail } = (await reply.json()) as Problem;
    expect([status, code, detail]).toEqual([
      415,
      'wrong-media-type',
      expect.stringContaining('content-type: application/'),
    ]);
  });

  it('refuses bytes that are not what their name says, and keeps nothing', async () => {
    const name = 'a'.repeat(64);
    const reply = await fetch(`${lab.url}/api/v1/agent/blobs/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${agent.credential}`, 'content-type': 'application/octet-stream' },
      body: 'other bytes',
    });
    expect(reply.status).toBe(422);
    expect(await lab.lab.blobs.sizeOf(name)).toBeNull();
  });
});
