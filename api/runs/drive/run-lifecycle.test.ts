import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Host } from '../../contract/host.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSeries } from '../../contract/samples.ts';
import { sweep } from '../../sweep.ts';
import { apart, closedStep, FakeAgent, loadResult, nic, person, specFor } from '../../testing/fake-agent.ts';
import { RESTORED } from '../../testing/fake-tuning.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { dispatchQueued } from './settle.ts';

/** What nobody waits for, on a busy machine. */
const WAITED = { timeout: 10_000 };

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const post = async (name = 'a run', over = {}) =>
  (await person(lab)<Run>('POST', '/runs', { name, spec: specFor(agent.hostId, over) })).body;
const read = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;
const host = async () => (await person(lab)<Host>('GET', `/hosts/${agent.hostId}`)).body;

describe('a run', () => {
  it('goes from the click to finished points, and frees its host', async () => {
    const { id, state } = await post();
    expect(state).toBe('preparing');
    expect((await host()).status).toBe('busy');
    await agent.obeyUntil(null, lab, id);
    const run = await read(id);
    expect(run.state).toBe('finished');
    expect(run.steps.map((s) => [s.status, s.point?.requestsPerSecond, s.point?.inFlightMax])).toEqual([
      ['measured', 10_000, 10],
      ['measured', 10_000, 100],
    ]);
    expect(run.target?.workers).toBe(1);
    expect(run.progress.remainingUs).toBeNull();
    expect((await host()).status).toBe('ready');
  });

  it("puts the host's own figures beside the tool's, from the frames that came before the outcome", async () => {
    const { id } = await post();
    const command = await agent.obeyUntil('drive-load', lab, id);
    if (!command) throw new Error('no load was asked for');
    const t0 = Date.now() * 1000;
    const frames = [0, 1, 2, 3, 4, 5].map((s) => agent.frameEntry(id, t0 + s * 1e6, [s * 2e5, s * 3e5, 0, s * 10_000]));
    await agent.report(
      [agent.layoutEntry(), ...frames, agent.outcomeEntry(command, { result: loadResult(t0) })].sort(bySequence),
    );
    const { point } = (await read(id)).steps[0] ?? {};
    expect(point?.serverRequests).toBe(50_000);
    expect(point?.serverCpuUsPerRequest).toBe(20);
    expect(point?.clientCpuUsPerRequest).toBeCloseTo(30, 9);
    const { body: series } = await person(lab)<RunSeries>('GET', `/runs/${id}/series`);
    const rates = series.hosts[0]?.columns.find((c) => c.name === 'requestsPerSecond');
    expect(rates?.values).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
    await agent.obeyUntil(null, lab, id);
    await sweep(lab.lab);
    expect(await lab.lab.database.client.frame.count({ where: { runId: id } })).toBe(0);
  });

  it('keeps the other steps when a tool fails, with its reason, command and output', async () => {
    const { id } = await post();
    const command = await agent.obeyUntil('drive-load', lab, id);
    if (!command) throw new Error('no load was asked for');
    const bytes = Buffer.from('it broke');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const put = await fetch(`${lab.url}/api/v1/agent/blobs/${sha256}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${agent.credential}`, 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    expect(put.status).toBe(204);
    await agent.obey(command, {
      status: 'failed',
      result: null,
      failure: { code: 'tool-failed', sentence: 'autocannon ended with status 1: it broke' },
      command: ['autocannon', '--json'],
      artifacts: [{ kind: 'tool-log', name: 'step-1.log', sha256, sizeBytes: bytes.length, mediaType: 'text/plain' }],
    });
    await agent.obeyUntil(null, lab, id);
    const run = await read(id);
    expect(run.state).toBe('finished');
    expect(run.steps[0]).toMatchObject({
      status: 'failed',
      command: ['autocannon', '--json'],
      failure: { sentence: 'autocannon ended with status 1: it broke' },
    });
    expect(run.steps[1]?.status).toBe('measured');
    const [artifact] = run.artifacts;
    const file = await fetch(`${lab.url}/api/v1/runs/${id}/artifacts/${artifact?.id}`, {
      headers: { authorization: 'Bearer a-token-for-tests-only' },
    });
    expect(await file.text()).toBe('it broke');
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('can be canceled at any time, twice, and is restored', async () => {
    const { id } = await post();
    await agent.obeyUntil('drive-load', lab, id);
    await person(lab)('POST', `/runs/${id}/cancel`);
    await person(lab)('POST', `/runs/${id}/cancel`);
    const stop = await agent.next();
    expect(stop.type).toBe('stop');
    await agent.obey(stop);
    const restore = await agent.next();
    expect(restore.type).toBe('restore');
    await agent.obey(restore);
    expect((await read(id)).state).toBe('canceled');
    expect((await host()).status).toBe('ready');
  });

  it('is the same run when the same request is sent again, also at the same moment', async () => {
    const body = { name: 'once', spec: specFor(agent.hostId) };
    const key = { 'idempotency-key': 'the-same-click' };
    const replies = await Promise.all([1, 2, 3].map(() => person(lab)<Run>('POST', '/runs', body, key)));
    expect(new Set(replies.map((r) => r.body.id)).size).toBe(1);
    expect(await lab.lab.database.client.run.count()).toBe(1);
    const [{ id }] = replies.map((reply) => reply.body) as [Run];
    await person(lab)('PATCH', `/runs/${id}`, { name: 'renamed since' });
    expect((await person(lab)<Run>('POST', '/runs', body, key)).body.id).toBe(id);
    const spec = { ...body.spec, tuning: { targetCpus: '0', server: null, clients: null } };
    const other = await person(lab)('POST', '/runs', { ...body, spec }, key);
    expect(other.status).toBe(409);
  });

  it('keeps the label of its revision: on the run, in the list and in documents, and with its key', async () => {
    const body = { name: 'labelled', spec: specFor(agent.hostId), revisionLabel: ' v1.2-rc3 ' };
    const key = { 'idempotency-key': 'labelled' };
    const { body: run } = await person(lab)<Run>('POST', '/runs', body, key);
    expect(run.revisionLabel).toBe('v1.2-rc3');
    const again = await person(lab)('POST', '/runs', { ...body, revisionLabel: 'v1.2' }, key);
    expect(again.status).toBe(409);
    await agent.obeyUntil(null, lab, run.id);
    const { body: list } = await person(lab)<{ runs: Run[] }>('GET', '/runs');
    expect(list.runs.map(({ id, revisionLabel }) => [id, revisionLabel])).toEqual([[run.id, 'v1.2-rc3']]);
    const document = await person(lab)<{ run: Run }>('GET', `/runs/${run.id}/export?format=json`);
    expect(document.body.run.revisionLabel).toBe('v1.2-rc3');
    for (const revisionLabel of ['', 'x'.repeat(101), 'two\nlines']) {
      expect((await person(lab)('POST', '/runs', { ...body, revisionLabel })).status).toBe(422);
    }
    const plain = await person(lab)<Run>('POST', '/runs', { ...body, revisionLabel: null });
    expect(plain.body).not.toHaveProperty('revisionLabel');
  });

  it('keeps its lease when many are queued on many hosts at the same moment', async () => {
    const agents = [agent, await FakeAgent.join(lab, 'lab-2'), await FakeAgent.join(lab, 'lab-3')];
    const spec = (a: FakeAgent) => ({ name: 'at once', spec: specFor(a.hostId) });
    await Promise.all(agents.map((a) => person(lab)('POST', '/runs', spec(a))));
    for (const a of agents) {
      const { lease } = (await a.heartbeat(null)).body;
      expect(lease).not.toBeNull();
      expect((await read(lease?.runId ?? '')).state).toBe('preparing');
    }
  });

  it('waits for its host, and the oldest goes first', async () => {
    const first = await post('first');
    const second = await post('second');
    const third = await post('third');
    expect([second.state, third.state]).toEqual(['queued', 'queued']);
    await agent.obeyUntil(null, lab, first.id);
    expect((await read(second.id)).state).toBe('preparing');
    expect((await read(third.id)).state).toBe('queued');
    await person(lab)('POST', `/runs/${third.id}/cancel`);
    expect((await read(third.id)).state).toBe('canceled');
  });
});

describe('reports', () => {
  it('count once however often they are sent', async () => {
    const { id } = await post();
    const prepare = await agent.next();
    const t0 = Date.now() * 1000;
    const batch = [
      agent.layoutEntry(),
      agent.frameEntry(id, t0, [0, 0, 0, 0]),
      agent.frameEntry(id, t0 + 1e6, [1, 1, 0, 1]),
    ];
    const outcome = agent.outcomeEntry(prepare, { result: { type: 'prepare', port: 9000, toolVersion: null } });
    const replies = [
      await agent.report(batch),
      await agent.report(batch),
      await agent.report([...batch, outcome]),
      await agent.report([...batch, outcome]),
    ];
    expect(replies.map((r) => r.body.acknowledgedSequence)).toEqual([3, 3, 4, 4]);
    expect(await lab.lab.database.client.frame.count({ where: { runId: id } })).toBe(2);
    expect((await read(id)).transitions.filter((t) => t.state === 'tuning')).toHaveLength(1);
  });

  it('of an unknown life, of another agent or for a purged run change nothing', async () => {
    const stranger = await FakeAgent.join(lab, 'lab-2');
    const { id } = await post();
    const prepare = await agent.next();
    const forged = await stranger.report([
      stranger.outcomeEntry(prepare, { result: { type: 'prepare', port: 1, toolVersion: null } }),
    ]);
    expect(forged.status).toBe(200);
    expect((await read(id)).state).toBe('preparing');
    const gone = await stranger.report([
      stranger.layoutEntry(),
      stranger.frameEntry('01890000-0000-7000-8000-000000000000', 1e15, [0, 0, 0, 0]),
    ]);
    expect(gone.status).toBe(200);
    stranger.reborn();
    const unknown = await stranger.report([stranger.layoutEntry()]);
    expect(unknown.status).toBe(410);
  });

  it('that cannot be stored are refused for good, and do not keep others back', async () => {
    const { id } = await post();
    const prepare = await agent.next();
    const strange = agent.frameEntry(id, Date.now() * 1000, [1]);
    expect((await agent.report([strange])).status).toBe(422);
    const failure = { code: 'x', sentence: 'it said \u0000' };
    const unstorable = await agent.report([agent.outcomeEntry(prepare, { status: 'failed', failure })]);
    expect(unstorable.status).toBe(422);
    await agent.obeyUntil(null, lab, id);
    expect((await read(id)).failure?.code).toBe('report-refused');
  });

  it('of one run that cannot be moved leave the sweep to all others', async () => {
    const other = await FakeAgent.join(lab, 'lab-2');
    const broken = await post();
    const { body: sound } = await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(other.hostId) });
    await lab.lab.database.client.run.update({ where: { id: broken.id }, data: { spec: { specVersion: 99 } } });
    lab.skipMs(61_000);
    await sweep(lab.lab);
    expect((await read(sound.id)).state).toBe('failed');
  });

  it('are sealed after a minute while the step goes on', async () => {
    const { id } = await post();
    // By a clock that is a day behind: how old a frame is says the API's own.
    const t0 = lab.lab.nowUs() - 86_400e6;
    const frame = (s: number) => agent.frameEntry(id, t0 + s * 1e6, [s, s, 0, s * 100]);
    await agent.report([agent.layoutEntry(), ...Array.from({ length: 60 }, (_, s) => frame(s))]);
    lab.skipMs(61_000);
    await agent.report(Array.from({ length: 30 }, (_, s) => frame(60 + s)));
    const { client } = lab.lab.database;
    await vi.waitFor(async () => expect(await client.frame.count({ where: { runId: id } })).toBe(0), WAITED);
    expect((await client.sampleChunk.findMany({ where: { runId: id } })).map((c) => c.frames)).toEqual([90]);
    const { body } = await person(lab)<RunSeries>('GET', `/runs/${id}/series`);
    expect(body.hosts[0]?.timesUs).toHaveLength(89);
  });

  it('are acknowledged while older ones wait to be sealed', async () => {
    const { id } = await post();
    const frame = (ageUs: number) => agent.frameEntry(id, lab.lab.nowUs() - ageUs, [1, 1, 0, 100]);
    await agent.report([agent.layoutEntry(), frame(4e6), frame(3e6)]);
    lab.skipMs(61_000);
    const { database } = lab.lab;
    await database.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Frame" WHERE "runId" = ${id}::uuid FOR UPDATE`;
      await agent.report([frame(2e6)]);
      await agent.report([frame(1e6)]);
      expect(await tx.frame.count({ where: { runId: id } })).toBe(4);
    });
    await vi.waitFor(
      async () => expect(await database.client.sampleChunk.count({ where: { runId: id } })).toBe(1),
      WAITED,
    );
  });
});

describe('when the agent', () => {
  it('is started again in the middle of a step, the run ends with the reason and the host is free', async () => {
    const { id } = await post();
    await agent.obeyUntil('drive-load', lab, id);
    agent.reborn();
    await agent.hello();
    await agent.obeyUntil(null, lab, id);
    const run = await read(id);
    expect(run.state).toBe('failed');
    expect(run.failure?.sentence).toMatch(/agent on lab-1 ended and was started again in step 1/);
    expect((await host()).status).toBe('ready');
  });

  it.each([
    ['before it took the first command', false],
    ['after it had prepared', true],
  ])('is started again %s, the run goes on with the new one', async (_when, prepared) => {
    const other = await FakeAgent.join(lab, 'lab-2', { nics: [nic('eth0', ['192.0.2.5/24'])] });
    const spec = apart(other.hostId, agent.hostId);
    const { id } = (await person(lab)<Run>('POST', '/runs', { name: 'x', spec })).body;
    if (prepared) await agent.obey(await agent.next());
    agent.reborn();
    await agent.hello();
    await agent.obey(await agent.next());
    await other.obey(await other.next());
    expect(await read(id)).toMatchObject({ state: 'tuning', failure: null });
  });

  it('is lost, the run fails, the host is dirty, and a confirmed restore cleans it', async () => {
    const { id } = await post();
    await agent.obeyUntil('drive-load', lab, id);
    lab.skipMs(61_000);
    await sweep(lab.lab);
    const run = await read(id);
    expect(run.state).toBe('failed');
    expect(run.failure?.code).toBe('agent-lost');
    expect(await host()).toMatchObject({ status: 'offline', runId: null });
    expect((await host()).dirtyReason).toMatch(/is unknown/);
    agent.reborn();
    await agent.hello();
    expect(await host()).toMatchObject({ status: 'ready', dirtyReason: null });
  });

  it('comes back as the same process, it is asked whether it put its host back', async () => {
    const { id } = await post();
    await agent.obeyUntil('drive-load', lab, id);
    lab.skipMs(61_000);
    await sweep(lab.lab);
    expect((await agent.heartbeat(null)).body).toMatchObject({ lease: null, helloWanted: true });
    await agent.hello();
    expect((await host()).dirtyReason).toBeNull();
    expect((await agent.heartbeat(null)).body.helloWanted).toBe(false);
  });

  it('cannot put its host back, the host takes no run until a person clears it', async () => {
    const { id } = await post();
    const restore = await agent.obeyUntil('restore', lab, id);
    if (!restore) throw new Error('no restore was asked for');
    await agent.obey(restore, {
      result: {
        type: 'restore',
        restore: { ...RESTORED, matches: false, mismatches: ['eth0 rps_cpus is ff, was 00'] },
      },
    });
    expect((await read(id)).failure?.code).toBe('restore-failed');
    expect(await host()).toMatchObject({ status: 'dirty' });
    const refused = await person(lab)<{ detail: string }>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/rps_cpus is ff/);
    agent.reborn();
    await agent.hello();
    expect((await host()).status).toBe('dirty');
    const cleared = person(lab)('POST', `/hosts/${agent.hostId}/clear-dirty`);
    expect(await agent.answerNext()).toMatchObject({ type: 'restore', acceptPresent: true });
    await cleared;
    expect((await host()).status).toBe('ready');
  });

  it('beats in time, its lease never ends', async () => {
    const { id } = await post('long', {
      steps: [closedStep(1, { durationSeconds: 600 })],
    });
    await agent.obeyUntil('drive-load', lab, id);
    for (let i = 0; i < 8; i++) {
      lab.skipMs(10_000);
      expect((await agent.heartbeat(id)).body.lease?.runId).toBe(id);
      await sweep(lab.lab);
    }
    expect((await read(id)).state).toBe('measuring');
  });
});

describe('when the API is killed', () => {
  it('another process goes on with the run where it was', async () => {
    const { id } = await post();
    const load = await agent.obeyUntil('drive-load', lab, id);
    if (!load) throw new Error('no load was asked for');
    await lab.abandon();
    lab = await openLab({ databaseUrl: lab.databaseUrl });
    agent.dial(lab);
    await agent.obey(load);
    await agent.obeyUntil(null, lab, id);
    expect((await read(id)).state).toBe('finished');
  });
});

const bySequence = (a: { sequence: number }, b: { sequence: number }): number => a.sequence - b.sequence;

describe('a queued run', () => {
  it('fails with the name of a host that was removed while it was being queued', async () => {
    const other = await FakeAgent.join(lab, 'lab-2', { nics: [nic('eth0', ['192.0.2.5/24'])] });
    const { id } = await post();
    const spec = apart(other.hostId, agent.hostId);
    const { body: queued } = await person(lab)<Run>('POST', '/runs', { name: 'x', spec });
    expect(queued.state).toBe('queued');
    await lab.lab.database.client.agent.updateMany({ where: { hostId: other.hostId }, data: { revokedAtUs: 1 } });
    await person(lab)('POST', `/runs/${id}/cancel`);
    await agent.obeyUntil(null, lab, id);
    await dispatchQueued(lab.lab);
    expect((await read(queued.id)).failure).toEqual({
      code: 'host-removed',
      sentence: 'lab-2 was removed from this instance. Enrol it again, or duplicate this run and choose another host.',
    });
  });
});
