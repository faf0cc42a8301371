import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateExperiment, ExperimentList } from '../contract/experiment.ts';
import type { Run } from '../contract/run.ts';
import type { RunList } from '../contract/run-list.ts';
import { recover, sweep } from '../sweep.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, type Figures, preforkExperiment } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { driveExperiments } from './drive-experiment.ts';
import { changeExperiment } from './store/experiments.ts';

// Each plays rounds of runs, which take a busy machine a while.
vi.setConfig({ testTimeout: 120_000 });

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab);
  play = new ExperimentPlay(lab, agent);
});
afterEach(() => lab.close());

/** 20 % apart, with a little noise of each round's own; possible with the latency that the fake tool tells. */
const FASTER: Figures = (configuration, round) => (configuration === 0 ? 8000 : 9600) + 30 * round;
const SOURCE =
  '4 rounds of A/A experiments on these hosts with this target, requests and tool: Fiber /simple at 10 connections';

describe('an experiment', () => {
  it('is planned, started, and runs every configuration once a round to a result', async () => {
    const planned = await play.make();
    expect(planned).toMatchObject({ status: 'planned', runsPlanned: 6, runsDone: 0, result: null, headline: null });
    expect((await person(lab)<RunList>('GET', '/runs')).body.total).toBe(0);
    const { body: started } = await play.call('POST', `/${planned.id}/start`);
    expect(started).toMatchObject({ status: 'running', waitingSentence: null });
    await play.play(planned.id, 6, FASTER);
    const done = await play.readDone(planned.id);
    expect(done).toMatchObject({
      status: 'done',
      roundsDone: 3,
      runsDone: 6,
      remainingUs: null,
      stoppedSentence: null,
    });
    expect(done.slots.map(({ round, runState }) => [round, runState])).toEqual(
      [0, 0, 1, 1, 2, 2].map((round) => [round, 'finished']),
    );
    const [primary] = done.result?.outcomes ?? [];
    expect(primary).toMatchObject({ primary: true, metric: 'requestsPerSecond', outcome: 'higher' });
    // What limited these runs was not measured.
    expect(primary).toMatchObject({ word: 'higher', couldShow: 'cannot-tell' });
    expect(primary?.effect).toMatchObject({ pairs: 3, interleaved: true });
    expect(primary?.effect?.ratio).toBeCloseTo(1.2, 2);
    expect(done.result?.sides.map(({ name, runIds }) => [name, runIds.length])).toEqual([
      ['one process', 3],
      ['prefork', 3],
    ]);
    expect(done.headline).toBe(done.result?.headline);
  });

  it('queues one run at a time, named after it, and shows no result before the last round', async () => {
    const { id } = await play.make({ start: true });
    for (let i = 0; i < 6; i++) {
      const { body: runs } = await person(lab)<RunList>('GET', `/runs?experimentId=${id}&view=active`);
      expect(runs.total).toBe(1);
      expect(runs.runs[0]).toMatchObject({ experimentId: id });
      expect(runs.runs[0]?.name).toMatch(/^Is prefork faster\? · (prefork|one process) · round [123]$/);
      const going = await play.read(id);
      expect(going).toMatchObject({ status: 'running', runsDone: i, result: null, headline: null, extended: null });
      const { body: list } = await play.call<ExperimentList>('GET', '?status=running');
      expect(list.experiments).toMatchObject([{ id, headline: null, runsDone: i }]);
      await play.skip(id, 1, FASTER);
    }
    expect((await play.readDone(id)).status).toBe('done');
    expect((await play.call<ExperimentList>('GET', '?status=running')).body.experiments).toEqual([]);
  });

  it('goes on after a kill -9 of the API in the middle, with no run twice', async () => {
    const { id } = await play.make({ start: true });
    await play.skip(id, 2, FASTER);
    const { runId } = await play.underWay(id);
    const { databaseUrl } = lab;
    await lab.abandon();
    lab = await openLab({ databaseUrl, stillClock: true });
    agent.dial(lab);
    play = new ExperimentPlay(lab, agent);
    await recover(lab.lab);
    await Promise.all([sweep(lab.lab), sweep(lab.lab), sweep(lab.lab)]);
    expect((await play.underWay(id)).runId).toBe(runId);
    await play.skip(id, 4, FASTER);
    expect(await play.readDone(id)).toMatchObject({ status: 'done', runsDone: 6 });
    expect((await person(lab)<RunList>('GET', '/runs')).body.total).toBe(6);
  });

  it('queues one run however many replicas go on with it at the same moment', async () => {
    const { id } = await play.make();
    // As one of them leaves it that was killed after it had started the experiment.
    await changeExperiment(lab.lab.database.db, id, { status: 'running', startedAtUs: lab.lab.nowUs() });
    await Promise.all([1, 2, 3, 4].map(() => driveExperiments(lab.lab)));
    expect((await person(lab)<RunList>('GET', '/runs')).body.total).toBe(1);
    expect((await play.read(id)).runsDone).toBe(0);
  });
});

it('a variant may have another load, which its result says', async () => {
  const variants = [{ name: 'more', changes: [{ path: '/load/steps/0/connections', value: 20 }] }];
  const { id, design } = await play.make({ variants, start: true });
  expect(design.warnings.join()).toContain('more changes the load of step 1');
  await play.skip(id, 6, FASTER);
  const done = await play.readDone(id);
  expect(done.result?.outcomes[0]).toMatchObject({ primary: true, outcome: 'higher', effect: { pairs: 3 } });
  expect(done.headline).toContain('Caution: load differs.');
  expect(done.result?.because).toContain('The load differs (one process: 10 connections; more: 20 connections)');
  expect(done.configurations[1]?.groups).toEqual(['load']);
});

describe('a declared extension', () => {
  /** Now one side is ahead, now the other. */
  const NOISY: Figures = (configuration, round) => 8000 + (round % 2 === configuration ? 900 : 0);

  it('is run by itself when the first look says nothing, and shows nothing in between', async () => {
    const { id } = await play.make({ start: true, extensionRounds: 2 });
    await play.skip(id, 6, NOISY);
    const going = await play.read(id);
    expect(going).toMatchObject({ status: 'running', extended: true, result: null, headline: null });
    expect(going).toMatchObject({ rounds: 3, roundsPlanned: 5, runsPlanned: 10, runsDone: 6 });
    await play.skip(id, 4, NOISY);
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', extended: true, roundsDone: 5 });
    expect(done.result?.outcomes[0]).toMatchObject({ outcome: 'inconclusive', effect: { confidencePercent: 97.5 } });
  });

  it('is not run when the first look says something', async () => {
    const { id } = await play.make({ start: true, extensionRounds: 2 });
    await play.skip(id, 6, FASTER);
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', extended: false, rounds: 3, roundsDone: 3 });
    expect(done.result?.outcomes[0]?.outcome).toBe('higher');
    const { cvSource, cvPercent } = await play.design();
    expect(cvSource).toBe('from steps that were repeated on these hosts, 6 times of 2 kinds');
    expect(cvPercent).toBeLessThan(1);
  });
});

describe('a noise floor', () => {
  it('runs its baseline twice a round, and is what later designs and comparisons on the same hosts go by', async () => {
    const before = await play.design();
    expect(before).toMatchObject({ cvPercent: 3.5, noiseFloorPercent: null });
    const { id, configurationNames } = await play.make({ kind: 'noise-floor', variants: [], rounds: 4, start: true });
    expect(configurationNames).toEqual(['one process', 'one process again']);
    const apart = [0.98, 1.01, 1.03, 0.99];
    await play.skip(id, 8, (configuration, round) => (configuration === 0 ? 8000 : 8000 * (apart[round] ?? 1)));
    const done = await play.readDone(id);
    expect(done.headline).toMatch(/^Noise floor: [\d.]+ % in throughput over 4 rounds\./);
    const after = await play.design();
    expect(after.cvSource).toBe(`from ${SOURCE}`);
    expect(after.cvPercent).toBeLessThan(2);
    expect(after.noiseFloorPercent).toBeGreaterThan(0);
    const { id: next } = await play.make({ start: true });
    await play.skip(next, 6, FASTER);
    const [primary] = (await play.readDone(next)).result?.outcomes ?? [];
    expect(primary?.effect?.noiseFloorPercent).toBeCloseTo(after.noiseFloorPercent ?? 0, 6);
    expect(primary?.effect?.noiseSource).toBe(SOURCE);
  });
});

describe('runs of a target whose files nobody hashed', () => {
  const fact = { name: 'shop', port: 9000, healthPath: '/', profiles: false, identified: false };
  const of = (hostId: string): CreateExperiment['baseline'] => {
    const { baseline } = preforkExperiment(hostId);
    return {
      ...baseline,
      spec: { ...baseline.spec, target: { kind: 'named', name: 'shop', tls: false, parameters: [] } },
    };
  };
  const pipelined = [{ name: 'more', changes: [{ path: '/load/steps/0/connections', value: 20 }] }];
  beforeEach(async () => {
    await lab.close();
    lab = await openLab({ stillClock: true });
    agent = await FakeAgent.join(lab, 'lab-1', { targets: [fact] });
    play = new ExperimentPlay(lab, agent);
  });

  it('are no repeats that a design goes by, and their experiment says that they may differ', async () => {
    const { id, design } = await play.make({ baseline: of(agent.hostId), variants: pipelined, start: true });
    expect(design.warnings).toContain(
      'The files of shop are not declared in the configuration file of its host (identityFiles): leave them alone until the last run.',
    );
    await play.skip(id, 6, FASTER);
    expect((await play.readDone(id)).result?.warnings.map(({ code }) => code)).toContain('target-unknown');
    expect((await play.design({ baseline: of(agent.hostId), variants: pipelined })).cvSource).toContain('assumed');
  });

  it('give no noise floor', async () => {
    const floor = { kind: 'noise-floor' as const, variants: [], rounds: 4, baseline: of(agent.hostId) };
    const { id } = await play.make({ ...floor, start: true });
    await play.skip(id, 8, (configuration, round) => 8000 + 100 * configuration * (round % 2));
    const { headline, result } = await play.readDone(id);
    expect(headline).toBe('No noise floor: the runs are not known to be identical.');
    expect(result?.because).toBe('The files of shop were not hashed.');
    expect((await play.design()).noiseFloorPercent).toBeNull();
  });
});

describe('parameters of a target that are left to their defaults', () => {
  const workers = { name: 'workers', values: ['1', '2'], default: '1' };
  const shop = { name: 'shop', port: 9000, healthPath: '/', profiles: false, parameters: [workers] };
  const chosen = (value: string) => [
    { name: 'other', changes: [{ path: '/target/parameters', value: [{ name: 'workers', value }] }] },
  ];
  const left = () => {
    const { baseline } = preforkExperiment(agent.hostId);
    const target = { kind: 'named' as const, name: 'shop', tls: false, parameters: [] };
    return { ...baseline, spec: { ...baseline.spec, target } };
  };
  beforeEach(async () => {
    await lab.close();
    lab = await openLab({ stillClock: true });
    agent = await FakeAgent.join(lab, 'lab-1', { targets: [shop] });
    play = new ExperimentPlay(lab, agent);
  });

  it('are a value in every run, which a request that is sent again may still leave out', async () => {
    const { id } = await play.make({ baseline: left(), variants: chosen('2'), start: true });
    await play.skip(id, 6, FASTER);
    const { slots } = await play.readDone(id);
    for (const { configuration, runId } of slots) {
      const { body: run } = await person(lab)<Run>('GET', `/runs/${runId}`);
      expect(run.spec.target).toMatchObject({ parameters: [{ name: 'workers', value: `${configuration + 1}` }] });
    }
    const ask = () =>
      person(lab)<Run>('POST', '/runs', { name: 'again', spec: left().spec }, { 'idempotency-key': 'the-same-click' });
    const first = await ask();
    expect(first.body.spec.target).toMatchObject({ parameters: [{ name: 'workers', value: '1' }] });
    expect((await ask()).body.id).toBe(first.body.id);
  });

  it('are no variant when they are chosen', async () => {
    const { status, body } = await person(lab)<{ detail: string }>('POST', '/experiments', {
      ...preforkExperiment(agent.hostId),
      ...{ baseline: left(), variants: chosen('1') },
    });
    expect([status, body.detail]).toEqual([
      422,
      'other is the same configuration as one process; to run one twice, make a noise floor.',
    ]);
  });
});
