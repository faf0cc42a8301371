import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../contract/agent-commands.ts';
import type { Host } from '../../contract/host.ts';
import type { Problem } from '../../contract/primitives.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { sweep } from '../../sweep.ts';
import { apart, FakeAgent, loadResult, nic, person } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let server: FakeAgent;
let client: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  server = await FakeAgent.join(lab, 'srv', { bootId: 's', nics: [nic('eth0', ['192.0.2.5/24'])] });
  client = await FakeAgent.join(lab, 'cli', { bootId: 'c', nics: [nic('eth0', ['192.0.2.9/24'])] });
});
afterEach(() => lab.close());

const spec = (): RunSpec => apart(server.hostId, client.hostId);
const post = async (asked = spec()) => (await person(lab)<Run>('POST', '/runs', { name: 'two', spec: asked })).body.id;
const read = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;
const statuses = async () =>
  Promise.all(
    [server, client].map(async ({ hostId }) => (await person(lab)<Host>('GET', `/hosts/${hostId}`)).body.status),
  );
const nameOf = (agent: FakeAgent) => (agent === server ? 'srv' : 'cli');

/** The next command of either agent, and whose it is. Both are asked in turn, as either may be next. */
async function next(): Promise<{ agent: FakeAgent; command: Command }> {
  for (let tries = 0; tries < 200; tries++) {
    for (const agent of [server, client]) {
      const [command, more] = await agent.poll(10);
      if (more) throw new Error(`${nameOf(agent)} was asked for ${command?.type} and ${more.type} at once`);
      if (command) return { agent, command };
    }
  }
  throw new Error('nobody was asked for anything');
}

/** Both obey until one is asked for this. */
async function until(type: Command['type']): Promise<{ agent: FakeAgent; command: Command }> {
  for (;;) {
    const asked = await next();
    if (asked.command.type === type) return asked;
    await asked.agent.obey(asked.command);
  }
}

/** Both obey to the end; what they were asked for, in order. */
async function obeyToTheEnd(id: string, before = async () => {}): Promise<string[]> {
  const asked: string[] = [];
  while ((await read(id)).endedAtUs === null) {
    const { agent, command } = await next();
    asked.push(`${nameOf(agent)} ${command.type}`);
    await before();
    await agent.obey(command);
  }
  return asked;
}

const STEP = ['srv open-window', 'cli drive-load', 'srv close-window'];

describe('a run over two hosts', () => {
  it('asks each host for its part, in order, and frees both', async () => {
    const id = await post();
    expect(await statuses()).toEqual(['busy', 'busy']);
    const asked = await obeyToTheEnd(id);
    expect(asked.slice(0, 2).sort()).toEqual(['cli prepare', 'srv prepare']);
    expect(asked.slice(2, 4).sort()).toEqual(['cli apply-tuning', 'srv apply-tuning']);
    expect(asked.slice(4, 12)).toEqual(['srv start-target', 'cli preflight', ...STEP, ...STEP]);
    expect(asked.slice(12, 14).sort()).toEqual(['cli stop', 'srv stop']);
    expect(asked.slice(14).sort()).toEqual(['cli restore', 'srv restore']);
    const run = await read(id);
    expect(run.state).toBe('finished');
    expect(run.steps.map((s) => s.status)).toEqual(['measured', 'measured']);
    expect(run.findings.filter(({ code }) => code === 'shared-machine')).toEqual([]);
    expect(await statuses()).toEqual(['ready', 'ready']);
  });

  it("has the target listen on the address that both share, on the port that the server's agent found", async () => {
    const id = await post();
    const { command } = await until('start-target');
    expect(command).toMatchObject({ listen: '192.0.2.5', target: { port: 9000 } });
    await server.obey(command);
    const load = await until('drive-load');
    expect(load.command).toMatchObject({ url: 'http://192.0.2.5:9000' });
    await client.obey(load.command);
    expect((await read(id)).target?.url).toBe('http://192.0.2.5:9000');
  });

  it("takes each side's figures from its own frames, whatever its clock says", async () => {
    const id = await post();
    const skewUs = -7_200_000_000;
    const now = Date.now() * 1000;
    const opened = await until('open-window');
    const from = now + skewUs;
    // A frame of the host that this step did not make stands before the window.
    await server.report([
      server.layoutEntry(),
      server.frameEntry(id, from - 1e6, [0, 0, 0, 0]),
      server.frameEntry(id, from, [1e5, 0, 0, 7]),
      server.outcomeEntry(opened.command, { result: { type: 'open-window', atUs: from } }),
    ]);
    const load = await until('drive-load');
    const ticks = [1, 2, 3, 4, 5].map((s) =>
      server.frameEntry(id, from + s * 1e6, [1e5 + s * 2e5, 0, 0, 7 + s * 10_000]),
    );
    await server.report(ticks);
    const ofTool = [0, 1, 2, 3, 4, 5].map((s) => client.frameEntry(id, now + s * 1e6, [0, s * 3e5, 0, 0]));
    client.sequence = 1000;
    await client.report([
      { ...client.layoutEntry(), sequence: 1001 },
      ...ofTool.map((entry, i) => ({ ...entry, sequence: 1002 + i })),
    ]);
    client.sequence = 1100;
    await client.report([client.outcomeEntry(load.command, { result: loadResult(now) })]);
    const closed = await until('close-window');
    expect((await read(id)).steps[0]?.point).toBeNull();
    await server.report([
      server.outcomeEntry(closed.command, {
        result: { type: 'close-window', atUs: from + 5e6, placement: null, drift: [], profiles: [] },
      }),
    ]);
    const { point } = (await read(id)).steps[0] ?? {};
    expect(point).toMatchObject({ serverRequests: 50_000, serverCpuUsPerRequest: 20, sampleGapSeconds: 0 });
    expect(point?.serverCpus).toBeCloseTo(0.2, 9);
    expect(point?.clientCpuUsPerRequest).toBeCloseTo(30, 9);
    expect(point?.startedAtUs).toBe(now);
  });

  it('is not blocked when both agents store frames and answer at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await post();
      const commands = [await next(), await next()];
      const t0 = Date.now() * 1000;
      const replies = await Promise.all(
        commands.map(({ agent, command }) => {
          const entries = [agent.layoutEntry(), ...[1, 2, 3].map((s) => agent.frameEntry(id, t0 + s, [s, s, 0, s]))];
          const result: Record<string, unknown> = { type: 'prepare', port: agent === server ? 9000 : null };
          return agent.report([
            ...entries,
            agent.outcomeEntry(command, { result: { ...result, toolVersion: null } as never }),
          ]);
        }),
      );
      expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
      expect((await read(id)).state).toBe('tuning');
      await person(lab)('POST', `/runs/${id}/cancel`);
      await obeyToTheEnd(id);
    }
  });

  it('is refused where the hosts cannot meet, with the field at fault', async () => {
    const asked = { ...spec(), server: { hostId: server.hostId, address: '192.0.2.77' } };
    const { status, body } = await person(lab)<Problem>('POST', '/runs', { name: 'two', spec: asked });
    expect(status).toBe(422);
    expect(body.fields[0]).toEqual({
      path: 'spec.server.address',
      message: 'srv has no address 192.0.2.77; its agent found 192.0.2.5.',
    });
    expect(await statuses()).toEqual(['ready', 'ready']);
  });
});

describe('when it goes wrong in a measured step', () => {
  it('the client lost in it: the server is stopped and restored, the client dirty until it comes back', async () => {
    const id = await post();
    await until('drive-load');
    lab.skipMs(40_000);
    await server.heartbeat(id);
    lab.skipMs(25_000);
    await sweep(lab.lab);
    expect(await obeyBy(server)).toEqual(['stop', 'restore']);
    const run = await read(id);
    expect(run.state).toBe('failed');
    expect(run.failure?.sentence).toMatch(/agent on cli stopped answering/);
    expect(run.steps[0]?.status).toBe('failed');
    await server.heartbeat();
    expect(await statuses()).toEqual(['ready', 'offline']);
    client.reborn();
    await client.hello();
    expect(await statuses()).toEqual(['ready', 'ready']);
  });

  it('the server lost while its window is open: the client is stopped and restored', async () => {
    const id = await post();
    const { command } = await until('drive-load');
    lab.skipMs(40_000);
    await client.heartbeat(id);
    lab.skipMs(25_000);
    await sweep(lab.lab);
    expect((await read(id)).failure?.sentence).toMatch(/agent on srv stopped answering/);
    // What the tool still says of the step comes too late to count.
    await client.obey(command);
    expect(await obeyBy(client)).toEqual(['stop', 'restore']);
    const run = await read(id);
    expect([run.state, run.steps[0]?.status, run.steps[0]?.point]).toEqual(['failed', 'failed', null]);
  });

  it('canceled between the window and the load: no load is driven, both hosts are put back', async () => {
    const id = await post();
    const { command } = await until('open-window');
    await person(lab)('POST', `/runs/${id}/cancel`);
    await server.obey(command);
    const asked = await obeyToTheEnd(id);
    expect([...asked].sort()).toEqual(['cli restore', 'cli stop', 'srv restore', 'srv stop']);
    expect((await read(id)).state).toBe('canceled');
    expect(await statuses()).toEqual(['ready', 'ready']);
  });

  it('a window that cannot be closed: the step fails with the reason, and so does the run', async () => {
    const id = await post();
    const { command } = await until('close-window');
    const failure = { code: 'close-window-failed', sentence: 'The sample at the edge of the load failed on srv: x.' };
    await server.obey(command, { status: 'failed', result: null, failure });
    await obeyToTheEnd(id);
    const run = await read(id);
    expect([run.state, run.failure]).toEqual(['failed', failure]);
    expect(run.steps.map((s) => [s.status, s.point])).toEqual([
      ['failed', null],
      ['skipped', null],
    ]);
    expect(await statuses()).toEqual(['ready', 'ready']);
  });

  it('the target and the load ending at the same moment: neither report waits for the other', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await post();
      const { command } = await until('drive-load');
      const t0 = Date.now() * 1000;
      const some = (agent: FakeAgent) => [
        agent.layoutEntry(),
        ...[1, 2, 3].map((s) => agent.frameEntry(id, t0 + s, [s, s, 0, s])),
      ];
      await Promise.all([server, client].map((agent) => agent.report(some(agent))));
      const failure = { code: 'tool-failed', sentence: 'It broke.' };
      server.sequence += 1;
      const sentence = 'The target ended.';
      const head = { sequence: server.sequence, type: 'target-exited' as const, runId: id };
      const replies = await Promise.all([
        server.report([{ ...head, sentence, artifacts: [] }]),
        client.report([...some(client), client.outcomeEntry(command, { status: 'failed', failure })]),
      ]);
      expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
      await obeyToTheEnd(id);
      expect((await read(id)).failure?.sentence).toBe(sentence);
    }
  });

  it('a load that fails: the step says so, and the next has a window of its own', async () => {
    const id = await post();
    const { command } = await until('drive-load');
    const failure = { code: 'tool-failed', sentence: 'autocannon on cli ended with exit status 1.' };
    await client.obey(command, { status: 'failed', result: null, failure });
    const asked = await obeyToTheEnd(id);
    expect(asked.slice(0, 4)).toEqual(['srv close-window', ...STEP]);
    const run = await read(id);
    expect(run.state).toBe('finished');
    expect(run.steps.map((s) => [s.status, s.failure])).toEqual([
      ['failed', failure],
      ['measured', null],
    ]);
  });
});

describe('when the API is killed', () => {
  it('before any of the answers, another process goes on, and nothing is asked for twice', async () => {
    const id = await post({
      ...spec(),
      load: { ...spec().load, steps: spec().load.steps.slice(0, 1), warmupSeconds: 1 },
    });
    const restart = async () => {
      await lab.abandon();
      lab = await openLab({ databaseUrl: lab.databaseUrl });
      server.dial(lab);
      client.dial(lab);
    };
    const asked = await obeyToTheEnd(id, restart);
    expect(asked.slice(4, 10)).toEqual(['srv start-target', 'cli preflight', 'cli drive-load', ...STEP]);
    expect(asked).toHaveLength(14);
    expect((await read(id)).state).toBe('finished');
  });

  it("between open-window's answer and the load, the load is still asked for", async () => {
    const id = await post();
    const { command } = await until('open-window');
    await server.obey(command);
    await lab.abandon();
    lab = await openLab({ databaseUrl: lab.databaseUrl });
    server.dial(lab);
    client.dial(lab);
    expect((await obeyToTheEnd(id))[0]).toBe('cli drive-load');
    expect((await read(id)).state).toBe('finished');
  });
});

/** One agent obeys while it is asked for anything. */
async function obeyBy(agent: FakeAgent): Promise<string[]> {
  const asked: string[] = [];
  for (;;) {
    const [command] = await agent.poll(300);
    if (!command) return asked;
    asked.push(command.type);
    await agent.obey(command);
  }
}
