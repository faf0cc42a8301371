import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { DOCUMENTATION } from '../../contract/routes.ts';
import { FakeAgent, person, request } from '../../testing/fake-agent.ts';
import { type LabOptions, openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
const open = async (options: LabOptions = {}): Promise<TestLab> => (lab = await openLab(options));
afterEach(() => lab.close());

type Refused = { code: string; detail: string };
const visit = (client?: string) =>
  request<Refused>(lab.url, 'GET', '/api/v1/shared/made-up', {
    headers: client === undefined ? {} : { 'x-forwarded-for': client },
  });

async function visits(count: number, client?: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const some = Array.from({ length: Math.min(20, count - statuses.length) }, () => visit(client));
    for (const { status } of await Promise.all(some)) statuses.push(status);
  }
  return statuses;
}

it('refuses an address that opens links 600 times a minute, and nobody with a credential', async () => {
  await open();
  const agent = await FakeAgent.join(lab, 'lab-1');
  expect(new Set(await visits(599))).toEqual(new Set([404]));
  const refused = await visit();
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    429,
    expect.stringContaining('application/problem+json'),
  ]);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  const { code, detail } = refused.body;
  expect({ code, detail }).toEqual({
    code: 'too-many-requests',
    detail: `Too many requests from this address; try again in ${seconds} s.`,
  });
  const join = await request(lab.url, 'POST', '/api/v1/agent/join', { body: {} });
  const signIn = await request(lab.url, 'POST', '/api/auth/sign-in/email', { body: {} });
  expect([join.status, signIn.status]).toEqual([429, 429]);
  for (const url of [DOCUMENTATION.document, `${DOCUMENTATION.pages}/`, `${DOCUMENTATION.pages}/static/index.html`])
    expect((await request(lab.url, 'GET', url)).status).toBe(429);
  expect((await agent.heartbeat()).status).toBe(200);
  expect((await person(lab)('GET', '/runs')).status).toBe(200);
  expect((await request(lab.url, 'GET', '/api/v1/ready')).status).toBe(200);
});

it('asks the database once for all who ask meanwhile whether it is ready', async () => {
  await open();
  const ping = vi.spyOn(lab.lab.database, 'ping');
  const asked = Array.from({ length: 200 }, () => request(lab.url, 'GET', '/api/v1/ready'));
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(ping.mock.calls.length).toBeLessThan(100);
  ping.mockRejectedValueOnce(new Error('gone'));
  expect((await request(lab.url, 'GET', '/api/v1/ready')).status).toBe(503);
  expect((await request(lab.url, 'GET', '/api/v1/ready')).status).toBe(200);
});

it('counts the clients that a trusted proxy names, and a network of IPv6 as one', async () => {
  await open({ trustedProxies: ['127.0.0.0/8'] });
  await visits(600, '2001:db8:1:2::1');
  expect((await visit('2001:db8:1:2:ffff::2')).status).toBe(429);
  expect((await visit('2001:db8:1:3::1')).status).toBe(404);
  await visits(600, '::ffff:203.0.113.7');
  expect((await visit('203.0.113.7')).status).toBe(429);
  expect((await visit('::FFFF:cb00:7107')).status).toBe(429);
  expect((await visit('203.0.113.8')).status).toBe(404);
});

it('answers thirty requests of an address at once, and the next when one of them is over', async () => {
  await open();
  const sockets = await Promise.all(Array.from({ length: 30 }, halfAsked));
  const refused = await visit();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await visit()).status).toBe(404);
});

/** Its request was read up to the body, which never comes. */
async function halfAsked(): Promise<Socket> {
  const { hostname, port } = new URL(lab.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /api/v1/agent/join HTTP/1.1', 'host: x', 'content-type: application/json'];
  socket.write([...head, 'content-length: 100', 'expect: 100-continue', '', ''].join('\r\n'));
  // That it goes on is said before the request is handed over.
  await once(socket, 'data');
  return socket;
}
