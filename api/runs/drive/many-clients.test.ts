import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../contract/agent-commands.ts';
import type { LatencyHistogram } from '../../contract/load.ts';
import { sweep } from '../../sweep.ts';
import { closedStep, person } from '../../testing/fake-agent.ts';
import { type Drive, driven, Fleet } from '../../testing/fleet.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let fleet: Fleet;

beforeEach(async () => {
  lab = await openLab();
  fleet = await Fleet.join(lab, ['0-7', '0-3', '0-3']);
});
afterEach(() => lab.close());

const isMeasured = (command: Command): command is Drive => command.type === 'drive-load' && command.phase === 'measure';
const histogram = (value: number, count: number): LatencyHistogram => ({
  significantDigits: 3,
  valuesUs: [value],
  counts: [count],
});
const FAILURE = { code: 'tool-failed', sentence: 'autocannon ended with exit status 1.' };

describe('three clients as one', () => {
  it('share the load by their CPUs, begin at one instant, warm-ups alike, and have one point', async () => {
    const asked: Drive[] = [];
    const id = await fleet.post(fleet.spec({ warmupSeconds: 1, steps: [closedStep(100)] }));
    const run = await fleet.obey(id, async (agent, command) => {
      if (command.type !== 'drive-load') return 'obey';
      asked.push(command);
      const { connections } = command.share;
      const counts = histogram(1000 * (connections ?? 0), 10_000);
      await agent.obey(command, { result: driven(command, 100, { histogram: counts }) });
      return 'taken';
    });
    const shares = asked.map(({ phase, share }) => `${phase} ${share.connections}`);
    expect(shares.slice(0, 3).sort()).toEqual(['warmup 25', 'warmup 25', 'warmup 50']);
    expect(shares.slice(3).sort()).toEqual(['measure 25', 'measure 25', 'measure 50']);
    for (const three of [asked.slice(0, 3), asked.slice(3)]) {
      const [instant, ...more] = new Set(three.map(({ startAtUs }) => startAtUs));
      expect(more).toEqual([]);
      expect(instant).toBeGreaterThan((run.startedAtUs ?? 0) + 1_500_000);
    }
    const [step] = run.steps;
    expect([run.state, step?.status]).toEqual(['finished', 'measured']);
    expect(step?.point).toMatchObject({
      requests: 50_000,
      requestsPerSecond: 10_000,
      connectionsAsked: 100,
      connectionsEstablished: 100,
      commonWindowUs: 5_000_000,
      latencyRangeMs: null,
      latencyMs: { p50: 25, p90: 50, p99: 50 },
    });
    expect(step?.clients.map(({ name, share, figures }) => [name, share.connections, figures?.requests])).toEqual([
      ['cli-1', 50, 25_000],
      ['cli-2', 25, 12_500],
      ['cli-3', 25, 12_500],
    ]);
    const { body } = await person(lab)<{ steps: unknown[] }>('GET', `/runs/${id}/latency-histograms`);
    expect(body.steps).toEqual([
      { stepIndex: 0, histogram: { significantDigits: 3, valuesUs: [25_000, 50_000], counts: [20_000, 10_000] } },
    ]);
  });

  it('leave files of one name, each with its host', async () => {
    const id = await fleet.post(fleet.spec({ steps: [closedStep(100)] }));
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isMeasured(command)) return 'obey';
      const sha256 = '0'.repeat(64);
      const file = { kind: 'tool-output', name: 'out.json', sha256, sizeBytes: 1, mediaType: 'text/plain' } as const;
      await agent.obey(command, { result: driven(command, 100), artifacts: [file] });
      return 'taken';
    });
    expect(run.artifacts.map(({ name, hostId }) => [name, hostId]).sort()).toEqual(
      fleet.clients.map(({ hostId }) => ['out.json', hostId]).sort(),
    );
  });

  it('show the range where the tool has no histogram', async () => {
    const id = await fleet.post(fleet.spec({ steps: [closedStep(100)] }));
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isMeasured(command)) return 'obey';
      const result = driven(command, 100);
      const p99 = agent === fleet.clients[1] ? 40 : 4;
      await agent.obey(command, { result: { ...result, latencyMs: { ...result.latencyMs, p99 } } });
      return 'taken';
    });
    const { point } = run.steps[0] ?? {};
    expect(point?.latencyMs).toMatchObject({ p50: null, p99: null, mean: 1, max: 7 });
    expect(point?.latencyRangeMs).toMatchObject({ p50: { low: 1, high: 1 }, p99: { low: 4, high: 40 }, p95: null });
  });
});

describe('when one of three clients', () => {
  it('fails, the step fails with its name, the others’ figures are kept, and the next step is measured', async () => {
    const id = await fleet.post(fleet.spec({ steps: [closedStep(100), closedStep(200)] }));
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isMeasured(command)) return 'obey';
      const failing = command.stepIndex === 0 && agent === fleet.clients[1];
      const outcome = failing
        ? { status: 'failed' as const, result: null, failure: FAILURE, command: ['autocannon', '-c', '25'] }
        : { result: driven(command, 100) };
      await agent.obey(command, outcome);
      return 'taken';
    });
    const sentence = `cli-2: ${FAILURE.sentence}`;
    expect(run.state).toBe('finished');
    expect(run.steps.map(({ status, failure, point }) => [status, failure, point?.requestsPerSecond])).toEqual([
      ['failed', { code: 'tool-failed', sentence }, undefined],
      ['measured', null, 20_000],
    ]);
    expect(run.steps[0]?.clients.map((one) => [one.name, one.failure, one.figures?.requestsPerSecond])).toEqual([
      ['cli-1', null, 5000],
      ['cli-2', FAILURE, undefined],
      ['cli-3', null, 2500],
    ]);
    expect(run.steps[0]?.clients[1]?.command).toEqual(['autocannon', '-c', '25']);
    expect(fleet.asked.filter((one) => one === 'srv close-window')).toHaveLength(2);
  });

  it('drives its load at another time, the step fails and says by how much', async () => {
    const id = await fleet.post(fleet.spec({ steps: [closedStep(100)] }));
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isMeasured(command)) return 'obey';
      const late = agent === fleet.clients[2] ? 4_000_000 : 0;
      const result = driven(command, 100);
      const { startedAtUs, endedAtUs } = result;
      await agent.obey(command, {
        result: { ...result, startedAtUs: startedAtUs + late, endedAtUs: endedAtUs + late },
      });
      return 'taken';
    });
    expect(run.state).toBe('failed');
    expect(run.failure?.code).toBe('no-step-measured');
    expect(run.steps[0]).toMatchObject({ status: 'failed', point: null, failure: { code: 'clients-not-one' } });
    expect(run.steps[0]?.failure?.sentence).toMatch(/together only 1\.0 s of 5 s: cli-3 began 4\.0 s after the first/);
    expect(run.steps[0]?.clients.map((one) => one.figures?.requestsPerSecond)).toEqual([5000, 2500, 2500]);
  });

  it('loses its agent, the run fails with its name, and what the others said is kept', async () => {
    const id = await fleet.post(fleet.spec({ steps: [closedStep(100)] }));
    const lost = fleet.clients[1];
    let answered = 0;
    await fleet.obey(id, async (agent, command) => {
      if (!isMeasured(command)) return 'obey';
      if (agent !== lost) await agent.obey(command, { result: driven(command, 100) });
      return ++answered === 3 ? 'stop' : 'taken';
    });
    lab.skipMs(40_000);
    for (const agent of fleet.agents) if (agent !== lost) await agent.heartbeat(id);
    lab.skipMs(25_000);
    await sweep(lab.lab);
    const run = await fleet.obey(id, async (agent) => (agent === lost ? 'taken' : 'obey'));
    expect([run.state, run.failure?.code]).toEqual(['failed', 'agent-lost']);
    expect(run.steps[0]).toMatchObject({ status: 'failed', point: null });
    expect(run.steps[0]?.clients.map((one) => [one.name, one.failure?.code, one.figures?.requestsPerSecond])).toEqual([
      ['cli-1', undefined, 5000],
      ['cli-2', 'agent-lost', undefined],
      ['cli-3', undefined, 2500],
    ]);
  });

  it('has answered and the run is canceled, its figures are kept and the others were stopped', async () => {
    const id = await fleet.post(fleet.spec({ steps: [closedStep(100)] }));
    await fleet.obey(id, async (agent, command) => {
      if (!isMeasured(command)) return 'obey';
      if (agent === fleet.clients[0]) await agent.obey(command, { result: driven(command, 100) });
      return agent === fleet.clients[2] ? 'stop' : 'taken';
    });
    await person(lab)('POST', `/runs/${id}/cancel`);
    const run = await fleet.obey(id, async () => 'obey');
    expect([run.state, run.steps[0]?.status]).toEqual(['canceled', 'skipped']);
    expect(run.steps[0]?.clients.map((one) => [one.failure?.code, one.figures?.requestsPerSecond])).toEqual([
      [undefined, 5000],
      ['stopped', undefined],
      ['stopped', undefined],
    ]);
    for (const { hostId } of fleet.agents) {
      const { body } = await person(lab)<{ status: string }>('GET', `/hosts/${hostId}`);
      expect(body.status).toBe('ready');
    }
  });
});

describe('a profiled step', () => {
  const PROFILE = {
    kind: 'cpu' as const,
    failure: null,
    processes: 2,
    durationSeconds: 3,
    sampleType: 'cpu',
    unit: 'nanoseconds',
    total: 5e9,
    functions: [{ name: 'main.serve', file: 'main.go:12', flat: 4e9, cumulative: 5e9 }],
    artifactName: 'step-2-cpu.pb.gz',
  };
  const ARTIFACT = {
    kind: 'profile' as const,
    name: 'step-2-cpu.pb.gz',
    sha256: 'a'.repeat(64),
    sizeBytes: 10,
    mediaType: 'application/octet-stream',
  };
  const steps = [closedStep(100), closedStep(100, { profiles: ['cpu'] })];

  it('of a server apart: its window brings the profile, and its figures stand apart', async () => {
    const id = await fleet.post(fleet.spec({ steps }));
    const run = await fleet.obey(id, async (agent, command) => {
      if (isMeasured(command)) {
        expect(command.profiles).toEqual([]);
        await agent.obey(command, { result: driven(command, command.stepIndex === 0 ? 100 : 200) });
        return 'taken';
      }
      if (command.type === 'open-window')
        expect(command.profiles).toEqual(
          fleet.asked.filter((one) => one === 'srv open-window').length === 1 ? [] : ['cpu'],
        );
      const profiled = fleet.asked.filter((one) => one === 'srv close-window').length === 2;
      if (command.type !== 'close-window' || !profiled) return 'obey';
      const atUs = Date.now() * 1000;
      await agent.obey(command, {
        result: { type: 'close-window', atUs, placement: null, drift: [], profiles: [PROFILE] },
        artifacts: [ARTIFACT],
      });
      return 'taken';
    });
    const artifactId = run.artifacts.find(({ kind }) => kind === 'profile')?.id;
    const { artifactName: _, ...figures } = PROFILE;
    expect(artifactId).toBeDefined();
    expect(run.steps.map((step) => [step.point?.requestsPerSecond, step.profiles])).toEqual([
      [10_000, []],
      [20_000, [{ ...figures, artifactId }]],
    ]);
    expect(run.best).toMatchObject({ stepIndex: 0, requestsPerSecond: 10_000 });
    const list = await person(lab)<{ runs: { id: string }[] }>('GET', '/runs?sort=requestsPerSecond');
    expect(list.body.runs.map((one) => one.id)).toEqual([id]);
    const row = await lab.lab.database.db.run.findUnique({ where: { id } });
    expect(row?.bestRequestsPerSecond).toBe(10_000);
  });

  it('of a server that drives load too: its own drive-load brings the profile, one that failed has its reason', async () => {
    const both = [fleet.server, ...fleet.clients.slice(0, 1)];
    const id = await fleet.post(fleet.spec({ steps: steps.slice(1) }, both));
    const failed = { ...PROFILE, functions: [], total: 0, failure: 'The server has no profiles.', artifactName: null };
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isMeasured(command)) return 'obey';
      expect(command.profiles).toEqual(agent === fleet.server ? ['cpu'] : []);
      const profiles = agent === fleet.server ? [failed] : [];
      await agent.obey(command, { result: driven(command, 100, { profiles }) });
      return 'taken';
    });
    expect(fleet.asked.some((one) => one.includes('window'))).toBe(false);
    expect(run.steps[0]?.profiles).toMatchObject([{ failure: 'The server has no profiles.', artifactId: null }]);
    expect(run.steps[0]?.point?.requestsPerSecond).toBe(10_000);
    expect([run.best, run.state]).toEqual([null, 'finished']);
  });
});
