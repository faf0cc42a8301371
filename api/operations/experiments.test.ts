import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExperimentList } from '../contract/experiment.ts';
import type { RunList } from '../contract/run-list.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, type Figures } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
  play = new ExperimentPlay(lab, agent);
});
afterEach(() => lab.close());

/** 20 % apart, with a little noise of each round's own. */
const FASTER: Figures = (configuration, round) => (configuration === 0 ? 10_000 : 12_000) + 30 * round;

describe('an experiment', () => {
  it('is planned, started, and runs every configuration once a round to a result', async () => {
    const planned = await play.make();
    expect(planned).toMatchObject({ status: 'planned', runsPlanned: 6, runsDone: 0, result: null, headline: null });
    expect((await person(lab)<RunList>('GET', '/runs')).body.total).toBe(0);
    const { body: started } = await play.call('POST', `/${planned.id}/start`);
    expect(started).toMatchObject({ status: 'running', waitingSentence: null });
    await play.play(planned.id, 6, FASTER);
    const done = await play.read(planned.id);
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
    expect(primary).toMatchObject({ primary: true, metric: 'requestsPerSecond', outcome: 'higher', word: 'faster' });
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
      await play.play(id, 1, FASTER);
    }
    expect((await play.read(id)).status).toBe('done');
    expect((await play.call<ExperimentList>('GET', '?status=running')).body.experiments).toEqual([]);
  });
});
