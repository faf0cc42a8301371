import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { hashSecret } from '../platform/store/ids.ts';
import { FACTS, request } from '../testing/fake-agent.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { listJoinTokens, presetJoinToken } from './join-agent.ts';

const HOUR_MS = 3600 * 1000;

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

async function join(joinToken: string, incarnationId = randomUUID()): Promise<number> {
  const body = { joinToken, incarnationId, name: 'x', agentVersion: '1', facts: FACTS };
  return (await request(lab.url, 'POST', '/api/v1/agent/join', { body })).status;
}

describe('a preset join token', () => {
  it('lets one agent join, and stays used when the API starts again', async () => {
    await presetJoinToken(lab.lab, 'preset-and-used-once');
    expect(await join('preset-and-used-once')).toBe(201);
    expect(await join('preset-and-used-once')).toBe(403);
    await presetJoinToken(lab.lab, 'preset-and-used-once');
    expect(await join('preset-and-used-once')).toBe(403);
  });

  it('lapses a day after the last start that named it', async () => {
    await presetJoinToken(lab.lab, 'preset-and-forgotten');
    await presetJoinToken(lab.lab, 'preset-and-kept-on');
    lab.skipMs(23 * HOUR_MS);
    await presetJoinToken(lab.lab, 'preset-and-kept-on');
    lab.skipMs(2 * HOUR_MS);
    expect(await join('preset-and-forgotten')).toBe(403);
    expect(await join('preset-and-kept-on')).toBe(201);
  });

  it('lets one agent join when two processes preset it at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => presetJoinToken(lab.lab, 'preset-by-several')));
    const statuses = await Promise.all([1, 2, 3].map(() => join('preset-by-several')));
    expect(statuses.sort()).toEqual([201, 403, 403]);
  });
});

describe('open join tokens', () => {
  const list = async () => (await listJoinTokens(lab.lab)).tokens;
  const make = (labels?: string[]) =>
    request<{ token: string }>(lab.url, 'POST', '/api/v1/join-tokens', { token: ADMIN_TOKEN, body: { labels } });

  it('are listed without their secrets until one is used or lapses, the newest first', async () => {
    const before = (await list()).length;
    const { token } = (await make(['c8i'])).body;
    await make();
    const open = await list();
    expect(open.length).toBe(before + 2);
    expect(open[1]).toMatchObject({ createdByName: null, launchId: null, labels: ['c8i'] });
    expect(JSON.stringify(open)).not.toContain(token);
    expect(await join(token)).toBe(201);
    expect((await list()).map(({ labels }) => labels)).not.toContainEqual(['c8i']);
    lab.skipMs(25 * HOUR_MS);
    expect(await list()).toEqual([]);
  });

  it('are good for nothing once revoked, also where the environment names the token again', async () => {
    const secret = 'preset-and-revoked-then';
    await presetJoinToken(lab.lab, secret);
    const [open] = await list();
    const revoke = () => request(lab.url, 'DELETE', `/api/v1/join-tokens/${open?.id}`, { token: ADMIN_TOKEN });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(404);
    expect(await join(secret)).toBe(403);
    await presetJoinToken(lab.lab, secret);
    expect([await list(), await join(secret)]).toEqual([[], 403]);
  });
});

describe('the token of a pool', () => {
  const TOKEN = 'of-a-pool-whose-nodes-come-and-go';
  const hosts = () => lab.lab.database.client.host.count();

  it('lets every agent join, each as a host of its own, for as long as the instance has it', async () => {
    lab.lab.poolTokenHash = hashSecret(TOKEN);
    const before = await hosts();
    expect(await Promise.all([1, 2, 3].map(() => join(TOKEN)))).toEqual([201, 201, 201]);
    lab.skipMs(400 * 24 * HOUR_MS);
    expect(await join(TOKEN)).toBe(201);
    expect(await hosts()).toBe(before + 4);
    lab.lab.poolLabels = ['c8i', 'rack-2'];
    expect(await join(TOKEN)).toBe(201);
    lab.lab.poolLabels = [];
    expect(await lab.lab.database.client.host.count({ where: { labels: { equals: ['c8i', 'rack-2'] } } })).toBe(1);
    lab.lab.poolTokenHash = hashSecret(`${TOKEN}, changed`);
    expect(await join(TOKEN)).toBe(403);
    lab.lab.poolTokenHash = null;
    expect(await join(TOKEN)).toBe(403);
  });

  it('makes no second host of a life that missed its answer', async () => {
    lab.lab.poolTokenHash = hashSecret(TOKEN);
    const before = await hosts();
    const life = randomUUID();
    expect([await join(TOKEN, life), await join(TOKEN, life)]).toEqual([201, 201]);
    expect(await hosts()).toBe(before + 1);
  });
});

describe('a host that was removed', () => {
  async function removed(joinToken: string): Promise<number> {
    const life = randomUUID();
    const body = { joinToken, incarnationId: life, name: 'x', agentVersion: '1', facts: FACTS };
    const joined = await request<{ hostId: string }>(lab.url, 'POST', '/api/v1/agent/join', { body });
    expect(joined.status).toBe(201);
    const remove = await request(lab.url, 'DELETE', `/api/v1/hosts/${joined.body.hostId}`, { token: ADMIN_TOKEN });
    expect(remove.status).toBe(204);
    return join(joinToken, life);
  }

  it('is not let in again with the token that its agent has used', async () => {
    await presetJoinToken(lab.lab, 'preset-and-then-removed');
    expect(await removed('preset-and-then-removed')).toBe(403);
    lab.lab.poolTokenHash = hashSecret('of-a-pool-with-a-node-removed');
    expect(await removed('of-a-pool-with-a-node-removed')).toBe(403);
    lab.lab.poolTokenHash = null;
  });
});

describe('MILLIONRPS_JOIN_TOKEN', () => {
  const read = (token?: string) =>
    readConfig({
      DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/x',
      MILLIONRPS_DATA: '/nowhere',
      MILLIONRPS_SECRET: 'a-secret-of-at-least-32-characters',
      ...(token !== undefined && { MILLIONRPS_JOIN_TOKEN: token }),
    });

  it('is nothing unless set, and has 16 characters at least', () => {
    expect(read().joinToken).toBeNull();
    expect(read('0123456789abcdef').joinToken).toBe('0123456789abcdef');
    expect(() => read('0123456789abcde')).toThrow(/MILLIONRPS_JOIN_TOKEN is not usable/);
  });
});
