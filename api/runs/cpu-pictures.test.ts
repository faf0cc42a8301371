import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CpuMap, RunInterrupts } from '../contract/cpu-map.ts';
import type { Run } from '../contract/run.ts';
import { AS_TUNED, driveRun, joinWithQueues } from '../testing/drive-run.ts';
import { type FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await joinWithQueues(lab);
});
afterEach(() => lab.close());

const START_US = 1e15;
const COLUMNS = ['cpu/0/userUs', 'cpu/0/idleUs', 'tcp/retransmittedSegments', 'cpu/3/userUs', 'cpu/3/idleUs'];

async function queued(): Promise<string> {
  const { body } = await person(lab)<Run>('POST', '/runs', { name: 'seen by CPU', spec: specFor(agent.hostId) });
  return body.id;
}

const mapOf = (runId: string, query = '', hostId = agent.hostId) =>
  person(lab)<CpuMap & { code: string }>('GET', `/runs/${runId}/hosts/${hostId}/cpu-map${query}`);

it('gives what each CPU did, in the columns and the time that were asked for', async () => {
  const runId = await queued();
  // CPU 0 is busy for a tenth of each second; CPU 3 was full in the fourth.
  const frames = Array.from({ length: 9 }, (_, second) =>
    agent.frameEntry(
      runId,
      START_US + second * 1e6,
      [second * 1e5, second * 9e5, 7, second > 3 ? 1e6 : 0, second > 3 ? (second - 1) * 1e6 : second * 1e6],
      COLUMNS,
    ),
  );
  await agent.report([agent.layoutEntry(COLUMNS), ...frames].sort((a, b) => a.sequence - b.sequence));
  const { status, body } = await mapOf(runId, '?columns=3');
  expect(status).toBe(200);
  expect(body).toMatchObject({ cpus: [0, 3], readingsPerColumn: 3 });
  expect([...Buffer.from(body.work.busy.cells, 'base64')]).toEqual([20, 20, 20, 0, 200, 0]);
  expect(body.work.busy).toMatchObject({ means: [10, 12.5], p95s: [10, 100], maxima: [10, 100] });
  const part = await mapOf(runId, `?fromUs=${START_US + 5e6}&toUs=${START_US + 7e6}`);
  expect(part.body).toMatchObject({ fromUs: [START_US + 5e6, START_US + 6e6], readingsPerColumn: 1 });
});

it('a run without readings of single CPUs has no rows, and a host of another run is not found', async () => {
  const runId = await queued();
  expect((await mapOf(runId)).body).toMatchObject({ cpus: [], fromUs: [] });
  const other = await joinWithQueues(lab, 'lab-2');
  expect((await mapOf(runId, '', other.hostId)).status).toBe(404);
  expect((await mapOf(other.hostId)).body.code).toBe('not-found');
});

it('names the lines of a NIC, and what each CPU took of them in each step', async () => {
  const runId = await queued();
  await driveRun(agent, lab, runId, AS_TUNED);
  const { body } = await person(lab)<RunInterrupts>('GET', `/runs/${runId}/interrupts`);
  const [host] = body.hosts;
  expect(host).toMatchObject({
    hostId: agent.hostId,
    steps: [
      { stepIndex: 0, seconds: 5 },
      { stepIndex: 1, seconds: 5 },
    ],
  });
  expect(host?.steps[0]?.lines).toEqual([
    {
      ...{ irq: 40, name: 'eth0-Tx-Rx-0' },
      perCpu: [
        { cpu: 0, count: 5 * 400 },
        { cpu: 3, count: 5 * 2 },
      ],
    },
    { irq: 41, name: 'eth0-Tx-Rx-1', perCpu: [{ cpu: 1, count: 5 * 300 }] },
  ]);
});
