import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Experiment } from '../../contract/experiment.ts';
import type { Host } from '../../contract/host.ts';
import type { RunLatencyOverTime } from '../../contract/latency-over-time.ts';
import type { Run } from '../../contract/run.ts';
import type { RunList } from '../../contract/run-list.ts';
import type { RunSeries } from '../../contract/samples.ts';
import { person } from '../fake-agent.ts';
import { openLab, type TestLab } from '../test-lab.ts';
import { planRuns } from './scale-plan.ts';
import { isSeeded, type Scale, seedScale } from './seed-scale.ts';

const SIZE = { runs: 60, rounds: 3, largeCpus: 4, largeSeconds: 12, largeSamplesPerSecond: 2, steps: 3, clients: 3 };

let lab: TestLab;
let scale: Scale;
beforeAll(async () => {
  lab = await openLab();
  expect(await isSeeded(lab.lab.database.db)).toBe(false);
  scale = await seedScale(lab.lab, SIZE, () => {});
});
afterAll(() => lab.close());

const get = async <T>(url: string): Promise<T> => {
  const { status, body } = await person(lab)<T>('GET', url);
  expect(status, url).toBe(200);
  return body;
};

it('is known once it was done', async () => {
  expect(await isSeeded(lab.lab.database.db)).toBe(true);
});

it('its hosts are offline at once, for no agent is behind them', async () => {
  const { hosts } = await get<{ hosts: Host[] }>('/hosts');
  expect(hosts.length).toBeGreaterThan(SIZE.clients);
  expect(new Set(hosts.map(({ status }) => status))).toEqual(new Set(['offline']));
});

it('the list says of every seeded run what its page says', async () => {
  const { runs, total } = await get<RunList>('/runs?limit=200');
  expect([total, runs.length]).toEqual([scale.runs, scale.runs]);
  for (const { id, verdict, best, state } of runs) {
    const run = await get<Run>(`/runs/${id}`);
    expect([run.state, run.best, run.verdict?.sentence], id).toEqual([state, best, verdict?.sentence]);
  }
  expect(new Set(runs.map(({ state }) => state)).size).toBeGreaterThan(1);
  expect(new Set(runs.map(({ verdict }) => verdict?.wall)).size).toBeGreaterThan(1);
});

it('the list draws the curve of every run that measured two steps, with its best in it', async () => {
  const { runs, curves } = await get<RunList>('/runs?limit=200');
  const drawn = new Map(curves.map(({ runId, requestsPerSecond }) => [runId, requestsPerSecond]));
  expect(drawn.size).toBeGreaterThan(SIZE.runs / 2);
  for (const { id, stepsMeasured, best } of runs) {
    const curve = drawn.get(id);
    expect(curve?.length ?? 0, id).toBe(stepsMeasured > 1 ? stepsMeasured : 0);
    if (curve && best) expect(curve, id).toContain(best.requestsPerSecond);
  }
});

it('has runs that hold to Little’s law, and none that is impossible', async () => {
  const { runs } = await get<RunList>('/runs?validity=invalid&limit=1');
  expect(runs).toEqual([]);
});

it('its two large runs have every request of every step in latency over time', async () => {
  for (const id of [scale.largeRunId, scale.manyClientsRunId]) {
    const run = await get<Run>(`/runs/${id}`);
    const { steps } = await get<RunLatencyOverTime>(`/runs/${id}/latency-over-time`);
    const counted = steps.map(({ overTime }) => overTime.intervals.flatMap(({ counts }) => counts));
    expect(counted.map((counts) => counts.reduce((sum, count) => sum + count, 0))).toEqual(
      run.steps.map(({ point }) => point?.requests),
    );
    expect(steps[0]?.overTime.intervals.length).toBeGreaterThan(1);
  }
});

it('its experiment is over and has an answer of all of its rounds', async () => {
  const experiment = await get<Experiment>(`/experiments/${scale.experimentId}`);
  expect([experiment.status, experiment.slots.length]).toEqual(['done', 4 * SIZE.rounds]);
  expect(experiment.headline).not.toBeNull();
});

it('the samples of its large run say how busy each of its hosts was', async () => {
  for (const id of [scale.largeRunId, scale.manyClientsRunId]) {
    const [run, { hosts }] = await Promise.all([get<Run>(`/runs/${id}`), get<RunSeries>(`/runs/${id}/series`)]);
    expect(hosts.length).toBe(run.hosts.length);
    for (const { columns, timesUs } of hosts) {
      const busy = columns.find(({ name }) => name === 'cpuBusyPercent')?.values ?? [];
      expect(timesUs.length).toBeGreaterThan(5);
      expect(Math.max(...busy.map((one) => one ?? 0))).toBeGreaterThan(5);
      expect(Math.max(...busy.map((one) => one ?? 0))).toBeLessThanOrEqual(100);
    }
  }
});

it('the same seed makes the same runs, one day later as well', () => {
  const times = (endsAtUs: number) => planRuns(50, endsAtUs).map(({ createdAtUs, ...run }) => run);
  expect(times(1e15)).toEqual(times(1e15 + 86_400e6));
  const dates = planRuns(500, 1e15).map(({ createdAtUs }) => createdAtUs);
  expect([...dates].sort((a, b) => a - b)).toEqual(dates);
});
