import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { followOnceIdle, keepTime } from '../../keep-time.ts';
import { clock } from '../../platform/store/db.ts';
import { sweep, wakeRun } from '../../sweep.ts';
import { FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

const TEN_MINUTES_MS = 600_000;

let lab: TestLab;
let agent: FakeAgent;
let runId: string;

const read = async (): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${runId}`)).body;
const now = Date.now.bind(Date);
const elapsed = performance.now.bind(performance);

/** The machine's clock is set while the process goes on. */
const setClock = (ms: number) => vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
  runId = (await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) })).body.id;
  await agent.obeyUntil('drive-load', lab, runId);
});
afterEach(async () => {
  vi.restoreAllMocks();
  clock.follow();
  await lab.close();
});

describe('a clock that is set by ten minutes in the middle of a step', () => {
  it('forwards ends no lease', async () => {
    setClock(TEN_MINUTES_MS);
    await sweep(lab.lab);
    expect((await read()).state).toBe('measuring');
    expect((await agent.heartbeat(runId)).body.lease?.runId).toBe(runId);
  });

  it('backwards keeps no lease of an agent that is gone', async () => {
    setClock(-TEN_MINUTES_MS);
    lab.skipMs(61_000);
    await sweep(lab.lab);
    expect((await read()).failure?.code).toBe('agent-lost');
  });

  it.each([TEN_MINUTES_MS, -TEN_MINUTES_MS])(
    'is followed once no run has a host, and no agent is lost by that (%d)',
    async (ms) => {
      setClock(ms);
      expect(await followOnceIdle(lab.lab)).toBe(false);
      expect(Math.abs(lab.lab.nowUs() / 1000 - now())).toBeLessThan(10_000);
      await person(lab)('POST', `/runs/${runId}/cancel`);
      for (const command of await agent.poll()) await agent.obey(command);
      await agent.obeyUntil(null, lab, runId);
      expect(await followOnceIdle(lab.lab)).toBe(true);
      expect(Math.abs(lab.lab.nowUs() / 1000 - Date.now())).toBeLessThan(1_000);
      await agent.heartbeat();
      const { body } = await person(lab)<Run>('POST', '/runs', { name: 'next', spec: specFor(agent.hostId) });
      runId = body.id;
      await agent.obeyUntil('drive-load', lab, runId);
      await sweep(lab.lab);
      expect((await read()).state).toBe('measuring');
    },
  );
});

describe('longer than leases last', () => {
  let stopping: AbortController;
  let keeping: Promise<void>;

  beforeEach(() => {
    stopping = new AbortController();
    lab.lab.attendedMs = performance.now();
    keeping = keepTime(lab.lab, stopping.signal, (error) => {
      throw error;
    });
  });
  afterEach(async () => {
    stopping.abort();
    await keeping;
  });

  const pass = (ms: number) => vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + ms);

  it('a process may stand still, and no lease ends by that', async () => {
    setClock(TEN_MINUTES_MS);
    pass(TEN_MINUTES_MS);
    await sweep(lab.lab);
    await vi.waitUntil(() => lab.lab.settledAtUs > 0, { timeout: 10_000 });
    await sweep(lab.lab);
    expect((await read()).state).toBe('measuring');
  });

  it('the database may stand still, and no lease ends and no answer is missed by that', async () => {
    const { database } = lab.lab;
    let goOn = (): void => {};
    const still = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const ping = vi.spyOn(database, 'ping').mockImplementation(() => still);
    await vi.waitUntil(() => ping.mock.calls.length > 0, { timeout: 10_000 });
    lab.skipMs(TEN_MINUTES_MS);
    pass(TEN_MINUTES_MS);
    const woken = wakeRun(lab.lab, runId);
    ping.mockRestore();
    await sweep(lab.lab);
    goOn();
    await woken;
    await vi.waitUntil(() => lab.lab.settledAtUs > 0, { timeout: 10_000 });
    await sweep(lab.lab);
    expect((await read()).state).toBe('measuring');
    expect((await agent.heartbeat(runId)).body.lease?.runId).toBe(runId);
  });
});
