import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Host, HostState } from '../contract/host.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agents: FakeAgent[];

beforeAll(async () => {
  lab = await openLab();
  agents = [await FakeAgent.join(lab, 'lab-1'), await FakeAgent.join(lab, 'lab-2')];
});
afterAll(() => lab.close());

const whole = async () => (await person(lab)<{ hosts: Host[] }>('GET', '/hosts')).body.hosts;
const states = async () => (await person(lab)<{ hosts: HostState[] }>('GET', '/host-states')).body.hosts;

describe('states of hosts', () => {
  it('are the hosts without their facts', async () => {
    expect(await states()).toEqual((await whole()).map(({ facts: _, ...state }) => state));
    expect((await whole()).every(({ factsVersion }) => factsVersion)).toBe(true);
  });

  it('have another version once an agent says hello, and the same after heartbeats', async () => {
    const [before] = await states();
    await agents[0]?.heartbeat();
    expect((await states())[0]?.factsVersion).toBe(before?.factsVersion);
    await agents[0]?.hello();
    expect((await states())[0]?.factsVersion).not.toBe(before?.factsVersion);
    expect((await states())[1]?.factsVersion).toBe((await whole())[1]?.factsVersion);
  });
});

it('twenty queued runs are looked at with one question about their hosts', async () => {
  const [first] = agents;
  for (let at = 0; at < 20; at++) {
    await person(lab)('POST', '/runs', { name: `run ${at}`, spec: specFor(first?.hostId ?? '') });
  }
  const asked = vi.spyOn(lab.lab.database.db.host, 'findMany');
  await dispatchQueued(lab.lab);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ omit: { facts: true } });
});
