import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Benchmark, CreateBenchmark } from '../contract/benchmark.ts';
import type { Bisection, BisectionList } from '../contract/bisection.ts';
import type { Problem } from '../contract/primitives.ts';
import { sweep } from '../sweep.ts';
import { answerCommits, joinBuilder, shopDesign } from '../testing/built-target.ts';
import { type FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

// Each plays dozens of runs, which take a busy machine a while.
vi.setConfig({ testTimeout: 240_000 });

const COMMITS = Array.from({ length: 8 }, (_, i) => i.toString(16).repeat(40));
const [GOOD, BAD] = [COMMITS[0] ?? '', COMMITS[7] ?? ''];

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;
let benchmarkId: string;
beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await joinBuilder(lab);
  play = new ExperimentPlay(lab, agent);
  const input: CreateBenchmark = { name: 'shop', design: shopDesign(agent.hostId, GOOD) };
  benchmarkId = (await person(lab)<Benchmark>('POST', '/benchmarks', input)).body.id;
});
afterEach(() => lab.close());

const read = async (id: string) => (await person(lab)<Bisection>('GET', `/bisections/${id}`)).body;

async function start(body: object = { good: GOOD, bad: BAD }): Promise<Bisection> {
  const asked = person(lab)<Bisection>('POST', `/benchmarks/${benchmarkId}/bisections`, body);
  await answerCommits(agent, COMMITS);
  const { status, body: begun } = await asked;
  expect(status).toBe(201);
  return begun;
}

/** Every commit from the place on takes so much more. Answers the commits that were measured. */
async function played(id: string, firstSlow: number, share: number): Promise<string[]> {
  const measured: string[] = [];
  for (;;) {
    const { experimentId, status } = await read(id);
    if (experimentId === null || status !== 'running') return measured;
    const { rounds, configurations } = await play.read(experimentId);
    const { target } = configurations[1]?.spec ?? {};
    const commit = target?.kind === 'named' ? (target.revision ?? '') : '';
    measured.push(commit);
    const ratio = COMMITS.indexOf(commit) >= firstSlow ? 1 + share : 1;
    await play.skip(experimentId, 2 * rounds, (configuration, round) => ({
      serverCpuUsPerRequest: 20 * (configuration === 0 ? 1 : ratio) * (1 + 0.002 * round + 0.001 * configuration),
    }));
    await play.readDone(experimentId);
    await sweep(lab.lab);
  }
}

it('finds the commit of a change, and says what is known of the others', async () => {
  const { id, sentence, experimentId } = await start();
  expect(sentence).toBe('Both ends are measured first.');
  expect(await play.read(experimentId ?? '')).toMatchObject({ configurationNames: ['0000000', '7777777'], rounds: 4 });
  const measured = await played(id, 5, 0.2);
  const found = await read(id);
  expect(found).toMatchObject({ status: 'done', outcome: 'found', direction: 'higher', experimentId: null });
  expect(found.sentence).toMatch(
    /^Server CPU per request changed at 5555555: it is \+20\.\d % there against 0000000, and [+−]\d\.\d+ % at 4444444 before it\.$/,
  );
  expect(found.revisions.map(({ verdict }) => verdict[0]).join('')).toBe('gggggbbb');
  expect(found.revisions[5]).toMatchObject({ subject: 'commit 5', ratio: expect.closeTo(1.2, 1) });
  expect(measured.length).toBeLessThanOrEqual(4);
  const { bisections } = (await person(lab)<BisectionList>('GET', `/benchmarks/${benchmarkId}/bisections`)).body;
  expect(bisections.map((one) => one.id)).toEqual([id]);
});

it('ends where the ends do not differ', async () => {
  const { id } = await start();
  await played(id, 99, 0);
  expect(await read(id)).toMatchObject({
    ...{ status: 'done', outcome: 'not-reproduced' },
    sentence: 'No commit was found: measured again, the ends are the same.',
  });
});

it('names no commit where those between were never listed', async () => {
  const { id, experimentId } = await start();
  const { runId } = await play.underWay(experimentId ?? '');
  await person(lab)('POST', `/bisections/${id}/cancel`);
  await agent.obeyUntil(null, lab, runId);
  await play.readDone(experimentId ?? '');
  const later = ['9', 'a', 'b'].map((digit) => digit.repeat(40));
  const body = { good: GOOD, bad: later[2] };
  const asked = person(lab)<Problem>('POST', `/benchmarks/${benchmarkId}/bisections`, body);
  await answerCommits(agent, later);
  const { status, body: said } = await asked;
  expect([status, said.detail]).toEqual([422, expect.stringMatching(/^Commits between are not known: /)]);
});

it('says when the ends differ the other way', async () => {
  const { id } = await start({ good: GOOD, bad: BAD, direction: 'lower' });
  await played(id, 5, 0.2);
  const ended = await read(id);
  expect([ended.status, ended.outcome]).toEqual(['done', 'other-way']);
  expect(ended.sentence).toMatch(
    /^No commit was found: the ends differ the other way, by \+20\.\d %\. Look for higher\.$/,
  );
});

it('ends with its experiment when it is canceled, and refuses what it could not search', async () => {
  const { id, experimentId } = await start();
  const { runId } = await play.underWay(experimentId ?? '');
  const canceled = person(lab)<Bisection>('POST', `/bisections/${id}/cancel`);
  expect((await canceled).body).toMatchObject({ status: 'canceled', outcome: null, sentence: 'It was canceled.' });
  await agent.obeyUntil(null, lab, runId);
  expect((await play.readDone(experimentId ?? '')).stoppedSentence).toContain('Stopped by Administrator');
  const refusal = async (body: object) => {
    const { status, body: said } = await person(lab)<Problem>('POST', `/benchmarks/${benchmarkId}/bisections`, body);
    return [status, said.detail];
  };
  expect(await refusal({ good: BAD, bad: GOOD })).toEqual([422, 'The bad commit has to come after the good one.']);
  expect(await refusal({ good: GOOD })).toEqual([422, expect.stringContaining('needs an alertId, or good and bad')]);
  expect(await refusal({ good: GOOD, bad: BAD, stepIndex: 3 })).toEqual([422, 'The benchmark has no step 4.']);
});
