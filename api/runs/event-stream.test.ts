import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../contract/agent-commands.ts';
import type { Run } from '../contract/run.ts';
import type { RunSeries } from '../contract/samples.ts';
import { notify } from '../platform/store/notify.ts';
import { EventReader } from '../testing/event-reader.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { makePerson } from '../testing/people.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(async () => {
  vi.useRealTimers();
  await lab.close();
});

const T0 = 1_790_000_000_000_000;
const at = (second: number): number => T0 + second * 1e6;
const seconds = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => at(from + i));

const createRun = async (): Promise<string> =>
  (await person(lab)<Run>('POST', '/runs', { name: 'live', spec: specFor(agent.hostId) })).body.id;

/** A run under load, whose host has delivered its first frame: rows begin with the second. */
async function underLoad(): Promise<{ runId: string; load: Command }> {
  const runId = await createRun();
  const load = await agent.obeyUntil('drive-load', lab, runId);
  if (!load) throw new Error('no load was asked for');
  await agent.report([agent.layoutEntry()]);
  await sample(runId, 0);
  return { runId, load };
}

const sample = (runId: string, ...secondsOfRun: number[]) =>
  agent.report(secondsOfRun.map((s) => agent.frameEntry(runId, at(s), [s, s, 0, s * 1000])));

const finish = async (runId: string, load: Command): Promise<void> => {
  await agent.obey(load);
  await agent.obeyUntil(null, lab, runId);
};

const stored = async (runId: string): Promise<number[]> =>
  (await person(lab)<RunSeries>('GET', `/runs/${runId}/series`)).body.hosts[0]?.timesUs ?? [];

describe('the events of a run', () => {
  it('are the run at once, every state to its last, each series row once, and then the end', async () => {
    const runId = await createRun();
    const reader = await EventReader.open(lab, runId);
    const load = await agent.obeyUntil('drive-load', lab, runId);
    await agent.report([agent.layoutEntry()]);
    for (let s = 0; s < 5; s++) await sample(runId, s);
    if (load) await agent.obey(load);
    await agent.obeyUntil(null, lab, runId);
    await reader.toEnd();
    expect(reader.runs.at(-1)?.state).toBe('finished');
    expect(reader.runs.length).toBeGreaterThan(3);
    expect(reader.timesUs(agent.hostId)).toEqual(seconds(1, 4));
  });

  it('start at once, under headers that keep proxies from holding them back', async () => {
    const reader = await (await EventReader.open(lab, await createRun())).until(({ runs }) => runs.length === 1);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
    expect(reader.text).toMatch(/^retry: \d+\n\n/);
    reader.cut();
  });

  it('are pinged while nothing happens, more often than proxies cut silent streams', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reader = await (await EventReader.open(lab, await createRun())).until(({ runs }) => runs.length > 0);
    vi.advanceTimersByTime(25_000);
    await reader.until(({ events }) => events.filter(({ event }) => event === 'ping').length >= 2);
    reader.cut();
  });

  it('end at the next ping for a reader who may read no more, by cookie and by token', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [admin, viewer, other] = [
      await makePerson(lab, 'admin'),
      await makePerson(lab, 'viewer'),
      await makePerson(lab, 'viewer'),
    ];
    const token = await viewer.call<{ secret: string }>('POST', '/api/v1/tokens', { name: 'ci', role: 'viewer' });
    const runId = await createRun();
    const read = async (as: Record<string, string>) =>
      (await EventReader.open(lab, runId, { as })).until(({ runs }) => runs.length > 0);
    const byCookie = await read({ cookie: viewer.cookie });
    const byToken = await read({ authorization: `Bearer ${token.body.secret}` });
    const stays = await read({ cookie: other.cookie });
    await admin.call('POST', `/api/v1/people/${viewer.userId}/disable`);
    vi.advanceTimersByTime(5_000);
    await Promise.all([byCookie.toEnd(), byToken.toEnd()]);
    const { length } = stays.runs;
    notify(lab.lab.database.db, 'runs', runId);
    await stays.until(({ runs }) => runs.length > length);
    expect([byCookie.runs, byToken.runs].map((runs) => runs.length)).toEqual([1, 1]);
    stays.cut();
  });

  it('are refused for a run that is not there', async () => {
    const reader = await EventReader.open(lab, '01890000-0000-7000-8000-000000000000');
    expect(reader.status).toBe(404);
    expect(reader.headers['content-type']).toContain('application/problem+json');
  });

  it('reach a reader that was slower than the run as fewer, newer ones', async () => {
    // So large that a few events fill every buffer on the way.
    const large = await FakeAgent.join(lab, 'large', { missing: Array(15).fill('x'.repeat(130_000)) });
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'slow', spec: specFor(large.hostId) });
    const [slow, quick] = await Promise.all([EventReader.open(lab, run.id), EventReader.open(lab, run.id)]);
    await Promise.all([slow, quick].map((reader) => reader.until(({ runs }) => runs.length > 0)));
    slow.stopReading();
    for (let i = 0; i < 16; i++) {
      const before = quick.runs.length;
      notify(lab.lab.database.db, 'runs', run.id);
      await quick.until(({ runs }) => runs.length > before);
    }
    await large.obeyUntil(null, lab, run.id);
    slow.goOnReading();
    await Promise.all([slow.toEnd(), quick.toEnd()]);
    expect(quick.runs.length).toBeGreaterThan(16);
    expect(slow.runs.length).toBeLessThan(10);
    expect(slow.runs.at(-1)?.state).toBe('finished');
  }, 60_000);
});

describe('a reader that says how many rows it draws', () => {
  it('gets what went before in so many, with the extremes, and then each reading once', async () => {
    const { runId } = await underLoad();
    await sample(runId, ...Array.from({ length: 300 }, (_, i) => i + 1));
    const query = '?rows=20';
    const late = await EventReader.open(lab, runId, { query });
    await late.until((reader) => reader.timesUs(agent.hostId).length > 0);
    const [first] = late.hosts(agent.hostId);
    expect(first?.timesUs.length).toBeGreaterThan(15);
    expect(first?.timesUs.length).toBeLessThan(30);
    expect(first?.readings?.reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(first?.timesUs.slice(-5)).toEqual(seconds(296, 300));
    await sample(runId, 301);
    await late.until((reader) => reader.timesUs(agent.hostId).at(-1) === at(301));
    expect(late.hosts(agent.hostId)[1]).toMatchObject({ timesUs: [at(301)] });
    expect(late.hosts(agent.hostId)[1]?.readings).toBeUndefined();
    late.cut();
    await sample(runId, 302);
    const again = await EventReader.open(lab, runId, { id: late.lastId ?? '', query });
    await again.until((reader) => reader.timesUs(agent.hostId).length > 0);
    expect(again.timesUs(agent.hostId)).toEqual([at(302)]);
    again.cut();
    const of = await EventReader.open(lab, runId);
    await of.until((reader) => reader.timesUs(agent.hostId).length > 0);
    expect(of.timesUs(agent.hostId)).toEqual(seconds(1, 302));
    of.cut();
  });
});

describe('a reader that comes back', () => {
  it('gets the run and exactly the rows after its last event, also from another process', async () => {
    const { runId, load } = await underLoad();
    await sample(runId, 1, 2);
    const before = await EventReader.open(lab, runId);
    await before.until((reader) => reader.timesUs(agent.hostId).length === 2);
    before.cut();
    await sample(runId, 3, 4);

    const { databaseUrl } = lab;
    await lab.abandon();
    lab = await openLab({ databaseUrl });
    agent.dial(lab);
    const after = await EventReader.open(lab, runId, { id: before.lastId ?? '' });
    await after.until((reader) => reader.timesUs(agent.hostId).length > 0);
    expect(after.runs).toHaveLength(1);
    await sample(runId, 5);
    await finish(runId, load);
    await after.toEnd();
    expect(before.timesUs(agent.hostId)).toEqual(seconds(1, 2));
    expect(after.timesUs(agent.hostId)).toEqual(seconds(3, 5));
  });

  it('loses no row and gets none twice, however often and wherever streams are cut', async () => {
    const { runId, load } = await underLoad();
    const random = seeded(7);
    const readers = Array.from({ length: 15 }, () => resuming(runId, random));
    for (let s = 1; s <= 40; s++) await sample(runId, s);
    await finish(runId, load);
    const seen = await Promise.all(readers);
    const expected = await stored(runId);
    expect(expected).toEqual(seconds(1, 40));
    for (const { timesUs, states } of seen) {
      expect(timesUs).toEqual(expected);
      expect(states.at(-1)).toBe('finished');
    }
    expect(seen.reduce((sum, { connections }) => sum + connections, 0)).toBeGreaterThan(45);
  }, 60_000);

  it('is told that nothing follows once it has everything of a run that is over', async () => {
    const { runId, load } = await underLoad();
    await sample(runId, 1, 2);
    await finish(runId, load);
    const whole = await (await EventReader.open(lab, runId)).toEnd();
    expect(whole.events.map(({ event }) => event)).toEqual(['run', 'series']);
    for (const again of [{ id: whole.lastId ?? '' }, { query: `?lastEventId=${whole.lastId}` }]) {
      expect((await EventReader.open(lab, runId, again)).status).toBe(204);
    }
    // It has the last state, and not the rows that came after it.
    const rest = await (await EventReader.open(lab, runId, { id: whole.events[0]?.id ?? '' })).toEnd();
    expect(rest.timesUs(agent.hostId)).toEqual(seconds(1, 2));
    // Frames that were spooled until now.
    await sample(runId, 3);
    const late = await (await EventReader.open(lab, runId, { id: whole.lastId ?? '' })).toEnd();
    expect(late.timesUs(agent.hostId)).toEqual(seconds(3, 3));
  });

  it('is told the last state if it saw all rows but not that', async () => {
    const { runId, load } = await underLoad();
    await sample(runId, 1);
    const before = await EventReader.open(lab, runId);
    await before.until((reader) => reader.timesUs(agent.hostId).length === 1);
    before.cut();
    await finish(runId, load);
    const after = await (await EventReader.open(lab, runId, { id: before.lastId ?? '' })).toEnd();
    expect([after.runs.map(({ state }) => state), after.timesUs(agent.hostId)]).toEqual([['finished'], []]);
  });

  it.each(['noise', ''])('with an id that is not ours (%j) gets everything', async (id) => {
    const { runId } = await underLoad();
    await sample(runId, 1, 2);
    const reader = await EventReader.open(lab, runId, { id });
    await reader.until(() => reader.timesUs(agent.hostId).length === 2);
    reader.cut();
  });

  it('is spared rows older than its last: they cannot be appended, and the series has them', async () => {
    const { runId } = await underLoad();
    await sample(runId, 1, 5);
    const reader = await EventReader.open(lab, runId);
    await reader.until(() => reader.timesUs(agent.hostId).length === 2);
    await sample(runId, 3);
    await sample(runId, 6);
    await reader.until(() => reader.timesUs(agent.hostId).length > 2);
    reader.cut();
    expect(reader.timesUs(agent.hostId)).toEqual([1, 5, 6].map(at));
    expect(await stored(runId)).toEqual([1, 3, 5, 6].map(at));
  });
});

/** Reads a run to the answer that nothing follows, breaking off now and then in the middle of anything. */
async function resuming(runId: string, random: () => number) {
  const timesUs: number[] = [];
  const states: string[] = [];
  let id: string | undefined;
  for (let connections = 1; ; connections++) {
    const reader = await EventReader.open(lab, runId, id === undefined ? {} : { id });
    if (reader.status === 204) return { timesUs, states, connections };
    const enough = Math.ceil(random() * 6);
    await reader.until(() => reader.ended || reader.events.length >= enough);
    reader.cut();
    timesUs.push(...reader.timesUs(agent.hostId));
    states.push(...reader.runs.map(({ state }) => state));
    id = reader.lastId ?? id;
  }
}

/** The same numbers every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
