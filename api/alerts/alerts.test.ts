import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Alert, AlertList } from '../contract/alert.ts';
import type { Benchmark, BenchmarkList, CreateBenchmark, MeasuredRevision } from '../contract/benchmark.ts';
import type { Problem } from '../contract/primitives.ts';
import { sweep } from '../sweep.ts';
import { answerCommits, joinBuilder, shopDesign } from '../testing/built-target.ts';
import { type FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, type PointFigures } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

// Each plays dozens of runs, which take a busy machine a while.
vi.setConfig({ testTimeout: 240_000 });

const HOUR_MS = 3_600_000;
const COMMITS = Array.from({ length: 8 }, (_, i) => i.toString(16).repeat(40));

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;
let benchmarkId: string;
beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await joinBuilder(lab);
  play = new ExperimentPlay(lab, agent);
  const input: CreateBenchmark = { name: 'shop', design: shopDesign(agent.hostId, COMMITS[0] ?? '') };
  benchmarkId = (await person(lab)<Benchmark>('POST', '/benchmarks', input)).body.id;
});
afterEach(() => lab.close());

const alerts = async (): Promise<Alert[]> =>
  (await person(lab)<AlertList>('GET', `/alerts?benchmarkId=${benchmarkId}`)).body.alerts;

/** Of the reference 20 µs, and of the commit as much more; no two rounds are alike. */
const slower =
  (share: number): PointFigures =>
  (configuration, round) => ({
    requestsPerSecond: 8000,
    serverCpuUsPerRequest: (configuration === 0 ? 20 : 20 * (1 + share)) * (1 + 0.002 * round + 0.001 * configuration),
  });

async function night(commit: string, share: number, thenMs = 24 * HOUR_MS): Promise<void> {
  const asked = person(lab)<MeasuredRevision>('POST', `/benchmarks/${benchmarkId}/points`, { commit });
  const known = await person(lab)<{ series: { points: unknown[] }[] }>('GET', `/benchmarks/${benchmarkId}/history`);
  if (known.body.series.length === 0) {
    await answerCommits(agent, COMMITS);
  }
  const { experimentId } = (await asked).body;
  await played(experimentId, 3, share);
  lab.skipMs(thenMs);
  await agent.heartbeat(null);
}

async function played(experimentId: string, rounds: number, share: number): Promise<void> {
  await play.skip(experimentId, 2 * rounds, slower(share));
  await play.readDone(experimentId);
  await sweep(lab.lab);
}

const STEP = [0.001, -0.001, 0.0005, 0.2, 0.201, 0.1995];

it('tells of a step after an experiment, once, and people say what becomes of it', async () => {
  for (const [at, share] of STEP.entries()) await night(COMMITS[at + 1] ?? '', share);
  const [suspected, ...more] = await alerts();
  expect(more).toEqual([]);
  expect(suspected).toMatchObject({
    ...{ state: 'suspected', channel: 'step', direction: 'worse', attempts: 0, actions: [], experimentId: null },
    before: { revision: COMMITS[3], subject: 'commit 3' },
    after: { revision: COMMITS[4] },
  });
  expect(suspected?.sentence).toContain('Server CPU per request looks 20.0 % higher');
  expect(await openAlerts()).toBe(0);

  await sweep(lab.lab);
  const [confirming] = await alerts();
  expect(confirming?.state).toBe('confirming');
  const experiment = await play.read(confirming?.experimentId ?? '');
  expect(experiment).toMatchObject({ configurationNames: ['3333333', '4444444'], status: 'running' });
  expect(experiment.question).toBe('shop: did it change from 3333333 to 4444444?');
  await played(experiment.id, experiment.rounds, 0.2);
  const [confirmed] = await alerts();
  expect(confirmed).toMatchObject({ id: suspected?.id, state: 'confirmed', attempts: 1 });
  expect(confirmed?.sentence).toMatch(
    /^Server CPU per request is 2\d\.\d % higher .* than at 3333333, as an experiment showed\.$/,
  );
  expect(confirmed?.series[0]?.shown).toMatchObject({ held: true });
  expect(await openAlerts()).toBe(1);

  // Another night that shows the same is no news.
  await night(COMMITS[7] ?? '', 0.2);
  expect((await alerts()).map(({ id, state }) => [id, state])).toEqual([[suspected?.id, 'confirmed']]);

  const unreasoned = await change(confirmed, { action: 'acknowledge', reason: ' ' });
  expect(unreasoned.status).toBe(422);
  const acknowledged = await change(confirmed, { action: 'acknowledge', reason: 'We look into it.' });
  expect(acknowledged.body).toMatchObject({ state: 'acknowledged', actions: ['expect', 'mute', 'reopen'] });
  expect(acknowledged.body.entries.at(-1)).toMatchObject({ byName: 'Administrator', reason: 'We look into it.' });
  expect(await openAlerts()).toBe(0);
  const untilUs = lab.lab.nowUs() + HOUR_MS * 1000;
  expect((await change(confirmed, { action: 'mute', reason: 'Until Monday.', untilUs })).body.state).toBe('muted');
  lab.skipMs(2 * HOUR_MS);
  await sweep(lab.lab);
  expect((await alerts())[0]?.state).toBe('confirmed');
  expect((await change(confirmed, { action: 'expect', reason: 'It does more now.' })).body.state).toBe('expected');
  expect((await change(confirmed, { action: 'mute', reason: 'No.', untilUs: untilUs + 1e12 })).status).toBe(409);
});

it('forgets a suspicion that its experiment does not show, and makes one that measured nothing once more', async () => {
  for (const [at, share] of STEP.entries()) await night(COMMITS[at + 1] ?? '', share);
  await sweep(lab.lab);
  const [first] = await alerts();
  await play.call('POST', `/${first?.experimentId}/stop`);
  const { runId } = await play.underWay(first?.experimentId ?? '');
  await agent.obeyUntil(null, lab, runId);
  await play.readDone(first?.experimentId ?? '');
  await sweep(lab.lab);
  const [again] = await alerts();
  expect(again).toMatchObject({ id: first?.id, state: 'suspected', attempts: 0 });
  expect(again?.entries.at(-1)?.reason).toContain('Its experiment came to no answer: ');
  lab.skipMs(HOUR_MS);
  await agent.heartbeat(null);
  await sweep(lab.lab);
  const [second] = await alerts();
  expect(second).toMatchObject({ state: 'confirming' });
  expect(second?.experimentId).not.toBe(first?.experimentId);
  const { id, rounds } = await play.read(second?.experimentId ?? '');
  await played(id, rounds, 0);
  const [unconfirmed] = await alerts();
  expect(unconfirmed).toMatchObject({ state: 'unconfirmed', attempts: 1 });
  expect(unconfirmed?.sentence).toContain('an experiment did not show it with 97.5 % confidence');
});

it('waits an hour within one boot, and says what keeps it from its hosts', async () => {
  for (const [at, share] of STEP.entries()) {
    await night(COMMITS[at + 1] ?? '', share, at === STEP.length - 1 ? 0 : 24 * HOUR_MS);
  }
  await sweep(lab.lab);
  expect((await alerts())[0]).toMatchObject({
    state: 'suspected',
    waitingSentence: expect.stringMatching(/^its experiment begins once its hosts have started anew, or at .* UTC\.$/),
  });
  // Nothing is heard of its host meanwhile.
  lab.skipMs(HOUR_MS);
  await sweep(lab.lab);
  expect((await alerts())[0]).toMatchObject({
    state: 'suspected',
    waitingSentence: expect.stringContaining('builder is offline'),
  });
});

it('begins at once when its hosts have started anew', async () => {
  for (const [at, share] of STEP.entries()) {
    await night(COMMITS[at + 1] ?? '', share, at === STEP.length - 1 ? 0 : 24 * HOUR_MS);
  }
  await sweep(lab.lab);
  expect((await alerts())[0]?.state).toBe('suspected');
  agent.facts = { ...agent.facts, bootId: '7d8a1c62-0000-4000-8000-000000000002' };
  agent.reborn();
  lab.skipMs(61_000);
  expect((await agent.hello()).status).toBe(200);
  await sweep(lab.lab);
  expect((await alerts())[0]?.state).toBe('confirming');
});

it('keeps its limits, and refuses those that it could not hold', async () => {
  const limit = { metric: 'serverCpuUsPerRequest', stepIndex: 0, of: 'ratio', limit: 1.1, expiresAtUs: null };
  const path = `/benchmarks/${benchmarkId}`;
  const set = await person(lab)<Benchmark>('PATCH', path, { budgets: [{ ...limit, reason: 'Agreed in May.' }] });
  expect(set.body.budgets).toMatchObject([{ ...limit, byName: 'Administrator' }]);
  const twice = await person(lab)<Problem>('PATCH', path, {
    budgets: [
      { ...limit, reason: 'a' },
      { ...limit, reason: 'b' },
    ],
  });
  expect([twice.status, twice.body.fields?.[0]?.path]).toEqual([422, 'budgets.1']);
  for (let at = 1; at <= 5; at++) await night(COMMITS[at] ?? '', 0.15 + 0.001 * at);
  const over = (await alerts()).find(({ channel }) => channel === 'budget');
  expect(over?.sentence).toMatch(/^Server CPU per request looks 4\.\d+ % above its limit/);
  const confirmed = async (): Promise<Alert | undefined> => (await alerts()).find(({ id }) => id === over?.id);
  await sweep(lab.lab);
  const { experimentId } = (await confirmed()) ?? {};
  const { id, rounds } = await play.read(experimentId ?? '');
  await played(id, rounds, 0.12);
  // What the experiment measured, and not what the nights had.
  expect((await confirmed())?.sentence).toMatch(
    /^Server CPU per request is 1\.9\d* % above its limit .* at 97\.5 % confidence\) at .*, as an experiment showed\.$/,
  );
});

it('gives a suspicion up whose limit was taken away, or whose benchmark measures something else now', async () => {
  const limit = { metric: 'serverCpuUsPerRequest', stepIndex: 0, of: 'ratio', limit: 1.1, expiresAtUs: null };
  const path = `/benchmarks/${benchmarkId}`;
  await person(lab)('PATCH', path, { budgets: [{ ...limit, reason: 'Agreed in May.' }] });
  for (let at = 1; at <= 5; at++) await night(COMMITS[at] ?? '', 0.15 + 0.001 * at);
  await person(lab)('PATCH', path, { budgets: [] });
  await sweep(lab.lab);
  const [over] = await alerts();
  expect(over).toMatchObject({ state: 'unconfirmed', attempts: 0 });
  expect(over?.entries.at(-1)?.reason).toBe('Its limit was taken away since.');
  expect(over?.sentence).toContain('No experiment has measured whether it is.');
});

const change = (alert: Alert | undefined, body: object) => person(lab)<Alert>('PATCH', `/alerts/${alert?.id}`, body);

const openAlerts = async (): Promise<number | undefined> =>
  (await person(lab)<BenchmarkList>('GET', '/benchmarks')).body.benchmarks[0]?.openAlerts;
