import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { RunSeries } from '../contract/samples.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

/** Reads a run's stream to its end. */
async function listen(runId: string): Promise<{ event: string; data: unknown }[]> {
  const reply = await fetch(`${lab.url}/api/v1/runs/${runId}/events`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  expect(reply.headers.get('cache-control')).toBe('no-cache, no-transform');
  const text = await reply.text();
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.slice(7), data: JSON.parse(data.slice(6)) };
    });
}

describe('the events of a run', () => {
  it('are the run at once, every state to its last, each series row once, and then the end', async () => {
    const spec = specFor(agent.hostId);
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'live', spec });
    const events = listen(run.id);
    const load = await agent.obeyUntil('drive-load', lab, run.id);
    const t0 = lab.lab.nowUs();
    await agent.report([agent.layoutEntry()]);
    for (let s = 0; s < 5; s++) await agent.report([agent.frameEntry(run.id, t0 + s * 1e6, [s, s, 0, s * 1000])]);
    if (load) await agent.obey(load);
    await agent.obeyUntil(null, lab, run.id);

    const seen = await events;
    const states = seen.filter((e) => e.event === 'run').map((e) => (e.data as Run).state);
    expect(states.at(-1)).toBe('finished');
    expect(states.length).toBeGreaterThan(3);
    const series = seen.filter((e) => e.event === 'series').map((e) => e.data as RunSeries);
    const times = series.flatMap((s) => s.hosts[0]?.timesUs ?? []);
    expect(times).toEqual([1, 2, 3, 4].map((s) => t0 + s * 1e6));
  });

  it('of a run that is over are its last state and its series', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'past', spec: specFor(agent.hostId) });
    await agent.obeyUntil(null, lab, run.id);
    const seen = await listen(run.id);
    expect(seen.map((e) => [e.event, (e.data as Run).state])).toEqual([['run', 'finished']]);
  });
});
