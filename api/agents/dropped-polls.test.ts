import { type ClientRequest, request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../contract/host.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type { RunSpec } from '../contract/spec.ts';
import { hashSecret } from '../platform/store/ids.ts';
import { sweep } from '../sweep.ts';
import { apart, FakeAgent, nic, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { knownAgent } from './known-agent.ts';
import { Polls } from './poll-commands.ts';
import { type AgentRecord, lockAgent } from './store/agents.ts';

let lab: TestLab;
let agent: FakeAgent;
/** Of the same database, as another replica has it. */
let other: TestLab;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  other = await openLab({ stillClock: true, databaseUrl: lab.databaseUrl });
  agent = await FakeAgent.join(lab);
});
afterEach(async () => {
  await other.abandon();
  await lab.close();
});

const rows = () => lab.lab.database.client.agent.findUniqueOrThrow({ where: { hostId: agent.hostId } });
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
const statusAt = async (one: TestLab, hostId = agent.hostId): Promise<string> =>
  (await person(one)<Host>('GET', `/hosts/${hostId}`)).body.status;
/** What every replica says. */
const statuses = async () => [await statusAt(lab), await statusAt(other)];
const later = (ms: number): void => {
  for (const one of [lab, other]) one.skipMs(ms);
};
const read = async (id: string): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${id}`)).body;

/** A poll that is open: the process is there as long as its socket. */
async function openPoll(at = lab): Promise<ClientRequest> {
  const { pollId: before } = await rows();
  const body = JSON.stringify({ incarnationId: agent.incarnationId, holding: [], waitMs: 20_000 });
  const headers = {
    authorization: `Bearer ${agent.credential}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const poll = httpRequest(`${at.url}/api/v1/agent/poll`, { method: 'POST', headers });
  poll.on('error', () => {});
  poll.end(body);
  await until(async () => (await rows()).pollId !== before);
  return poll;
}

/** As a request of the agent knows it. */
async function known(): Promise<AgentRecord> {
  const record = await knownAgent(lab.lab.database, hashSecret(agent.credential));
  if (!record) throw new Error('the agent is not known');
  return record;
}

/** As the kernel does when the process dies. */
async function die(poll: ClientRequest): Promise<void> {
  poll.socket?.destroy();
  await until(async () => (await rows()).cutOffAtUs !== null);
}

describe('an agent whose socket is gone', () => {
  it('is offline 3 s later at every replica, and ready again with its next poll, of whichever', async () => {
    const poll = await openPoll();
    later(2_999);
    expect(await statuses()).toEqual(['ready', 'ready']);
    await die(poll);
    expect(await statuses()).toEqual(['ready', 'ready']);
    later(3_000);
    expect(await statuses()).toEqual(['offline', 'offline']);
    const refused = await person(other)<Problem>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) });
    expect([refused.status, refused.body.code]).toEqual([409, 'host-offline']);
    const again = await openPoll(other);
    expect(await statuses()).toEqual(['ready', 'ready']);
    await die(again);
  });

  it('is ready with the hello of its next life', async () => {
    await die(await openPoll());
    later(3_000);
    agent.reborn();
    await agent.hello();
    expect(await statuses()).toEqual(['ready', 'ready']);
  });

  it('still beats once, of before: that is no poll', async () => {
    await die(await openPoll());
    await agent.heartbeat();
    later(3_000);
    expect(await statuses()).toEqual(['offline', 'offline']);
  });
});

describe('an agent that lives', () => {
  it('never flickers as its polls end after their wait and are asked again', async () => {
    for (let i = 0; i < 20; i++) {
      await agent.poll(5);
      expect((await rows()).cutOffAtUs).toBeNull();
      later(1_000);
      await agent.heartbeat();
      expect(await statuses()).toEqual(['ready', 'ready']);
    }
  });

  it('is not cut off by a poll that ends after it asked the next', async () => {
    const record = await known();
    const input = { incarnationId: agent.incarnationId, holding: [], waitMs: 20_000 };
    const stopping = new AbortController().signal;
    const [old, next] = [new AbortController(), new AbortController()];
    const ended = new Polls(lab.lab).poll(record, input, { closed: old.signal, stopping });
    await until(async () => (await rows()).pollId !== null);
    const first = (await rows()).pollId;
    const held = new Polls(other.lab).poll(record, input, { closed: next.signal, stopping });
    await until(async () => (await rows()).pollId !== first);
    old.abort();
    await ended;
    expect((await rows()).cutOffAtUs).toBeNull();
    next.abort();
    await held;
    expect((await rows()).cutOffAtUs).not.toBeNull();
  });

  it('is cut off by a poll whose side is gone before anything is looked for', async () => {
    await agent.poll(5);
    const record = await known();
    const input = { incarnationId: agent.incarnationId, holding: [], waitMs: 20_000 };
    await new Polls(lab.lab).poll(record, input, {
      closed: AbortSignal.abort(),
      stopping: new AbortController().signal,
    });
    expect((await rows()).cutOffAtUs).not.toBeNull();
  });

  it('is given its work while something else changes what is known of it', async () => {
    let whilst: unknown;
    await lab.lab.database.transaction(async (tx) => {
      await lockAgent(tx, (await rows()).id);
      whilst = await Promise.race([agent.poll(5), new Promise((resolve) => setTimeout(resolve, 4_000, 'held up'))]);
    });
    expect(whilst).not.toBe('held up');
    await agent.poll(5);
    expect((await rows()).pollId).not.toBeNull();
  });

  it('is ready soon after, though its poll came while something else changed what is known of it', async () => {
    await die(await openPoll());
    const record = await known();
    const open = new AbortController();
    const input = { incarnationId: agent.incarnationId, holding: [], waitMs: 20_000 };
    let poll: Promise<unknown> | undefined;
    await lab.lab.database.transaction(async (tx) => {
      await lockAgent(tx, record.id);
      poll = new Polls(lab.lab).poll(record, input, { closed: open.signal, stopping: new AbortController().signal });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect((await rows()).cutOffAtUs).not.toBeNull();
    });
    await until(async () => (await rows()).cutOffAtUs === null);
    open.abort();
    await poll;
    expect((await rows()).cutOffAtUs).not.toBeNull();
  });

  it('is not cut off by a poll that was never noted and is dropped after the next was', async () => {
    const record = await known();
    const next = await openPoll();
    const input = { incarnationId: agent.incarnationId, holding: [], waitMs: 20_000 };
    await new Polls(other.lab).poll(record, input, {
      closed: AbortSignal.abort(),
      stopping: new AbortController().signal,
    });
    expect((await rows()).cutOffAtUs).toBeNull();
    await die(next);
  });

  it('is not cut off by an API that stops: its connections are closed by that', async () => {
    const poll = await openPoll(other);
    const closed = new Promise((resolve) => poll.once('close', resolve));
    await other.app.close();
    await closed;
    await other.lab.database.db.$queryRaw`SELECT 1`;
    expect((await rows()).cutOffAtUs).toBeNull();
    later(3_000);
    expect(await statusAt(lab)).toBe('ready');
  });
});

describe('a queued run of which an agent is cut off', () => {
  /** It waited for the other host, which is free now. */
  async function queued(): Promise<string> {
    const server = await FakeAgent.join(lab, 'lab-2', { nics: [nic('eth0', ['192.0.2.5/24'])] });
    const post = async (spec: RunSpec): Promise<string> =>
      (await person(lab)<Run>('POST', '/runs', { name: 'x', spec })).body.id;
    const first = await post(specFor(server.hostId));
    const waiting = await post(apart(server.hostId, agent.hostId));
    await die(await openPoll());
    later(3_000);
    await person(lab)('POST', `/runs/${first}/cancel`);
    await server.obeyUntil(null, lab, first);
    await sweep(lab.lab);
    expect(await read(waiting)).toMatchObject({ state: 'queued', failure: null });
    return waiting;
  }

  it('goes on once the agent is back', async () => {
    const id = await queued();
    await die(await openPoll());
    await sweep(lab.lab);
    expect((await read(id)).state).toBe('preparing');
  });

  it('is refused once the agent was not heard for long', async () => {
    const id = await queued();
    later(30_000);
    await sweep(lab.lab);
    expect((await read(id)).failure?.code).toBe('host-offline');
  });
});
