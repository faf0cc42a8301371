import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../contract/agent-commands.ts';
import type { LoadResult } from '../../contract/agent-reports.ts';
import type { CeilingSearch } from '../../contract/load.ts';
import { sweep } from '../../sweep.ts';
import { closedStep, type FakeAgent, person } from '../../testing/fake-agent.ts';
import { type Drive, driven, Fleet } from '../../testing/fleet.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
let fleet: Fleet;

beforeEach(async () => {
  lab = await openLab();
  fleet = await Fleet.join(lab, ['0-3', '0-3']);
});
afterEach(() => lab.close());

const search: CeilingSearch = {
  vary: 'connections',
  most: 1000,
  growth: 2,
  precision: 0.2,
  ceiling: { kind: 'throughput' },
};
const spec = (over: Partial<CeilingSearch> = {}) =>
  fleet.spec({ warmupSeconds: 0, pauseSeconds: 0, steps: [closedStep(20)], search: { ...search, ...over } });
const isLoad = (command: Command): command is Drive => command.type === 'drive-load';

/** Other processes use 3.6 of its 4 CPUs while it drives. */
async function crowd(agent: FakeAgent, runId: string, { startedAtUs, endedAtUs }: LoadResult): Promise<void> {
  const columns = ['process/others/cpuUs', 'process/others/readMonotonicUs'];
  const whole = endedAtUs - startedAtUs;
  await agent.report([
    agent.layoutEntry(columns),
    agent.frameEntry(runId, startedAtUs, [0, 0], columns),
    agent.frameEntry(runId, endedAtUs, [3.6 * whole, whole], columns),
  ]);
}

/** All clients together saturate at 10,000 requests per second, which they reach with 100 connections. */
const saturating = (command: Drive, connectionsOfAll: number) =>
  driven(command, connectionsOfAll > 100 ? 10_000 / connectionsOfAll : 100);

describe('a ceiling search', () => {
  it('plans its steps while it goes on, to the knee and its bracket', async () => {
    const id = await fleet.post(spec());
    const seen: [number, boolean | undefined, boolean][] = [];
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isLoad(command)) return 'obey';
      const now = await fleet.read(id);
      const { connections } = now.steps[command.stepIndex]?.spec ?? {};
      if (agent === fleet.clients[0]) {
        seen.push([now.progress.stepCount, now.search?.done, (now.progress.remainingUs ?? 0) > 5_000_000]);
      }
      await agent.obey(command, { result: saturating(command, connections ?? 0) });
      return 'taken';
    });
    expect(run.state).toBe('finished');
    expect(run.steps.map((step) => [step.index, step.spec.connections, step.status])).toEqual(
      [20, 40, 80, 160, 320, 120, 100, 90].map((connections, i) => [i, connections, 'measured']),
    );
    expect(run.search).toEqual({
      kneeStepIndex: 6,
      low: 90,
      high: 100,
      done: true,
      sentence:
        'Throughput stops rising between 90 and 100 connections: 90 gave 9,000 req/s, 100 gave 10,000 req/s, 320 connections gave 10,000 req/s.',
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((count) => [count, false, true]));
    expect(run.spec.load.steps).toHaveLength(1);
    expect(run.steps.every((step) => step.clients.length === 2)).toBe(true);
  });

  it('takes a step that failed for one beyond the ceiling', async () => {
    const id = await fleet.post(spec({ most: 80 }));
    const failure = { code: 'tool-failed', sentence: 'Too many open files.' };
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isLoad(command)) return 'obey';
      const { connections = 0 } = command.share;
      const over = (connections ?? 0) > 20 && agent === fleet.clients[0];
      await agent.obey(command, over ? { status: 'failed', result: null, failure } : { result: driven(command, 100) });
      return 'taken';
    });
    expect(run.steps.map((step) => [step.spec.connections, step.status])).toEqual([
      [20, 'measured'],
      [40, 'measured'],
      [80, 'failed'],
      [60, 'failed'],
      [50, 'failed'],
      [45, 'failed'],
    ]);
    expect(run.search).toMatchObject({ kneeStepIndex: 1, low: 40, high: 45, done: true });
    expect(run.state).toBe('finished');
  });

  it('measures a rung again that other processes slowed, and says where that leaves its ceiling', async () => {
    const bound = spec({ ceiling: { kind: 'latency', percentile: 'p99', mostMs: 5 } });
    const id = await fleet.post({ ...bound, clients: bound.clients.slice(0, 1) });
    const run = await fleet.obey(id, async (agent, command) => {
      if (!isLoad(command)) return 'obey';
      const result = driven(command, 100);
      const slow = command.stepIndex > 0;
      if (slow && agent === fleet.clients[0]) await crowd(agent, id, result);
      const latencyMs = { ...result.latencyMs, p99: slow ? 80 : 2 };
      await agent.obey(command, { result: { ...result, latencyMs, histogram: null } });
      return 'taken';
    });
    expect(run.state).toBe('finished');
    expect(run.steps.slice(0, 5).map((step) => step.spec.connections)).toEqual([20, 40, 40, 30, 30]);
    expect(run.search).toMatchObject({ low: 20, high: null, done: true });
    expect(run.search?.sentence).toMatch(
      /but other processes used 90 % of the CPUs of cli-1: the ceiling may be higher\.$/,
    );
  });

  it('that is canceled says what it had found', async () => {
    const id = await fleet.post(spec());
    await fleet.obey(id, async (agent, command) => {
      if (!isLoad(command)) return 'obey';
      if (command.stepIndex === 2) return 'stop';
      await agent.obey(command, { result: driven(command, 100) });
      return 'taken';
    });
    await person(lab)('POST', `/runs/${id}/cancel`);
    const run = await fleet.obey(id, async () => 'obey');
    expect(run.steps.map((step) => step.status)).toEqual(['measured', 'measured', 'skipped']);
    expect(run.search).toMatchObject({ kneeStepIndex: 1, low: 40, high: null, done: true });
    expect(run.search?.sentence).toMatch(/^The run ended before the search did\. Up to then: Throughput rises/);
  });

  it('goes on when the API was killed after a step and before it had decided', async () => {
    const id = await fleet.post(spec());
    let last: [Fleet['server'], Drive] | null = null;
    await fleet.obey(id, async (agent, command) => {
      if (!isLoad(command)) return 'obey';
      if (agent === fleet.clients[0]) await agent.obey(command, { result: driven(command, 100) });
      else last = [agent, command];
      return agent === fleet.clients[0] ? 'taken' : 'stop';
    });
    if (!last) throw new Error('no load');
    const [agent, command] = last as [Fleet['server'], Drive];
    await agent.obey(command, { result: driven(command, 100) });
    const [closing] = await fleet.server.poll(2000);
    if (!closing) throw new Error('no window to close');
    // Without these the process decides nothing by itself, as one that died at that moment.
    lab.lab.alarms.stop();
    await lab.lab.counting.stop();
    await fleet.server.obey(closing);
    expect((await fleet.read(id)).state).toBe('cooling');
    const { databaseUrl } = lab;
    await lab.abandon();
    lab = await openLab({ databaseUrl });
    for (const one of fleet.agents) one.dial(lab);
    await sweep(lab.lab);
    const { body } = await person(lab)<{ state: string; steps: unknown[] }>('GET', `/runs/${id}`);
    expect([body.state, body.steps.length]).toEqual(['measuring', 2]);
  });
});
