import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  Benchmark,
  BenchmarkHistory,
  BenchmarkList,
  CreateBenchmark,
  MeasuredRevision,
} from '../contract/benchmark.ts';
import type { ExperimentDesign } from '../contract/experiment.ts';
import type { Problem } from '../contract/primitives.ts';
import { sweep } from '../sweep.ts';
import { answerCommits, joinBuilder, shopDesign } from '../testing/built-target.ts';
import { closedStep, type FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay, type Figures } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

// Each plays rounds of runs, which take a busy machine a while.
vi.setConfig({ testTimeout: 120_000 });

const [FIRST, SECOND, THIRD, ELSEWHERE] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;
beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await joinBuilder(lab);
  play = new ExperimentPlay(lab, agent);
});
afterEach(() => lab.close());

const call = <T = Benchmark>(method: string, path = '', body?: unknown) =>
  person(lab)<T>(method, `/benchmarks${path}`, body);

const onReference = (over: Partial<CreateBenchmark['design']> = {}): CreateBenchmark => ({
  name: 'simple',
  design: {
    spec: specFor(agent.hostId, { steps: [closedStep(10)] }),
    ...{ reference: null, rounds: 3, primary: { metric: 'requestsPerSecond', stepIndex: 0 }, marginPercent: 2 },
    ...over,
  },
});

const onShop = (): CreateBenchmark => ({
  name: 'shop',
  design: shopDesign(agent.hostId, FIRST, { primary: { metric: 'requestsPerSecond', stepIndex: 0 } }),
});

async function make(input: CreateBenchmark): Promise<Benchmark> {
  const { status, body } = await call('POST', '', input);
  if (status !== 201) throw new Error(`the benchmark was refused: ${JSON.stringify(body)}`);
  return body;
}

async function measured(id: string, revision: object, figures: Figures): Promise<string> {
  const { body, status } = await call<MeasuredRevision>('POST', `/${id}/points`, revision);
  expect(status).toBe(201);
  await play.skip(body.experimentId, 6, figures);
  await play.readDone(body.experimentId);
  await sweep(lab.lab);
  return body.experimentId;
}

const history = async (id: string) => (await call<BenchmarkHistory>('GET', `/${id}/history`)).body;
const STEADY: Figures = (_configuration, round) => 8000 + 10 * round;

describe('a benchmark', () => {
  it('keeps its points in the order in which builds without a commit came, and shows the newest in the list', async () => {
    const { id } = await make(onReference());
    const first = await measured(id, { label: 'v1' }, STEADY);
    await measured(id, { label: 'v2' }, (_, round) => 9000 + 10 * round);
    const { epochs, series } = await history(id);
    expect(epochs).toMatchObject([{ index: 0, version: 1, reference: null, because: null }]);
    expect(series[0]).toMatchObject({ metric: 'requestsPerSecond', stepIndex: 0 });
    expect(series[0]?.points.map(({ revision, rounds, epoch, gap }) => [revision, rounds, epoch, gap])).toEqual([
      ['v1', 3, 0, null],
      ['v2', 3, 0, null],
    ]);
    expect(series[0]?.points[0]).toMatchObject({ experimentId: first, subject: null });
    expect(series[0]?.points[0]?.candidate).toBeCloseTo(8010, -1);
    const { body } = await call<BenchmarkList>('GET');
    expect(body.benchmarks).toMatchObject([{ name: 'simple', hostNames: ['builder'], measuring: 0 }]);
    expect(body.benchmarks[0]?.strip.map(({ revision }) => revision)).toEqual(['v1', 'v2']);
  });

  it('begins a new epoch with another design, and none with the same', async () => {
    const input = onReference();
    const { id, version } = await make(input);
    await measured(id, { label: 'v1' }, STEADY);
    expect((await call('PATCH', `/${id}`, { design: input.design })).body.version).toEqual(version);
    const changed = await call('PATCH', `/${id}`, { name: 'renamed', design: { ...input.design, marginPercent: 5 } });
    expect(changed.body).toMatchObject({ name: 'renamed', marginPercent: 5, version: { number: 2 } });
    await measured(id, { label: 'v2' }, STEADY);
    const { epochs, series } = await history(id);
    expect(epochs.map(({ version: number, because }) => [number, because])).toEqual([
      [1, null],
      [2, 'A new epoch: the benchmark was changed.'],
    ]);
    expect(series[0]?.points.map(({ epoch }) => epoch)).toEqual([0, 1]);
  });

  it('interleaves each commit with the reference, and orders points as the branch does, not as they come', async () => {
    const { id } = await make(onShop());
    const asked = call<MeasuredRevision>('POST', `/${id}/points`, { commit: THIRD });
    await answerCommits(agent, [FIRST, SECOND, THIRD]);
    const { experimentId } = (await asked).body;
    const experiment = await play.read(experimentId);
    const { body: design } = await call<ExperimentDesign>('POST', `/${id}/point-designs`, { commit: THIRD });
    expect(design).toMatchObject({ runs: experiment.design.runs, wholeUs: experiment.design.wholeUs });
    expect(experiment).toMatchObject({ kind: 'comparison', configurationNames: ['reference aaaaaaa', 'ccccccc'] });
    await play.skip(experimentId, 6, (configuration, round) => 8000 - 800 * configuration + 10 * round);
    await play.readDone(experimentId);
    await sweep(lab.lab);
    await measured(id, { commit: SECOND }, STEADY);
    const [throughput] = (await history(id)).series;
    expect(throughput?.points.map(({ revision, subject }) => [revision, subject])).toEqual([
      [SECOND, 'commit b'],
      [THIRD, 'commit c'],
    ]);
    // What limited these runs was not measured, so their throughput says nothing of the server.
    expect(throughput?.points[1]).toMatchObject({
      ratio: null,
      gap: expect.stringContaining('whether throughput ranks them'),
    });
    expect(throughput?.points[1]?.candidate).toBeCloseTo(7210, -2);
    const refused = call<Problem>('POST', `/${id}/points`, { commit: ELSEWHERE });
    await answerCommits(agent, [FIRST, SECOND, THIRD]);
    expect((await refused).body.detail).toContain('ddddddd is none of the newest 3 commits of the branch of shop');
  });

  it('of a commit that is the reference measures the noise', async () => {
    const { id } = await make(onShop());
    const asked = call<MeasuredRevision>('POST', `/${id}/points`, { commit: FIRST });
    await answerCommits(agent, [FIRST]);
    expect(await play.read((await asked).body.experimentId)).toMatchObject({ kind: 'noise-floor' });
  });

  it('that is archived is measured no more, and can be brought back', async () => {
    const { id } = await make(onReference());
    expect((await call('PATCH', `/${id}`, { archived: true })).body.archivedAtUs).not.toBeNull();
    const refused = await call<Problem>('POST', `/${id}/points`, { label: 'v1' });
    expect([refused.status, refused.body.detail]).toEqual([409, 'simple is archived: bring it back to measure it.']);
    expect((await call('PATCH', `/${id}`, { archived: false })).body.archivedAtUs).toBeNull();
  });

  it('is refused with a name that is taken, and where its first point would be', async () => {
    await make(onReference());
    const taken = await call<Problem>('POST', '', onReference());
    expect([taken.status, taken.body.fields?.[0]?.path]).toEqual([409, 'name']);
    const late = onReference({ primary: { metric: 'requestsPerSecond', stepIndex: 4 } });
    const refused = await call<Problem>('POST', '', { ...late, name: 'late' });
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, 'design.primary.stepIndex']);
    const without = await call<Problem>('POST', '', { ...onReference({ reference: FIRST }), name: 'without' });
    expect(without.body.fields?.[0]?.path).toBe('design.reference');
    const { design } = onShop();
    const itself = await call<Problem>('POST', '', { name: 'itself', design: { ...design, reference: null } });
    expect(itself.body.detail).toContain('against itself every commit is the same');
    const { id } = await make(onShop());
    const labelled = await call<Problem>('POST', `/${id}/points`, { label: 'v9' });
    expect(labelled.body.detail).toBe('This target is built from commits: name one by "commit".');
  });

  it('has a gap where its experiment was ended early', async () => {
    const { id } = await make(onReference());
    const { body } = await call<MeasuredRevision>('POST', `/${id}/points`, { label: 'v1' });
    await play.skip(body.experimentId, 4, STEADY);
    const { runId } = await play.underWay(body.experimentId);
    await play.call('POST', `/${body.experimentId}/stop`);
    await agent.obeyUntil(null, lab, runId);
    await play.readDone(body.experimentId);
    await sweep(lab.lab);
    const [throughput] = (await history(id)).series;
    expect(throughput?.points[0]).toMatchObject({ ratio: null, gap: expect.stringMatching(/\w/) });
  });
});
