import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { HostSeries, RunSeries } from '../contract/samples.ts';
import { person } from '../testing/fake-agent.ts';
import { seedScale } from '../testing/scale/seed-scale.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

const SIZE = { runs: 1, rounds: 2, largeCpus: 4, largeSeconds: 120, largeSamplesPerSecond: 10, steps: 2, clients: 2 };
const ROWS = 100;

let lab: TestLab;
let run: Run;
let whole: RunSeries;
let drawn: RunSeries;

const get = async <T>(url: string): Promise<T> => {
  const { status, body } = await person(lab)<T>('GET', url);
  expect(status, url).toBe(200);
  return body;
};
const column = (host: HostSeries | undefined, name: string) => host?.columns.find((one) => one.name === name);

beforeAll(async () => {
  lab = await openLab();
  const { largeRunId } = await seedScale(lab.lab, SIZE, () => {});
  run = await get<Run>(`/runs/${largeRunId}`);
  whole = await get<RunSeries>(`/runs/${largeRunId}/series`);
  drawn = await get<RunSeries>(`/runs/${largeRunId}/series?rows=${ROWS}`);
});
afterAll(() => lab.close());

const known = (values: (number | null)[] = []) => values.filter((value) => value !== null);
const extremes = (lows: (number | null)[] | undefined, highs: (number | null)[] | undefined) => [
  Math.min(...known(lows)),
  Math.max(...known(highs)),
];
const toDigits = (value: number): number => Number(value.toPrecision(7));

it('gives a long run in as many rows as are drawn, and no reading is left out', () => {
  for (const [at, host] of drawn.hosts.entries()) {
    const all = whole.hosts[at] as HostSeries;
    expect(all.timesUs.length).toBeGreaterThan(10 * ROWS);
    // Beginnings and ends of steps end a row, too.
    expect(host.timesUs.length).toBeLessThan(ROWS + 10 * run.steps.length);
    expect(host.readings?.reduce((sum, count) => sum + count, 0)).toBe(all.timesUs.length);
    expect(host.timesUs.at(-1)).toBe(all.timesUs.at(-1));
  }
});

it('keeps the lowest and the highest reading of every column', () => {
  for (const [at, host] of drawn.hosts.entries()) {
    const quantities = whole.hosts[at]?.columns.filter(({ unit }) => unit !== 'CPU number') ?? [];
    expect(host.columns.map(({ name }) => name)).toEqual(quantities.map(({ name }) => name));
    for (const { name, values } of quantities) {
      const { lows, highs, values: means } = column(host, name) ?? {};
      const found = extremes(lows ?? means, highs ?? means);
      expect(found, name).toEqual(extremes(values, values).map(toDigits));
    }
  }
  const busy = column(drawn.hosts[0], 'cpuBusyPercent');
  expect(busy?.highs).toBeDefined();
  expect(busy?.highs).not.toEqual(busy?.values);
});

/** Of readings that lie whole in a stretch. */
function meanOf(host: HostSeries, name: string, fromUs: number, toUs: number): number {
  const { values, readings = host.readings } = column(host, name) as HostSeries['columns'][number];
  let [sum, count] = [0, 0];
  for (const [row, value] of values.entries()) {
    const [beganUs, endedUs] = [host.timesUs[row - 1], host.timesUs[row]];
    if (value === null || beganUs === undefined || endedUs === undefined) continue;
    if (beganUs < fromUs || endedUs > toUs) continue;
    sum += value * (readings?.[row] ?? 1);
    count += readings?.[row] ?? 1;
  }
  return sum / count;
}

it('has the means of every step and of the whole run that the readings have', () => {
  for (const [at, host] of drawn.hosts.entries()) {
    const all = whole.hosts[at] as HostSeries;
    const steps = run.steps.map(({ point }) => ({ fromUs: point?.startedAtUs ?? 0, toUs: point?.endedAtUs ?? 0 }));
    for (const { fromUs, toUs } of [...steps, { fromUs: 0, toUs: Number.MAX_SAFE_INTEGER }])
      for (const { name } of host.columns) {
        const mean = meanOf(all, name, fromUs, toUs);
        expect(mean, name).not.toBeNaN();
        expect(Math.abs(meanOf(host, name, fromUs, toUs) - mean), name).toBeLessThanOrEqual(Math.abs(mean) * 1e-6);
      }
  }
});

it('gives a part of the run by itself, reading by reading where rows suffice', async () => {
  const { timesUs = [] } = whole.hosts[0] ?? {};
  const [afterUs, toUs] = [timesUs[199] as number, timesUs[249] as number];
  const { hosts } = await get<RunSeries>(`/runs/${run.id}/series?rows=${ROWS}&afterUs=${afterUs}&toUs=${toUs}`);
  expect(hosts[0]?.timesUs).toEqual(timesUs.slice(200, 250));
  expect(hosts[0]?.readings).toBeUndefined();
  expect(column(hosts[0], 'cpuBusyPercent')?.values).toEqual(
    column(whole.hosts[0], 'cpuBusyPercent')?.values.slice(200, 250),
  );
});

it('of a run that is over is sent only to who does not have it, and anew once it has other frames', async () => {
  const { db } = lab.lab.database;
  const url = `${lab.url}/api/v1/runs/${run.id}/series?rows=${ROWS}`;
  const ask = (tag = '') => fetch(url, { headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'if-none-match': tag } });
  const first = await ask();
  const tag = first.headers.get('etag') ?? '';
  expect([first.status, await first.json()]).toEqual([200, drawn]);
  const again = await ask(tag);
  expect([again.status, await again.text()]).toEqual([304, '']);
  const [last] = await db.sampleChunk.findMany({ where: { runId: run.id }, orderBy: { lastTimeUs: 'desc' }, take: 1 });
  await db.sampleChunk.deleteMany({ where: { runId: run.id, firstSequence: last?.firstSequence ?? 0n } });
  const after = await ask(tag);
  expect(after.status).toBe(200);
  expect(after.headers.get('etag')).not.toBe(tag);
  const readings = ({ readings: counts = [] }: HostSeries) => counts.reduce((sum, count) => sum + count, 0);
  const sums = ({ hosts }: RunSeries) => hosts.reduce((sum, host) => sum + readings(host), 0);
  expect(sums((await after.json()) as RunSeries)).toBeLessThan(sums(drawn));
});
