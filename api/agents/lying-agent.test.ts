import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../contract/agent-commands.ts';
import type { CommandResult, ReportEntry } from '../contract/agent-reports.ts';
import type { TargetIdentity } from '../contract/identity.ts';
import type { Run } from '../contract/run.ts';
import type { RunSeries } from '../contract/samples.ts';
import type { RunSpec } from '../contract/spec.ts';
import { judgeStored } from '../runs/judge-runs.ts';
import { COLUMNS, closedStep, FakeAgent, loadResult, person, specFor } from '../testing/fake-agent.ts';
import { type Drive, driven, Fleet } from '../testing/fleet.ts';
import { sampleIdentity } from '../testing/sample-identity.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { auditLayouts } from './audit-layouts.ts';

let lab: TestLab;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
});
afterEach(() => lab.close());

const post = async (hostId: string, load: Partial<RunSpec['load']> = { steps: [closedStep(10)] }): Promise<string> =>
  (await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(hostId, load) })).body.id;
const read = async (runId: string): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${runId}`)).body;

/** Loopback of another port: what the liar would have the others load. */
const VICTIM = 'http://127.0.0.9:22';
const aimedAtVictim = {
  type: 'start-target' as const,
  url: VICTIM,
  command: ['nc', '-l'],
  version: '1',
  workers: 1,
  goMaxProcsPerWorker: 1,
  cpus: null,
};

describe('an agent that lies about where the target is', () => {
  it('moves no load: a result of another type is refused, and its host is named', async () => {
    const fleet = await Fleet.join(lab, ['0-3', '0-3']);
    const [liar] = fleet.clients;
    const id = await fleet.post(fleet.spec({ warmupSeconds: 1, steps: [closedStep(10)] }));
    const urls = new Set<string>();
    const run = await fleet.obey(id, async (agent, command) => {
      if (command.type !== 'drive-load') return 'obey';
      urls.add(command.url);
      const result = agent === liar && command.phase === 'warmup' ? aimedAtVictim : driven(command, 100);
      await agent.obey(command, { result });
      return 'taken';
    });
    expect([...urls]).toEqual(['http://192.0.2.5:9000']);
    expect(run.target?.url).toBe('http://192.0.2.5:9000');
    expect(run.state).toBe('failed');
    expect(run.failure).toEqual({
      code: 'wrong-result',
      sentence: 'cli-1 answered drive-load with the result of start-target. Replace its agent by one of this release.',
    });
  });

  it('has its own word of the address ignored: the address is made of what was asked', async () => {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId);
    const start = (await agent.obeyUntil('start-target', lab, runId)) as Command;
    await agent.obey(start, { result: aimedAtVictim });
    const drive = (await agent.obeyUntil('drive-load', lab, runId)) as Drive;
    expect(drive.url).toBe('http://127.0.0.1:9000');
  });

  it('is refused as a server that names no port', async () => {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId);
    const prepare = (await agent.obeyUntil('prepare', lab, runId)) as Command;
    await agent.obey(prepare, { result: { type: 'prepare', port: 70_000, toolVersion: '9.0.0' } });
    expect(await agent.obeyUntil('start-target', lab, runId)).toBeNull();
    const run = await read(runId);
    expect(run.failure?.code).toBe('wrong-result');
  });
});

describe('an agent that lies about what the target was', () => {
  const honest = sampleIdentity({ '/etc/app.conf': 'honest' });
  const forged = sampleIdentity({ '/etc/app.conf': 'forged' });

  /** Obeys until the run is over, with an identity on either side of it. */
  async function ran(
    fleet: Fleet,
    ofClient: { identity?: TargetIdentity },
  ): Promise<{ id: string; answered: { agent: FakeAgent; command: Command }[] }> {
    const id = await fleet.post(fleet.spec({ steps: [closedStep(10)] }));
    const answered: { agent: FakeAgent; command: Command }[] = [];
    await fleet.obey(id, async (agent, command) => {
      answered.push({ agent, command });
      if (command.type === 'start-target')
        await agent.obey(command, { result: { ...aimedAtVictim, identity: honest } });
      else if (command.type === 'stop' && agent === fleet.server) {
        await agent.obey(command, { result: { type: 'stop', identity: honest } });
        // The last word is the client's.
        for (const one of answered.filter((held) => held.command.type === 'stop' && held.agent !== agent)) {
          await one.agent.obey(one.command, { result: { type: 'stop', ...ofClient } });
        }
      } else if (command.type !== 'stop') return 'obey';
      return 'taken';
    });
    return { id, answered };
  }

  it('is not asked as a client: what its host saw of the target stands', async () => {
    const fleet = await Fleet.join(lab, ['0-3']);
    const { id } = await ran(fleet, { identity: forged });
    const { target } = await read(id);
    expect([target?.identity, target?.identityAtEnd]).toEqual([honest, honest]);
  });

  it('says it once: neither the target nor the preflight is written anew by an outcome that comes again', async () => {
    const fleet = await Fleet.join(lab, ['0-3']);
    const { id, answered } = await ran(fleet, {});
    const before = await read(id);
    expect(before.preflight?.answers).not.toEqual([]);
    const again: Record<string, CommandResult> = {
      'start-target': { ...aimedAtVictim, identity: forged },
      stop: { type: 'stop', identity: forged },
      preflight: { type: 'preflight', answers: [] },
    };
    for (const { agent, command } of answered) {
      const result = again[command.type];
      if (result) expect((await agent.report([agent.outcomeEntry(command, { result })])).status).toBe(200);
    }
    expect(await read(id)).toEqual(before);
  });
});

describe('a report that can never be stored', () => {
  const withNul = (command: Command) => driven(command as Drive, 100, { command: ['volley', 'a NUL: \u0000'] });

  it('is set aside: its run says why, and what comes after it is taken', async () => {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId, { steps: [closedStep(1), closedStep(2)] });
    const drive = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
    const layout = agent.layoutEntry();
    const bad = agent.outcomeEntry(drive, { result: withNul(drive) });
    // Twice: with others it may be any of them, and nothing of the batch is taken.
    expect((await agent.report([layout, bad])).status).toBe(422);
    expect((await agent.report([layout])).body.acknowledgedSequence).toBe(layout.sequence);
    expect(await agent.report([bad])).toMatchObject({ status: 422, body: { code: 'unusable-report' } });
    const next = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
    await agent.obey(next);
    expect(await agent.obeyUntil('drive-load', lab, runId)).toBeNull();
    const run = await read(runId);
    expect(run.steps.map(({ status, failure }) => [status, failure?.sentence ?? null])).toEqual([
      [
        'failed',
        'The instance could not store the outcome of drive-load that lab-1 reported; its log says why, and the agent keeps the report.',
      ],
      ['measured', null],
    ]);
  });

  it('ends its run when that cannot go on without it', async () => {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId);
    const tune = (await agent.obeyUntil('apply-tuning', lab, runId)) as Command;
    const bad = agent.snapshotEntry(tune.runId, 'before', null) as Extract<ReportEntry, { type: 'snapshot' }>;
    const unstorable = { ...bad, snapshot: { ...bad.snapshot, values: { key: 'a NUL: \u0000' } } };
    expect((await agent.report([unstorable])).status).toBe(422);
    await agent.obeyUntil('drive-load', lab, runId);
    const run = await read(runId);
    expect([run.state, run.failure?.code]).toEqual(['failed', 'report-refused']);
  });
});

describe('a step of which no point can be made', () => {
  /** More than the column holds. */
  const tooMany = (command: Command) => driven(command as Drive, 100, { toolWorkers: 2 ** 40 });

  /** Obeys, with that result in the first `steps` steps. */
  async function ranWith(steps: number): Promise<Run> {
    const agent = await FakeAgent.join(lab);
    const runId = await post(agent.hostId, { steps: [closedStep(1), closedStep(2)] });
    for (let step = 0; step < 2; step++) {
      const drive = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
      await agent.obey(drive, step < steps ? { result: tooMany(drive) } : {});
    }
    await agent.obeyUntil(null, lab, runId);
    return read(runId);
  }

  it('fails and says so, and the other is kept', async () => {
    const run = await ranWith(1);
    expect(run.steps.map(({ status, failure }) => [status, failure?.code ?? null])).toEqual([
      ['failed', 'step-uncountable'],
      ['measured', null],
    ]);
    expect([run.state, run.steps[0]?.point, run.steps[0]?.clients.length]).toEqual(['finished', null, 1]);
  });

  it('fails the run when it was all that was measured, with its host put back', async () => {
    const run = await ranWith(2);
    expect([run.state, run.failure?.code]).toEqual(['failed', 'no-step-measured']);
    expect(run.transitions.map(({ state }) => state)).toContain('restoring');
  });
});

describe('a layout whose id is not the hash of its columns', () => {
  const honest = COLUMNS;
  const idOf = (columns: string[]): string => createHash('sha256').update(columns.join('\n')).digest('hex');
  const forged = (agent: FakeAgent, columns: string[], layoutId = idOf(honest)) => ({
    ...agent.layoutEntry(),
    layout: { layoutId, schemaVersion: 1, columns },
  });

  it('is refused, says so, and the true one is taken after it', async () => {
    const [liar, agent] = [await FakeAgent.join(lab, 'liar'), await FakeAgent.join(lab, 'lab-1')];
    const answer = await liar.report([forged(liar, [...honest].reverse()) as never]);
    expect(answer).toMatchObject({ status: 422, body: { code: 'unusable-report' } });
    const joined = [`${honest[0]}\n${honest[1]}`, ...honest.slice(2)];
    expect((await liar.report([forged(liar, joined) as never])).status).toBe(422);
    expect((await liar.report([liar.layoutEntry(['a/b'])])).status).toBe(200);
    expect((await agent.report([agent.layoutEntry()])).status).toBe(200);
    const row = await lab.lab.database.client.sampleLayout.findUniqueOrThrow({ where: { id: idOf(honest) } });
    expect(row.columns).toEqual(honest);
  });
});

describe('layouts that were believed before their hash was looked at', () => {
  it('lose their columns at the next start, and what was made of them reads as not measured', async () => {
    const agent = await FakeAgent.join(lab);
    const honest = agent.layoutEntry() as Extract<ReportEntry, { type: 'layout' }>;
    const { layoutId: id, schemaVersion } = honest.layout;
    const layouts = lab.lab.database.client.sampleLayout;
    await layouts.create({ data: { id, schemaVersion, columns: [...COLUMNS].reverse() } });
    const runId = await post(agent.hostId);
    const drive = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
    const t0 = lab.lab.nowUs();
    const frames = [0, 1, 2, 3, 4, 5].map((s) => agent.frameEntry(runId, t0 + s * 1e6, [s * 2e5, s * 3e5, 0, s]));
    await agent.report([...frames, agent.outcomeEntry(drive, { result: loadResult(t0) })]);
    await agent.obeyUntil(null, lab, runId);
    expect((await read(runId)).steps[0]?.point?.serverRequests).toBe(1_000_000);

    expect(await auditLayouts(lab.lab)).toBe(1);
    expect(await judgeStored(lab.lab, new AbortController().signal)).toEqual({ judged: 1, failed: 0 });
    const run = await read(runId);
    expect(run.steps[0]?.point).toMatchObject({ requests: 50_000, serverRequests: null, clientCpus: null });
    expect(run.steps[0]?.verdict?.confidence).not.toBe('measured');
    expect(await auditLayouts(lab.lab)).toBe(0);

    agent.sequence += 1;
    await agent.report([{ ...honest, sequence: agent.sequence }]);
    expect(await layouts.findUniqueOrThrow({ where: { id } })).toMatchObject({ columns: COLUMNS });
    const { body: series } = await person(lab)<RunSeries>('GET', `/runs/${runId}/series`);
    expect(series.hosts[0]?.columns.find(({ name }) => name === 'requestsPerSecond')?.values).toEqual([1, 1, 1, 1, 1]);
  });
});
