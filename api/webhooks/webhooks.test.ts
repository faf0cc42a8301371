import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type {
  CreateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from '../contract/webhook.ts';
import { newId } from '../platform/store/ids.ts';
import { keepCertificate } from '../platform/tls/certificate.ts';
import { closedStep, FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { beginDue, prune } from './deliver.ts';
import { failPending, insertDeliveries } from './store/deliveries.ts';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A program of somebody else: answers as it is told, and keeps what it got. */
class Receiver {
  readonly received: Received[] = [];
  answer: (response: http.ServerResponse) => void = (response) => response.end('thanks');
  private readonly server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    this.received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() });
    this.answer(response);
  });

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }
  url = (path = '/hook', host = '127.0.0.1'): string =>
    `http://${host}:${(this.server.address() as AddressInfo).port}${path}`;
  status = (status: number, headers: Record<string, string> = {}, body = ''): void => {
    this.answer = (response) => response.writeHead(status, headers).end(body);
  };
  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

let lab: TestLab;
let receiver: Receiver;
beforeEach(async () => {
  lab = await openLab({ stillClock: true, webhookNetworks: ['127.0.0.0/8'], publicUrl: 'https://lab.example' });
  receiver = await new Receiver().open();
});
afterEach(async () => {
  receiver.close();
  await lab.close();
});

const call = <T>(method: string, path = '', body?: unknown, of = lab) =>
  person(of)<T>(method, `/webhooks${path}`, body);

const asked = (over: Partial<CreateWebhook> = {}): CreateWebhook => ({
  ...{ url: receiver.url(), description: 'chat', eventTypes: ['run.finished', 'experiment.finished'] },
  template: 'standard',
  ...over,
});

async function make(over: Partial<CreateWebhook> = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await call<WebhookWithSecret>('POST', '', asked(over));
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.webhook.id, secret: body.secret };
}

async function queued({ hostId }: FakeAgent): Promise<Run> {
  const spec = specFor(hostId, { steps: [closedStep(10)] });
  const { status, body } = await person(lab)<Run>('POST', '/runs', { name: 'of the shop', spec });
  expect(status).toBe(201);
  return body;
}

/** As the loop of the process does, until nothing is due. */
async function deliver(of = lab): Promise<void> {
  const going = new AbortController().signal;
  for (;;) {
    const begun = await beginDue(of.lab, going);
    if (begun.length === 0) return;
    await Promise.all(begun);
  }
}

const log = async (id: string): Promise<WebhookDelivery[]> =>
  (await call<WebhookDeliveryList>('GET', `/${id}/deliveries`)).body.deliveries;
const test = async (id: string): Promise<WebhookDelivery> => (await call<WebhookDelivery>('POST', `/${id}/test`)).body;
const only = async (id: string): Promise<WebhookDelivery> => {
  const [delivery, ...more] = await log(id);
  if (!delivery || more.length > 0) throw new Error(`${more.length + 1} deliveries`);
  return delivery;
};
const listed = async (id: string): Promise<Webhook | undefined> =>
  (await call<WebhookList>('GET')).body.webhooks.find((one) => one.id === id);

/** With the library of the standard, at the time of the receiver. */
function verify(secret: string, { headers, body }: Received): unknown {
  return new Verifier(secret).verify(body, headers);
}

describe('a webhook', () => {
  it('is told of a run that ended, with its figures and a signature that the library of the standard takes', async () => {
    const { secret, id } = await make();
    const agent = await FakeAgent.join(lab);
    const run = await queued(agent);
    await new ExperimentPlay(lab, agent).finishRun(run.id, 8000);
    await lab.lab.counting.done();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [got] = receiver.received as [Received];
    const event = verify(secret, got) as { type: string; timestamp: string; data: Record<string, unknown> };
    expect(event).toMatchObject({
      type: 'run.finished',
      data: { runId: run.id, state: 'finished', experimentId: null, link: `https://lab.example/runs/${run.id}` },
    });
    expect(event.data.sentence).toContain('8,000 req/s');
    expect(Math.abs(Date.parse(event.timestamp) - Date.now())).toBeLessThan(600_000);
    expect(() => verify(secret, { ...got, body: got.body.replace('8,000', '9,000') })).toThrow();
    expect(await only(id)).toMatchObject({
      state: 'delivered',
      nextAttemptAtUs: null,
      messageId: got.headers['webhook-id'],
      attempts: [{ status: 200, reply: 'thanks', fault: null }],
    });
  });

  it('is told of a run that was canceled, and of nothing that it does not want to know', async () => {
    const { id } = await make({ eventTypes: ['run.finished'] });
    const other = await make({ eventTypes: ['experiment.finished'] });
    const agent = await FakeAgent.join(lab);
    const run = await queued(agent);
    await person(lab)('POST', `/runs/${run.id}/cancel`);
    await agent.obeyUntil(null, lab, run.id);
    await deliver();
    expect(JSON.parse(receiver.received[0]?.body ?? '').data).toMatchObject({ runId: run.id, state: 'canceled' });
    expect(await log(other.id)).toEqual([]);
    expect(await listed(id)).toMatchObject({ pending: 0, last: { state: 'delivered', attempt: { status: 200 } } });
  });

  it('is told of an experiment once, as a message of Slack', async () => {
    await make({ eventTypes: ['experiment.finished'], template: 'slack' });
    const agent = await FakeAgent.join(lab);
    const play = new ExperimentPlay(lab, agent);
    const { id } = await play.make({ start: true, rounds: 3, question: 'Is <b> faster?' });
    await play.skip(id, 6, (configuration, round) => 8000 + 2000 * configuration + 10 * round);
    const { result } = await play.readDone(id);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const { text } = JSON.parse(receiver.received[0]?.body ?? '') as { text: string };
    expect(text).toBe(`Is &lt;b&gt; faster? ${result?.headline} <https://lab.example/experiments/${id}|Open>`);
  }, 120_000);

  it('is tried again with the same id, longer apart each time, until the tenth attempt', async () => {
    const { id, secret } = await make();
    receiver.status(500, {}, 'x'.repeat(5000));
    await test(id);
    await deliver();
    const first = await only(id);
    expect(first).toMatchObject({ state: 'pending', attempts: [{ status: 500, fault: 'It answered 500.' }] });
    expect(first.attempts[0]?.reply).toHaveLength(1024);
    const waitUs = (first.nextAttemptAtUs ?? 0) - (first.attempts[0]?.atUs ?? 0);
    expect(waitUs).toBeGreaterThanOrEqual(5e6);
    expect(waitUs).toBeLessThanOrEqual(5.5e6);
    lab.skipMs(4_000);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    for (let tries = 0; tries < 12; tries++) {
      lab.skipMs(27 * 3_600_000);
      await deliver();
    }
    expect(await only(id)).toMatchObject({ state: 'failed', nextAttemptAtUs: null });
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1);
    receiver.status(204);
    const again = await call<WebhookDelivery>('POST', `/${id}/deliveries/${first.id}/replay`);
    expect(again.body).toMatchObject({ state: 'pending', messageId: first.messageId });
    await deliver();
    expect(await only(id)).toMatchObject({ state: 'delivered' });
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(first.messageId);
    expect(() => verify(secret, receiver.received[0] as Received)).not.toThrow();
  });

  it('waits as long as a busy receiver asks', async () => {
    const { id } = await make();
    receiver.status(503, { 'retry-after': '600' });
    await test(id);
    await deliver();
    const { nextAttemptAtUs, attempts } = await only(id);
    expect((nextAttemptAtUs ?? 0) - (attempts[0]?.atUs ?? 0)).toBeGreaterThanOrEqual(600e6);
  });

  it('follows no redirect', async () => {
    const { id } = await make();
    receiver.status(302, { location: receiver.url('/elsewhere') });
    await test(id);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect((await only(id)).attempts[0]?.fault).toContain('redirect (302), which is not followed');
  });

  it('is disabled by 410, and sent nothing until it is enabled again', async () => {
    const { id } = await make();
    receiver.status(410);
    const { id: deliveryId } = await test(id);
    await test(id);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect((await log(id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect((await listed(id))?.disabledSentence).toContain('410');
    const refused = await call<Problem>('POST', `/${id}/deliveries/${deliveryId}/replay`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    receiver.status(200);
    await call('PATCH', `/${id}`, { enabled: true });
    await call('POST', `/${id}/deliveries/${deliveryId}/replay`);
    await deliver();
    expect((await log(id)).map(({ state }) => state).sort()).toEqual(['delivered', 'failed']);
  });

  it('takes both secrets for 24 hours after a rotation', async () => {
    const { id, secret } = await make();
    const rotated = (await call<WebhookWithSecret>('POST', `/${id}/rotate`)).body;
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.webhook.earlierSecretUntilUs).toBe(lab.lab.nowUs() + 86_400e6);
    await test(id);
    await deliver();
    const [both] = receiver.received as [Received];
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const one of [secret, rotated.secret]) expect(() => verify(one, both)).not.toThrow();
    lab.skipMs(86_400_000);
    await test(id);
    await deliver();
    const later = receiver.received[1] as Received;
    expect(later.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect((await listed(id))?.earlierSecretUntilUs).toBeNull();
  });

  it('gives up after 15 s without an answer, and keeps a status whose body never ends', async () => {
    const { id } = await make();
    receiver.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('y'.repeat(500)), 5);
      response.on('close', () => clearInterval(timer));
    };
    await test(id);
    await deliver();
    expect(await only(id)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
    receiver.answer = () => {};
    await test(id);
    await deliver();
    const [silent] = await log(id);
    expect(silent).toMatchObject({ state: 'pending', attempts: [{ fault: 'It gave no answer within 15 s.' }] });
  }, 60_000);
});

describe('what is not the internet', () => {
  it.each([
    'https://127.0.0.1:9/',
    'https://localhost:9/',
    'https://[::ffff:127.0.0.1]:9/',
    'https://2130706433:9/',
    'https://169.254.169.254/',
  ])('gets nothing: %s', async (url) => {
    const closed = await openLab({ databaseUrl: lab.databaseUrl });
    const { body } = await call<WebhookWithSecret>('POST', '', asked({ url }), closed);
    const { id } = body.webhook;
    await call('POST', `/${id}/test`, undefined, closed);
    await deliver(closed);
    expect((await only(id)).attempts[0]?.fault).toContain('no address of the internet');
    await closed.abandon();
  });

  it('takes plain HTTP only where networks are allowed, and only to them', async () => {
    const closed = await openLab({ databaseUrl: lab.databaseUrl });
    const refused = await call<Problem>('POST', '', asked(), closed);
    expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: 'url' }] } });
    await closed.abandon();
    const { id } = await make({ url: 'http://203.0.113.7/hook' });
    await test(id);
    await deliver();
    expect((await only(id)).attempts[0]?.fault).toContain('plain HTTP');
  });

  it('trusts no certificate that nobody vouches for', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'millionrps-receiver-'));
    let asked = 0;
    const { cert, key } = await keepCertificate(folder, ['localhost', '127.0.0.1'], Date.now());
    const server = https.createServer({ cert, key }, (_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { id } = await make({ url: `https://localhost:${(server.address() as AddressInfo).port}/hook` });
    await test(id);
    await deliver();
    expect((await only(id)).attempts[0]).toMatchObject({ status: null, fault: expect.stringContaining('self-signed') });
    expect(asked).toBe(0);
    server.close();
    await rm(folder, { recursive: true });
  });

  it('takes a name that leads to an allowed address', async () => {
    const { id } = await make({ url: receiver.url('/hook', 'localhost') });
    await test(id);
    await deliver();
    expect(await only(id)).toMatchObject({ state: 'delivered' });
  });
});

describe('two processes', () => {
  it('send each event once, and both sign alike', async () => {
    const { id, secret } = await make();
    const { databaseUrl } = lab;
    const other = await openLab({ databaseUrl, webhookNetworks: ['127.0.0.0/8'], secret: lab.lab.secret });
    for (let i = 0; i < 8; i++) await test(id);
    await Promise.all([deliver(), deliver(other), deliver(), deliver(other)]);
    await deliver();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(8);
    expect(ids).toHaveLength(8);
    for (const got of receiver.received) expect(() => verify(secret, got)).not.toThrow();
    await other.abandon();
  });

  it('forget no message that is still to be sent, however many came after it', async () => {
    const { id: webhookId } = await make();
    const message = (type: 'change.confirmed' | 'run.finished', atUs: number) => ({
      ...{ id: newId(), eventId: newId(), webhookId, type, atUs },
      data: { sentence: 'It happened.', link: 'https://lab.example/' },
    });
    const { db } = lab.lab.database;
    const nowUs = lab.lab.nowUs();
    const later = Array.from({ length: 1000 }, () => message('run.finished', nowUs));
    await insertDeliveries(db, [message('change.confirmed', nowUs - 40 * 86_400e6), ...later]);
    await prune(lab.lab);
    expect(await listed(webhookId)).toMatchObject({ pending: 1001 });
    await failPending(db, webhookId);
    await prune(lab.lab);
    expect(await db.webhookDelivery.groupBy({ by: ['type'], _count: true })).toEqual([
      { type: 'run.finished', _count: 1000 },
    ]);
  });

  it('sends what another took that died, with the same id', async () => {
    const { id } = await make();
    await test(id);
    const stopping = new AbortController();
    receiver.answer = () => stopping.abort();
    await Promise.all(await beginDue(lab.lab, stopping.signal));
    expect(await only(id)).toMatchObject({ state: 'pending', attempts: [] });
    receiver.status(200);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    lab.skipMs(61_000);
    await deliver();
    expect(await only(id)).toMatchObject({ state: 'delivered' });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('says so when the secret of the instance was changed', async () => {
    const { id } = await make();
    const moved = await openLab({ databaseUrl: lab.databaseUrl, webhookNetworks: ['127.0.0.0/8'] });
    await test(id);
    await deliver(moved);
    expect((await only(id)).attempts[0]?.fault).toContain('MILLIONRPS_SECRET');
    expect(receiver.received).toEqual([]);
    await moved.abandon();
  });
});
