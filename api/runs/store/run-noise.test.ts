import { afterEach, beforeEach, expect, it } from 'vitest';
import { groupsBy } from '../../rules/words/groups.ts';
import { closedStep, FakeAgent } from '../../testing/fake-agent.ts';
import { seedMeasuredRun, specOn } from '../../testing/seed-measured-run.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { listRepeated } from './run-noise.ts';

let lab: TestLab;
beforeEach(async () => {
  lab = await openLab();
});
afterEach(() => lab.close());

it('counts as repeats what asked for the same and agreed on the same TLS, whatever seed drew nothing', async () => {
  const agents: [FakeAgent, FakeAgent] = [await FakeAgent.join(lab, 'srv'), await FakeAgent.join(lab, 'cli')];
  const { db, client } = lab.lab.database;
  const made = async (seed: number, version: string): Promise<string> => {
    const id = await seedMeasuredRun(db, {
      ...{ agents, size: { cpus: 1, keys: 1 }, nowUs: 1e15, durationUs: 1e6, requestsPerSecond: 1000 },
      spec: { ...specOn(agents, [closedStep(10)], 1), seed },
    });
    const tls = { version, cipher: 'A', group: 'B', certificateKey: 'C', applicationProtocol: null };
    await client.point.updateMany({ where: { runId: id }, data: { tls: { ...tls, handshakes: seed, resumed: 0 } } });
    return id;
  };
  await made(1, 'TLS 1.3');
  await made(2, 'TLS 1.3');
  await made(3, 'TLS 1.2');
  const on = { serverId: agents[0].hostId, clientIds: [agents[1].hostId], backendId: null };
  const repeated = await listRepeated(db, on, 'requestsPerSecond');
  const counts = [...groupsBy(repeated, ({ configuration }) => configuration).values()].map((one) => one.length);
  expect(counts.sort()).toEqual([1, 2]);

  const standing = { validity: 'invalid', wall: null, walls: [], confidence: 'cannot-tell', lowerBound: false };
  await client.step.updateMany({ where: { runId: await made(4, 'TLS 1.2') }, data: { standing } });
  expect(await listRepeated(db, on, 'requestsPerSecond')).toHaveLength(3);
});
