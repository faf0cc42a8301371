import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Command } from '../contract/agent-commands.ts';
import type { LoadResult } from '../contract/agent-reports.ts';
import type { LatencyOverTime, RunLatencyOverTime } from '../contract/latency-over-time.ts';
import type { Run } from '../contract/run.ts';
import type { OpenedShare, Share, ShareDocument } from '../contract/share.ts';
import { closedStep, person } from '../testing/fake-agent.ts';
import { driven, Fleet } from '../testing/fleet.ts';
import { importFiles } from '../testing/import-files.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let fleet: Fleet;

beforeEach(async () => {
  lab = await openLab();
  fleet = await Fleet.join(lab, ['0-3', '0-3']);
});
afterEach(() => lab.close());

const overTime = (startedAtUs: number, seconds: number): LatencyOverTime => ({
  startedAtUs,
  durationUs: seconds * 1e6,
  intervalSeconds: 1,
  valuesUs: [1023, 4095],
  intervals: Array.from({ length: seconds }, (_, i) => ({ places: [0, 1], counts: [90 + i, 10] })),
});

/** Every client answers what it is asked; what its measured steps say besides, the test decides. */
const drive = (id: string, over: (result: LoadResult, at: number, step: number) => Partial<LoadResult>): Promise<Run> =>
  fleet.obey(id, async (agent, command: Command) => {
    if (command.type !== 'drive-load') return 'obey';
    const result = driven(command, 100, {
      histogram: { significantDigits: 3, valuesUs: [1000, 4001], counts: [9000, 1000] },
    });
    const told = over(result, fleet.clients.indexOf(agent), command.stepIndex);
    await agent.obey(command, { result: { ...result, ...told } });
    return 'taken';
  });

const read = (id: string, query = '') =>
  person(lab)<RunLatencyOverTime & { code: string }>('GET', `/runs/${id}/latency-over-time${query}`);

it('clients of a step are laid over one another; a step of an older agent is left out', async () => {
  const id = await fleet.post(fleet.spec({ steps: [closedStep(10), closedStep(20), closedStep(40)] }));
  // The clock of the second client is a minute behind, and it began 3 ms after the first.
  const run = await drive(id, ({ startedAtUs }, at, step) => {
    const began = at === 0 ? startedAtUs : startedAtUs - 60e6 + 3000;
    const clock = { offsetUs: at === 0 ? 0 : 60e6, uncertaintyUs: 100 };
    const own = { clock, startedAtUs: at === 0 ? startedAtUs : startedAtUs - 60e6 };
    const both = { ...own, endedAtUs: own.startedAtUs + 5_000_000 };
    return step === 1 && at === 1 ? both : { ...both, latencyOverTime: overTime(began, 5) };
  });
  expect([run.state, run.steps.map(({ status }) => status)]).toEqual(['finished', Array(3).fill('measured')]);
  const { status, body } = await read(id);
  expect(status).toBe(200);
  expect(body.steps.map(({ stepIndex }) => stepIndex)).toEqual([0, 2]);
  const [first] = body.steps;
  expect(first?.skewUs).toBe(3000);
  expect(first?.overTime).toMatchObject({ intervalSeconds: 1, valuesUs: [1023, 4095] });
  expect(first?.overTime.intervals.map(({ counts }) => counts)).toEqual(
    Array.from({ length: 5 }, (_, i) => [180 + 2 * i, 20]),
  );
  expect((await read(id, '?stepIndex=2')).body.steps).toEqual([body.steps[1]]);
  expect((await read(id, '?stepIndex=1')).body.steps).toEqual([]);
  for (const none of ['-1', '', '%20', '9007199254740991'])
    expect((await read(id, `?stepIndex=${none}`)).status, none).toBe(422);
  // The page of the run is read without it.
  const kept = await lab.lab.database.db.stepClient.findMany({ where: { runId: id } });
  expect(kept.filter(({ result }) => Object.hasOwn(result as object, 'latencyOverTime'))).toEqual([]);
});

it('long steps are answered in few intervals, and a purged run leaves none', async () => {
  const id = await fleet.post(fleet.spec({ steps: [closedStep(10), closedStep(20), closedStep(40)] }));
  await drive(id, ({ startedAtUs }) => ({ latencyOverTime: overTime(startedAtUs, 300) }));
  const { body } = await read(id);
  expect(body.steps.map(({ overTime: { intervals, intervalSeconds } }) => [intervals.length, intervalSeconds])).toEqual(
    Array(3).fill([150, 2]),
  );
  expect(body.steps[0]?.overTime.intervals[0]?.counts).toEqual([2 * (90 + 91), 40]);
  expect((await read(id, '?stepIndex=0')).body.steps[0]?.overTime.intervals).toHaveLength(300);
  await lab.lab.database.db.run.delete({ where: { id } });
  expect(await lab.lab.database.db.stepLatency.count()).toBe(0);
  expect((await read(id)).body.code).toBe('not-found');
});

it('is in a share and in exports as its route answers it, and comes back with an import', async () => {
  const id = await fleet.post(fleet.spec({ steps: [closedStep(10), closedStep(20)] }));
  await drive(id, ({ startedAtUs }) => ({ endedAtUs: startedAtUs + 5e6, latencyOverTime: overTime(startedAtUs, 5) }));
  const { body: told } = await read(id);
  expect(told.steps).toHaveLength(2);
  const { body: share } = await person(lab)<Share>('POST', '/shares', { runIds: [id] });
  const token = share.url.split('/').at(-1);
  const { body: opened } = await person(lab)<OpenedShare>('GET', `/shared/${token}`);
  expect(opened.document).toMatchObject({ latencyOverTime: told });

  const download = async (format: string): Promise<string> => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    return (await fetch(`${lab.url}/api/v1/runs/${id}/export?format=${format}`, { headers })).text();
  };
  const document = JSON.parse(await download('json')) as ShareDocument;
  expect(document).toMatchObject({ latencyOverTime: told });
  const elsewhere = await openLab();
  try {
    await importFiles(elsewhere, { 'run.json': JSON.stringify(document) });
    const { body } = await person(elsewhere)<RunLatencyOverTime>('GET', `/runs/${id}/latency-over-time`);
    expect(body).toEqual(told);
  } finally {
    await elsewhere.close();
  }
  const [names = '', ...rows] = (await download('csv')).trimEnd().split('\r\n');
  expect(names.split(',').slice(-4)).toEqual([
    'interval_seconds',
    'requests_by_interval',
    'latency_ms_p50_by_interval',
    'latency_ms_p99_by_interval',
  ]);
  // Two clients of 90 and 10 requests in the first second, and one more with every second.
  expect(rows.map((row) => row.split(',').slice(-4).join(','))).toEqual(
    Array(2).fill('1,200 202 204 206 208,1.023 1.023 1.023 1.023 1.023,4.095 4.095 4.095 4.095 4.095'),
  );
});
