import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Host } from '../contract/host.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import { recover } from '../sweep.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { RESTORED } from '../testing/fake-tuning.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const ELSEWHERE = '7d8a1c62-0000-4000-8000-000000000002';

let lab: TestLab;
let agent: FakeAgent;
let copy: FakeAgent;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab, 'lab-1');
  copy = agent.copy(ELSEWHERE);
});
afterEach(() => lab.close());

const bootOfHost = async () =>
  (await person(lab)<{ hosts: Host[] }>('GET', '/hosts')).body.hosts.map(({ facts }) => facts.bootId);

/** A heartbeat is due every 10 s, and three may be missed. */
const silence = () => lab.skipMs(30_000);

describe('a machine that has the credential of another', () => {
  it('is refused while the other is in touch, whose run goes on', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
    await agent.obeyUntil('drive-load', lab, run.id);
    lab.skipMs(4_000);
    const { status, body } = (await copy.hello({ ...RESTORED, runId: run.id })) as { status: number; body: Problem };
    expect([status, body.code]).toEqual([409, 'credential-in-use']);
    expect(body.detail).toBe(
      'Another machine, or this one before it was reset, was in touch as lab-1 4 s ago: if this machine is a copy, ' +
        "remove credential.json from the agent's data folder and enrol it anew; otherwise wait up to 56 s.",
    );
    expect(await bootOfHost()).toEqual([agent.facts.bootId]);
    expect((await person(lab)<Run>('GET', `/runs/${run.id}`)).body).toMatchObject({
      state: 'measuring',
      failure: null,
    });
  });

  it('keeps nothing alive by its heartbeats, and mixes no samples in', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
    await agent.obeyUntil('drive-load', lab, run.id);
    const frames = [copy.layoutEntry(), copy.frameEntry(run.id, Date.now() * 1000, [0, 0, 0, 1])];
    expect((await copy.report(frames)).status).toBe(410);
    lab.skipMs(60_000);
    expect((await copy.heartbeat(run.id)).body).toMatchObject({ helloWanted: true, lease: null });
    expect(await copy.poll()).toEqual([]);
    const [host] = (await person(lab)<{ hosts: Host[] }>('GET', '/hosts')).body.hosts;
    expect(host?.status).toBe('offline');
  });

  it('takes the place of a silent one, which is refused when it comes back', async () => {
    silence();
    expect((await copy.hello()).status).toBe(200);
    expect(await bootOfHost()).toEqual([ELSEWHERE]);
    expect((await agent.heartbeat()).body.helloWanted).toBe(true);
    expect((await agent.hello()).status).toBe(409);
    expect((await copy.heartbeat()).body.helloWanted).toBe(false);
  });
});

describe('a copy', () => {
  const runOf = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;

  it('does not get the host while the original, silent for now, works for a run; it does once the lease has run out', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
    await agent.obeyUntil('drive-load', lab, run.id);
    lab.skipMs(40_000);
    expect((await copy.hello()).status).toBe(409);
    expect(await runOf(run.id)).toMatchObject({ state: 'measuring', failure: null });
    lab.skipMs(20_000);
    expect((await copy.hello()).status).toBe(200);
    expect((await runOf(run.id)).failure?.code).toBe('agent-restarted');
  });

  it('does not get the host after an outage, in which the original could not be heard', async () => {
    lab.skipMs(40_000);
    await recover(lab.lab);
    await lab.lab.database.client.agent.updateMany({ data: { cutOffAtUs: lab.lab.nowUs() - 40e6 } });
    expect((await copy.hello()).status).toBe(409);
    lab.skipMs(29_000);
    expect((await copy.hello()).status).toBe(409);
    lab.skipMs(1_000);
    expect((await copy.hello()).status).toBe(200);
  });

  it('on the machine of the API itself is its agent after a reboot, which waits for no outage to settle', async () => {
    lab.skipMs(40_000);
    await recover(lab.lab);
    lab.lab.bootId = ELSEWHERE;
    expect((await copy.hello()).status).toBe(200);
  });

  it('shows on the page of the host while it asks, and is logged once for each life', async () => {
    const warn = vi.spyOn(lab.lab.log, 'warn');
    const told = async () => (await person(lab)<{ hosts: Host[] }>('GET', '/hosts')).body.hosts[0]?.refused;
    expect(await told()).toBeUndefined();
    await copy.hello();
    await copy.hello();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await told()).toBe(
      'If lab-1 lost its power, wait up to 30 s. If the machine is a copy of lab-1, remove credential.json from its ' +
        "agent's data folder and enrol it anew.",
    );
    copy.reborn();
    await copy.hello();
    expect(warn).toHaveBeenCalledTimes(2);
    await agent.heartbeat();
    silence();
    expect(await told()).toBeUndefined();
    expect((await copy.hello()).status).toBe(200);
    expect(await told()).toBeUndefined();
  });
});

describe('an agent', () => {
  it('that is started again on its machine is taken at once', async () => {
    agent.reborn();
    expect((await agent.hello()).status).toBe(200);
  });

  it('whose machine was rebooted, or that was moved to another, is taken once its last poll was cut off', async () => {
    await lab.lab.database.client.agent.updateMany({ data: { cutOffAtUs: lab.lab.nowUs() } });
    expect((await copy.hello()).status).toBe(409);
    lab.skipMs(3_000);
    expect((await copy.hello()).status).toBe(200);
  });

  it('that cannot read which boot it is in is taken where none is known', async () => {
    expect((await agent.copy('').hello()).status, 'any machine could say so').toBe(409);
    silence();
    expect((await agent.copy('').hello()).status).toBe(200);
    expect((await agent.copy('').hello()).status).toBe(200);
  });
});
