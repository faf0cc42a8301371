import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Benchmark, CreateBenchmark } from '../contract/benchmark.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type { BenchmarkSchedule, ChangeSchedule, Occurrence, OccurrenceList } from '../contract/schedule.ts';
import type { WebhookDeliveryList, WebhookWithSecret } from '../contract/webhook.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { sweep } from '../sweep.ts';
import { answerCommits, joinBuilder, shopDesign } from '../testing/built-target.ts';
import { closedStep, type FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { beginDue } from '../webhooks/deliver.ts';
import { turnSchedules } from './turn-schedules.ts';

// Each plays rounds of runs, which take a busy machine a while.
vi.setConfig({ testTimeout: 120_000 });

const [FIRST, SECOND] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];
const HOUR_MS = 3_600_000;

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;
beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await joinBuilder(lab);
  play = new ExperimentPlay(lab, agent);
});
afterEach(() => lab.close());

const call = <T>(method: string, path: string, body?: unknown) => person(lab)<T>(method, path, body);

async function benchmark(over: Partial<CreateBenchmark['design']> = {}): Promise<string> {
  const design = {
    spec: specFor(agent.hostId, { steps: [closedStep(10)] }),
    ...{ reference: null, rounds: 3, primary: { metric: 'requestsPerSecond', stepIndex: 0 }, marginPercent: 2 },
    ...over,
  };
  const { status, body } = await call<Benchmark>('POST', '/benchmarks', { name: 'nightly', design });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const onShop = (): Promise<string> =>
  benchmark(shopDesign(agent.hostId, FIRST, { primary: { metric: 'requestsPerSecond', stepIndex: 0 } }));

const NIGHTLY: ChangeSchedule = {
  ...{ cron: '0 2 * * *', timeZone: 'Europe/Berlin', everyTime: true, windowMinutes: 120, enabled: true },
};
const put = <T = BenchmarkSchedule>(id: string, over: Partial<ChangeSchedule> = {}) =>
  call<T>('PUT', `/benchmarks/${id}/schedule`, { ...NIGHTLY, ...over });

async function occurrences(id: string): Promise<Occurrence[]> {
  return (await call<OccurrenceList>('GET', `/benchmarks/${id}/occurrences`)).body.occurrences;
}

/** What became of each time, the oldest first. */
const outcomes = async (id: string): Promise<string[]> =>
  (await occurrences(id)).map(({ outcome }) => outcome).reverse();

async function newest(id: string): Promise<Occurrence> {
  const [one] = await occurrences(id);
  if (!one) throw new Error('nothing was due');
  return one;
}

const turn = (of = lab) => turnSchedules(of.lab, new AbortController().signal);

async function skip(ms: number): Promise<void> {
  lab.skipMs(ms);
  await agent.heartbeat(null);
}

/** To a second after the next time, or so many after it. */
async function toNext(id: string, times = 0): Promise<void> {
  const { body } = await call<Benchmark>('GET', `/benchmarks/${id}`);
  await skip(((body.schedule?.upcomingAtUs[times] ?? 0) - lab.lab.nowUs()) / 1000 + 1000);
}

async function begun(id: string): Promise<string> {
  await toNext(id);
  await turn();
  const { outcome, experimentId, sentence } = await newest(id);
  expect([outcome, sentence]).toEqual(['began', null]);
  return experimentId ?? '';
}

async function measure(experimentId: string, runs = 6): Promise<void> {
  await play.skip(experimentId, runs, (_, round) => 8000 + 10 * round);
}

async function queueRun(): Promise<string> {
  const spec = specFor(agent.hostId, { steps: [closedStep(10)] });
  return (await call<Run>('POST', '/runs', { name: 'of a person', spec })).body.id;
}

const stateOf = async (runId: string): Promise<string> => (await call<Run>('GET', `/runs/${runId}`)).body.state;

describe('a schedule', () => {
  it('measures a build without a commit by its date, and says what became of it', async () => {
    const id = await benchmark();
    expect((await put(id)).body).toMatchObject({ cron: '0 2 * * *', plannedSeconds: expect.any(Number) });
    await turn();
    expect(await occurrences(id)).toEqual([]);
    const experimentId = await begun(id);
    await turn();
    await measure(experimentId);
    await play.readDone(experimentId);
    await turn();
    await sweep(lab.lab);
    expect(await outcomes(id)).toEqual(['ended']);
    const { body } = await call<Benchmark>('GET', `/benchmarks/${id}`);
    expect(body.strip[0]?.revision).toMatch(/^scheduled \d{4}-\d\d-\d\d 02:00 GMT\+[12]$/);
    expect((await play.read(experimentId)).createdByName).toBe('schedule');
  });

  it('measures the newest commit of the branch, and the same again only if it is to', async () => {
    const id = await onShop();
    await put(id, { everyTime: false });
    const answer = () => answerCommits(agent, [FIRST, SECOND]);
    await toNext(id);
    const turned = turn();
    await answer();
    await answer();
    await turned;
    const { experimentId } = await newest(id);
    const { configurations } = await play.read(experimentId ?? '');
    expect(configurations.map(({ spec }) => spec.target)).toMatchObject([{ revision: FIRST }, { revision: SECOND }]);
    await measure(experimentId ?? '');
    await play.readDone(experimentId ?? '');
    await sweep(lab.lab);
    await turn();
    await toNext(id);
    const again = turn();
    await answer();
    await again;
    expect(await outcomes(id)).toEqual(['ended', 'skipped']);
    expect((await newest(id)).sentence).toBe('bbbbbbb is the newest commit still, and was measured before.');
  });

  it('does not begin while the one before is under way', async () => {
    const id = await benchmark();
    await put(id, { cron: '*/10 * * * *', windowMinutes: 10 });
    await begun(id);
    await toNext(id);
    // The window of the first is over, but its run still is to be wound down.
    await turn();
    expect(await outcomes(id)).toEqual(['began', 'skipped']);
    expect((await newest(id)).sentence).toBe('The measurement before it was still under way.');
  });

  it('records what passed while nothing looked, and tells webhooks once', async () => {
    const hook = {
      url: 'https://example.org/',
      description: '',
      template: 'standard',
      eventTypes: ['schedule.missed'],
    };
    const { body: made } = await call<WebhookWithSecret>('POST', '/webhooks', hook);
    const id = await benchmark();
    await put(id);
    await toNext(id, 2);
    await turn();
    expect(await outcomes(id)).toEqual(['missed', 'missed', 'began']);
    expect((await occurrences(id))[1]?.sentence).toMatch(/^Nothing looked after schedules until 20.* UTC, as while/);
    const told = await call<WebhookDeliveryList>('GET', `/webhooks/${made.webhook.id}/deliveries`);
    expect(told.body.deliveries.map(({ type }) => type)).toEqual(['schedule.missed']);
    const stopping = new AbortController();
    stopping.abort();
    expect(await beginDue(lab.lab, stopping.signal)).toHaveLength(1);
  });

  it('notes what was due before it is changed, removed or archived', async () => {
    const id = await benchmark();
    await put(id);
    await toNext(id);
    await put(id, { cron: '0 4 * * *' });
    expect(await outcomes(id)).toEqual(['waiting']);
    await turn();
    expect(await outcomes(id)).toEqual(['began']);
    await toNext(id, 1);
    expect((await call('DELETE', `/benchmarks/${id}/schedule`)).status).toBe(204);
    expect(await outcomes(id)).toEqual(['began', 'missed', 'skipped']);
    await put(id);
    await toNext(id);
    await call('PATCH', `/benchmarks/${id}`, { archived: true });
    await turn();
    expect((await newest(id)).sentence).toBe('The benchmark was archived.');
  });

  it('begins in the night whose clocks skip its time', async () => {
    const id = await benchmark();
    await skip(Date.parse('2027-03-27T12:00Z') - lab.lab.nowUs() / 1000);
    await put(id);
    await begun(id);
    expect((await newest(id)).dueAtUs).toBe(Date.parse('2027-03-28T01:00Z') * 1000);
  });

  it('misses a time whose window was over when somebody looked again', async () => {
    const id = await benchmark();
    await put(id);
    await toNext(id);
    await skip(3 * HOUR_MS);
    await turn();
    expect(await outcomes(id)).toEqual(['missed']);
  });

  it('waits for a host that takes no run, and misses the time when it stays so', async () => {
    const id = await benchmark();
    await put(id);
    await call('POST', `/hosts/${agent.hostId}/availability`, { availability: 'cordoned' });
    await toNext(id);
    await turn();
    const { outcome, sentence } = await newest(id);
    expect(outcome).toBe('waiting');
    expect(sentence).toMatch(/builder/);
    await skip(HOUR_MS);
    await turn();
    expect(await outcomes(id)).toEqual(['waiting']);
    await skip(HOUR_MS);
    await turn();
    expect(await outcomes(id)).toEqual(['missed']);
    expect((await newest(id)).sentence).toContain(sentence);
  });

  it('is due at no time while it is disabled or the benchmark archived', async () => {
    const id = await benchmark();
    await put(id, { enabled: false });
    await skip(50 * HOUR_MS);
    await turn();
    await put(id);
    await call('PATCH', `/benchmarks/${id}`, { archived: true });
    await skip(50 * HOUR_MS);
    await turn();
    await call('PATCH', `/benchmarks/${id}`, { archived: false });
    await turn();
    expect(await occurrences(id)).toEqual([]);
    expect((await call('DELETE', `/benchmarks/${id}/schedule`)).status).toBe(204);
    expect((await call<Benchmark>('GET', `/benchmarks/${id}`)).body.schedule).toBeNull();
    expect((await call('DELETE', `/benchmarks/${id}/schedule`)).status).toBe(404);
  });

  it.each([
    [{ cron: '61 2 * * *' }, 'cron'],
    [{ timeZone: 'Mars/Base' }, 'timeZone'],
    [{ cron: '0 * * * *' }, 'windowMinutes'],
    [{ cron: '*/5 * * * *', windowMinutes: 5 }, 'windowMinutes'],
  ])('refuses %j at its field', async (over, path) => {
    const id = await benchmark({ rounds: 60 });
    const { status, body } = await put<Problem>(id, over);
    expect(status).toBe(422);
    expect(body.fields.map((field) => field.path)).toEqual([path]);
  });
});

describe('runs of people', () => {
  it('go before a time that is due, and between the runs of one that has begun', async () => {
    const id = await benchmark();
    await put(id);
    const before = await queueRun();
    await toNext(id);
    await turn();
    expect(await newest(id)).toMatchObject({
      outcome: 'waiting',
      sentence: 'Its hosts are used by runs or experiments that came before.',
    });
    await play.finishRun(before, 8000);
    await turn();
    const { experimentId, outcome } = await newest(id);
    expect(outcome).toBe('began');
    const { runId } = await play.underWay(experimentId ?? '');
    const between = await queueRun();
    expect([await stateOf(runId), await stateOf(between)]).toEqual(['preparing', 'queued']);
    await measure(experimentId ?? '', 1);
    expect(await stateOf(between)).toBe('preparing');
    expect(await stateOf((await play.underWay(experimentId ?? '')).runId)).toBe('queued');
    await play.finishRun(between, 8000);
    expect(await stateOf((await play.underWay(experimentId ?? '')).runId)).toBe('preparing');
  });

  it('of an experiment keep those of a schedule away until it is over, and the window ends the wait', async () => {
    const id = await benchmark();
    await put(id);
    const scheduled = await begun(id);
    const { id: own } = await play.make({ start: true, rounds: 2, question: 'Of a person?' });
    await measure(scheduled, 1);
    const first = await play.underWay(own);
    expect(await stateOf(first.runId)).toBe('preparing');
    await measure(own, 1);
    // Another process looks at the queue while the host is free.
    await dispatchQueued(lab.lab);
    expect(await stateOf((await play.underWay(scheduled)).runId)).toBe('queued');
    await skip(2 * HOUR_MS);
    await turn();
    await turn();
    expect(await outcomes(id)).toEqual(['missed']);
    expect((await newest(id)).sentence).toMatch(/^The window of its schedule, 2 h, ended after /);
    expect((await play.read(scheduled)).status).toBe('done');
  });
});

describe('two processes', () => {
  it('begin one experiment, and note each time once', async () => {
    const id = await benchmark();
    await put(id);
    await toNext(id, 1);
    const other = await openLab({ databaseUrl: lab.databaseUrl, secret: lab.lab.secret });
    other.lab.nowUs = lab.lab.nowUs;
    await Promise.all([turn(), turn(other), turn(), turn(other)]);
    expect(await outcomes(id)).toEqual(['missed', 'began']);
    const { body } = await call<{ experiments: unknown[] }>('GET', '/experiments');
    expect(body.experiments).toHaveLength(1);
    await other.abandon();
  });
});
