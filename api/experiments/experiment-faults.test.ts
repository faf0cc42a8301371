import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../contract/agent-commands.ts';
import type { ShownExperiment } from '../contract/experiment.ts';
import { cleanHost, soilHost } from '../hosts/store/hosts.ts';
import { RETRY_PAUSE_US } from '../rules/experiment/next-move.ts';
import { sweep } from '../sweep.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay, type Figures } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

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

const FASTER: Figures = (configuration, round) => (configuration === 0 ? 8000 : 9600) + 30 * round;

/** The pause after a failed run is over. */
async function later(): Promise<void> {
  lab.skipMs(RETRY_PAUSE_US / 1000);
  await agent.heartbeat(null);
  await sweep(lab.lab);
}

describe('a run that fails', () => {
  it('is made up for in its place, after a pause, and never counted', async () => {
    const { id } = await play.make({ start: true });
    await play.skip(id, 1, FASTER);
    const { runId: failed, configuration } = await play.underWay(id);
    await play.failRun(failed);
    await sweep(lab.lab);
    const paused = await play.read(id);
    expect(paused.waitingSentence).toContain('The target did not start.');
    expect(paused.slots[1]).toMatchObject({ runId: null, runState: null, failedRunIds: [failed] });
    await later();
    const again = await play.underWay(id);
    expect(again).toMatchObject({ round: 0, position: 1, configuration, failedRunIds: [failed] });
    await play.skip(id, 5, FASTER);
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', runsDone: 6, stoppedSentence: null });
    expect(done.result?.sides.flatMap(({ runIds }) => runIds)).not.toContain(failed);
    const { name } = done.configurations[configuration] ?? {};
    expect(done.result?.warnings[0]?.sentence).toMatch(new RegExp(`without a valid figure: .*1 of ${name}`));
  });

  it('ends the experiment at the third attempt of a place, with whole rounds and no claim', async () => {
    const { id } = await play.make({ start: true });
    await play.skip(id, 4, FASTER);
    for (let attempt = 0; attempt < 3; attempt++) {
      await play.failRun((await play.underWay(id)).runId);
      await later();
    }
    const done = await play.readDone(id);
    expect(done.stoppedSentence).toMatch(
      /in round 3 gave no figure 3 times, .* it failed: The target did not start\.$/,
    );
    expect(done).toMatchObject({ status: 'done', roundsDone: 2, runsDone: 4 });
    expect(done.slots[4]?.failedRunIds).toHaveLength(3);
    expectNoClaim(done);
  });

  it('is one that finished without a figure at the primary step, too', async () => {
    const two = { name: 'two steps', spec: specFor(agent.hostId) };
    const { id } = await play.make({
      start: true,
      baseline: two,
      primary: { metric: 'requestsPerSecond', stepIndex: 1 },
    });
    const { runId } = await play.underWay(id);
    await agent.obey((await agent.obeyUntil('drive-load', lab, runId)) as Command);
    const failure = { code: 'tool-failed', sentence: 'It broke.' };
    const second = (await agent.obeyUntil('drive-load', lab, runId)) as Command;
    await agent.obey(second, { status: 'failed', result: null, failure });
    await agent.obeyUntil(null, lab, runId);
    expect((await play.run(runId)).state).toBe('finished');
    const { runsDone, waitingSentence } = await play.read(id);
    expect(runsDone).toBe(0);
    expect(waitingSentence).toContain('the step of the primary outcome gave no such figure');
  });
});

describe('a run of which the primary figure is invalid', () => {
  /** 4.9 million requests a second that took 1 ms each, over 10 connections. */
  const IMPOSSIBLE: Figures = () => 4_900_000;

  it('is made up for like one that failed, and the result says so', async () => {
    const { id } = await play.make({ start: true });
    await play.skip(id, 1, FASTER);
    const { runId: lost, configuration } = await play.underWay(id);
    await play.skip(id, 1, IMPOSSIBLE);
    const paused = await play.read(id);
    expect(paused.waitingSentence).toMatch(
      /is run again in a moment, as the figure of its primary step is invalid: by Little/,
    );
    expect(paused).toMatchObject({ runsDone: 1, roundsDone: 0, result: null });
    expect(paused.slots[1]).toMatchObject({ runId: null, runState: null, failedRunIds: [lost] });
    await later();
    expect(await play.underWay(id)).toMatchObject({ round: 0, position: 1, configuration });
    await play.skip(id, 5, FASTER);
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', roundsDone: 3, runsDone: 6, stoppedSentence: null });
    expect(done.result?.outcomes[0]).toMatchObject({ outcome: 'higher', effect: { pairs: 3 } });
    expect(done.result?.sides.flatMap(({ runIds }) => runIds)).not.toContain(lost);
    const { name } = done.configurations[configuration] ?? {};
    expect(done.result?.warnings[0]?.sentence).toContain(`1 of ${name} (invalid)`);
  });

  it('ends the experiment when it always is, after three attempts, with no claim', async () => {
    const { id } = await play.make({ start: true });
    const lost: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      lost.push((await play.underWay(id)).runId);
      await play.skip(id, 1, IMPOSSIBLE);
      await later();
    }
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', roundsDone: 0, runsDone: 0, result: null });
    expect(done.stoppedSentence).toMatch(/in round 1 gave no figure 3 times, .* is invalid: by Little/);
    expect(done.slots[0]?.failedRunIds).toEqual(lost);
    for (let i = 0; i < 2; i++) await later();
    expect((await play.readDone(id)).slots[0]?.failedRunIds).toEqual(lost);
  });

  it('is no part of the noise that later designs go by', async () => {
    const { id } = await play.make({ kind: 'noise-floor', variants: [], start: true });
    const alike: Figures = (_, round) => 8000 + 10 * round;
    await play.skip(id, 2, alike);
    await play.skip(id, 1, IMPOSSIBLE);
    await later();
    await play.skip(id, 4, (configuration, round) => alike(0, round) + 8 * configuration);
    const { headline } = await play.readDone(id);
    expect(headline).toMatch(/^Noise floor: 0\.\d+ % in throughput over 3 rounds/);
    const { cvSource, cvPercent } = await play.design();
    expect(cvSource).toContain('3 rounds of A/A experiments');
    expect(cvPercent).toBeLessThan(1);
  });
});

function expectNoClaim({ result, headline, stoppedSentence }: ShownExperiment): void {
  expect(headline).toContain(stoppedSentence);
  expect(result?.headline).toBe(headline);
  expect(result?.outcomes.length).toBeGreaterThan(0);
  for (const { outcome, word, sentence, because } of result?.outcomes ?? []) {
    expect(['provisional', 'no-repeats']).toContain(outcome);
    expect(word).not.toMatch(/faster|slower|cheaper/);
    expect(`${sentence} ${because}`).not.toMatch(/faster|slower|cheaper/);
  }
}

describe('hosts that take no run', () => {
  it('refuse a start in words', async () => {
    const { id } = await play.make();
    lab.skipMs(40_000);
    const offline = await play.call<{ code: string; detail: string }>('POST', `/${id}/start`);
    expect(offline).toMatchObject({ status: 409, body: { code: 'host-offline' } });
    expect((await play.read(id)).status).toBe('planned');
  });

  it('let the next run wait for them, and no attempt is used up', async () => {
    const { id } = await play.make({ start: true });
    await soilHost(lab.lab.database.db, { hostId: agent.hostId, kind: 'mismatch', reason: 'a queue reads 8, not 4.' });
    await play.skip(id, 1, FASTER);
    for (let i = 0; i < 4; i++) await later();
    const waiting = await play.read(id);
    expect(waiting.waitingSentence).toContain('takes no run until it is clean: a queue reads 8, not 4.');
    expect(waiting).toMatchObject({ status: 'running', runsDone: 1 });
    expect(waiting.slots.flatMap(({ failedRunIds }) => failedRunIds)).toEqual([]);
    await cleanHost(lab.lab.database.db, agent.hostId);
    await later();
    expect(await play.underWay(id)).toMatchObject({ round: 0, position: 1 });
  });
});

describe('an experiment that somebody ends', () => {
  it('cancels its run, keeps whole rounds and claims nothing', async () => {
    const { id } = await play.make({ start: true });
    await play.skip(id, 5, FASTER);
    const { runId } = await play.underWay(id);
    await agent.obeyUntil('drive-load', lab, runId);
    const { body: stopping } = await play.call('POST', `/${id}/stop`);
    expect(stopping).toMatchObject({ status: 'running', result: null });
    expect(stopping.stoppedSentence).toBe('Stopped by Administrator after 2 of 3 rounds.');
    await agent.obeyUntil(null, lab, runId);
    expect((await play.run(runId)).state).toBe('canceled');
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', roundsDone: 2 });
    expectNoClaim(done);
    expect((await play.call('POST', `/${id}/stop`)).body.stoppedSentence).toBe(done.stoppedSentence);
  });

  it('is ended by whoever cancels one of its runs: nobody is to choose which runs count', async () => {
    const { id } = await play.make({ start: true });
    const { runId } = await play.underWay(id);
    await person(lab)('POST', `/runs/${runId}/cancel`);
    await agent.obeyUntil(null, lab, runId);
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', result: null, headline: null });
    expect(done.stoppedSentence).toContain('was canceled by a person, which ended the experiment');
    expect((await play.call('POST', `/${id}/start`)).status).toBe(409);
  });

  it('cannot be stopped before it was started', async () => {
    const { id } = await play.make();
    expect((await play.call('POST', `/${id}/stop`)).status).toBe(409);
  });
});
