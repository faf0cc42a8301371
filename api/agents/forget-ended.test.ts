import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import { newId } from '../platform/store/ids.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { forgetEnded } from './forget-ended.ts';
import { presetJoinToken } from './join-agent.ts';

const DAY_MS = 86_400_000;
const DAY_US = DAY_MS * 1000;

let lab: TestLab;
beforeEach(async () => {
  lab = await openLab();
});
afterEach(() => lab.close());

it('forgets lives of agents that are long over, but none with samples and none of which reports may still come', async () => {
  const agent = await FakeAgent.join(lab);
  const { agentIncarnation: lives, agent: agents } = lab.lab.database.client;
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) });
  await agent.obeyUntil('drive-load', lab, run.id);
  await agent.report([agent.layoutEntry(), agent.frameEntry(run.id, 1e6, [1, 2, 0, 1])]);
  const sampled = agent.incarnationId;
  agent.reborn();
  await agent.hello();
  const empty = agent.incarnationId;
  agent.reborn();
  await agent.hello();
  const { id: agentId } = await agents.findUniqueOrThrow({ where: { hostId: agent.hostId } });
  const known = async () => (await lives.findMany({ where: { agentId } })).map(({ id }) => id).sort();

  // By the agent's own clock none of them has begun yet.
  await lives.updateMany({
    where: { agentId },
    data: { startedAtUs: 9e15, firstHelloAtUs: lab.lab.nowUs() - 40 * DAY_US },
  });
  await lives.update({ where: { id: agent.incarnationId }, data: { firstHelloAtUs: lab.lab.nowUs() - DAY_US / 2 } });
  await forgetEnded(lab.lab);
  expect(await known()).toEqual([sampled, empty, agent.incarnationId].sort());

  lab.skipMs(DAY_MS);
  await forgetEnded(lab.lab);
  expect(await known()).toEqual([sampled, agent.incarnationId].sort());
});

it('forgets layouts without samples once no agent can mean them any more', async () => {
  const { sampleLayout: layouts } = lab.lab.database.client;
  const agents = [await FakeAgent.join(lab), await FakeAgent.join(lab)] as const;
  const restart = async (agent: FakeAgent) => {
    agent.reborn();
    await agent.hello();
  };
  const forgetInAMonth = async (): Promise<string[]> => {
    lab.skipMs(32 * DAY_MS);
    await forgetEnded(lab.lab);
    return (await layouts.findMany()).map(({ columns }) => columns.join()).sort();
  };
  const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agents[0].hostId) });
  await agents[0].obeyUntil('drive-load', lab, run.id);
  await agents[0].report([agents[0].layoutEntry(), agents[0].frameEntry(run.id, 1e6, [1, 2, 0, 1])]);
  const [sampled] = (await layouts.findMany()).map(({ columns }) => columns.join());
  await agents[1].report([agents[1].layoutEntry(['named', 'once'])]);
  expect(await forgetInAMonth()).toEqual([sampled, 'named,once'].sort());

  await restart(agents[0]);
  expect(await forgetInAMonth(), 'the life that named it goes on').toEqual([sampled, 'named,once'].sort());

  await restart(agents[1]);
  await agents[1].report([agents[1].layoutEntry(['named', 'once'])]);
  expect(await forgetInAMonth(), 'the next life named it too').toEqual([sampled, 'named,once'].sort());

  await restart(agents[0]);
  await restart(agents[1]);
  expect(await forgetInAMonth()).toEqual([sampled]);
});

it('keeps a layout that was named while the clock was behind', async () => {
  const agent = await FakeAgent.join(lab);
  lab.skipMs(-40 * DAY_MS);
  await agent.report([agent.layoutEntry(['named', 'early'])]);
  lab.skipMs(40 * DAY_MS);
  await forgetEnded(lab.lab);
  expect(await lab.lab.database.client.sampleLayout.count()).toBe(1);
});

it('forgets join tokens that expired a month ago, but none that the environment may name again', async () => {
  const { joinToken: tokens, user } = lab.lab.database.client;
  await presetJoinToken(lab.lab, 'a preset join token');
  const [preset] = await tokens.findMany();
  const now = lab.lab.nowUs();
  const { id: createdByUserId } = await user.create({
    data: { id: newId(), name: 'Ada', email: 'ada@lab', role: 'admin' },
  });
  const token = (over: object) =>
    tokens.create({
      data: { id: newId(), tokenHash: randomUUID(), createdAtUs: now, expiresAtUs: now + DAY_US, ...over },
    });
  await token({ createdByUserId });
  await token({ hostId: newId() });
  await token({ expiresAtUs: now + 1 });
  await token({ createdByUserId, usedAtUs: now, agentId: newId(), incarnationId: randomUUID() });
  const young = await token({ createdByUserId, expiresAtUs: now + 20 * DAY_US });
  await forgetEnded(lab.lab);
  expect(await tokens.count()).toBe(6);
  lab.skipMs(32 * DAY_MS);
  await forgetEnded(lab.lab);
  expect((await tokens.findMany()).map(({ id }) => id).sort()).toEqual([preset?.id, young.id].sort());
});
