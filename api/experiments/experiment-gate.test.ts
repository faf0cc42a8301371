import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateExperiment, ExperimentList, ShownExperiment } from '../contract/experiment.ts';
import type { Problem } from '../contract/primitives.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, preforkExperiment } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

// Each plays rounds of runs, which take a busy machine a while.
vi.setConfig({ testTimeout: 120_000 });

let lab: TestLab;
let play: ExperimentPlay;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  play = new ExperimentPlay(lab, await FakeAgent.join(lab));
});
afterEach(() => lab.close());

const CPU = 'server CPU per request <= +3%';
const THROUGHPUT = 'throughput >= -2%';

async function ended(conditions: string[], over: Partial<CreateExperiment> = {}): Promise<ShownExperiment> {
  const { id, slots } = await play.make({ conditions, start: true, ...over });
  await play.skip(id, slots.length, (configuration, round) => 8000 + 800 * configuration + 30 * round);
  return play.readDone(id);
}

describe('an experiment with conditions', () => {
  it('is open until the last round, and then says what each of them came to', async () => {
    const { id, gate } = await play.make({ conditions: [CPU, THROUGHPUT], start: true });
    expect(gate).toMatchObject({ conditions: [CPU, THROUGHPUT], status: 'open', attempt: 1, earlierIds: [] });
    await play.play(id, 6, (configuration, round) => 8000 + 800 * configuration + 30 * round);
    const done = await play.readDone(id);
    expect(done.result?.conditions?.map(({ text, sideIndex }) => [text, sideIndex])).toEqual([
      [CPU, 1],
      [THROUGHPUT, 1],
    ]);
    // Nobody measured what limited these runs, so that throughput says nothing of the server.
    expect(done.result?.conditions?.[1]).toMatchObject({ status: 'inconclusive', allows: 'from', boundRatio: 0.98 });
    expect(done.result?.conditions?.[1]).toMatchObject({ low: null, high: null });
    expect(done.result?.conditions?.[1]?.ratio).toBeCloseTo(1.1, 1);
    const { body } = await person(lab)<ExperimentList>('GET', '/experiments');
    expect(body.experiments[0]?.gate).toEqual(done.gate);
    expect(done.gate?.status).not.toBe('open');
  });

  it('that is ended early decides nothing', async () => {
    const { id } = await play.make({ conditions: [THROUGHPUT], start: true });
    await play.skip(id, 5, () => 8000);
    const { runId } = await play.underWay(id);
    await play.call('POST', `/${id}/stop`);
    await play.agent.obeyUntil(null, lab, runId);
    const done = await play.readDone(id);
    expect(done).toMatchObject({ status: 'done', gate: { status: 'not-measured' } });
    expect(done.result?.conditions).toMatchObject([{ status: 'not-measured' }]);
  });

  it('counts who asks the same again, whatever the rounds', async () => {
    const first = await ended([THROUGHPUT]);
    const second = await play.make({ conditions: [THROUGHPUT], rounds: 5 });
    expect(second.gate).toMatchObject({ attempt: 2, earlierIds: [first.id] });
    expect((await play.make({ conditions: ['requestsPerSecond >=  -2 %'] })).gate).toMatchObject({ attempt: 3 });
    expect((await play.make({ conditions: [CPU] })).gate).toMatchObject({ attempt: 1 });
    expect((await play.read(first.id)).gate).toMatchObject({ attempt: 1, earlierIds: [] });
  });

  it('is the same experiment when its request is sent again, and another one with other conditions', async () => {
    const key = { 'idempotency-key': '0190a000-0000-7000-8000-000000000001' };
    const post = (conditions?: string[]) => {
      const body = preforkExperiment(play.agent.hostId, { ...(conditions && { conditions }) });
      return person(lab)<ShownExperiment>('POST', '/experiments', body, key);
    };
    const made = await post([CPU]);
    expect((await post([CPU])).body.id).toBe(made.body.id);
    expect((await post()).status).toBe(409);
  });

  it('says before its first run what its conditions take', async () => {
    const design = await play.design({ conditions: [THROUGHPUT] });
    expect(design.roundsForConditions).toBeGreaterThan(20);
    expect(design.warnings[0]).toContain('3 rounds are too few for ‘throughput ≥ −2 %’');
    const never = await play.design({ conditions: ['throughput >= 0%'] });
    expect(never).toMatchObject({ roundsForConditions: null });
    expect(never.warnings[0]).toContain('only by a real gain');
    expect(await play.design()).not.toHaveProperty('roundsForConditions');
  });

  it.each([
    [['speed >= 1%'], 'conditions.0', 'is no metric'],
    [[CPU, CPU], 'conditions.1', 'stands twice'],
    [['throughput in step 2 >= -2%'], 'conditions.0', 'about step 2, which one process does not have'],
  ])('%o is refused at its place', async (conditions, path, sentence) => {
    const body = preforkExperiment(play.agent.hostId, { conditions });
    const refused = await person(lab)<Problem>('POST', '/experiments', body);
    expect(refused.status).toBe(422);
    expect(refused.body.fields?.[0]).toEqual({ path, message: expect.stringContaining(sentence) });
  });
});
