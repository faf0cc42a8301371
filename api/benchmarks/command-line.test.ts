import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AlertList } from '../contract/alert.ts';
import type { BenchmarkList, CreateBenchmark } from '../contract/benchmark.ts';
import type { Bisection, BisectionList } from '../contract/bisection.ts';
import type { ExperimentList } from '../contract/experiment.ts';
import { sweep } from '../sweep.ts';
import { answerCommits, joinBuilder, shopDesign } from '../testing/built-target.ts';
import { CommandLine } from '../testing/command-line.ts';
import { type FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, type PointFigures } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

// A machine at work takes a while to build it, and to play dozens of runs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const HOUR_MS = 3_600_000;
const COMMITS = Array.from({ length: 8 }, (_, i) => i.toString(16).repeat(40));
const commit = (at: number): string => COMMITS[at] ?? '';

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;
let cli: CommandLine;
beforeAll(async () => {
  lab = await openLab({ stillClock: true });
  agent = await joinBuilder(lab);
  play = new ExperimentPlay(lab, agent);
  cli = await CommandLine.build(lab);
});
afterAll(async () => {
  await cli?.remove();
  await lab.close();
});

const read = async <T>(path: string): Promise<T> => (await person(lab)<T>('GET', path)).body;

/** The same again, until there is one. */
async function until<T>(ask: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found) return found;
    await sleep(50);
  }
}

const onShop = (name: string): CreateBenchmark => ({ name, design: shopDesign(agent.hostId, commit(0)) });

/** A benchmark of its own, whose file names the host. */
async function made(name: string): Promise<string> {
  const file = JSON.stringify(onShop('unnamed'), null, 2).replace(`"hostId": "${agent.hostId}"`, '"host": "builder"');
  await cli.write('benchmark.json', file);
  const { code, result } = await cli.json(['benchmarks', 'create', 'benchmark.json', '--name', name]);
  expect({ code, sentence: result.sentence }).toEqual({ code: 0, sentence: `The benchmark ${name} is made.` });
  return result.id;
}

/** The host is asked for its commits as long as they are not known of the benchmark. */
const listed = () => answerCommits(agent, COMMITS);

const slower =
  (share: number): PointFigures =>
  (configuration, round) => ({
    requestsPerSecond: 8000,
    serverCpuUsPerRequest: 20 * (configuration === 0 ? 1 : 1 + share) * (1 + 0.002 * round + 0.001 * configuration),
  });

const experimentOf = (question: string): Promise<string> =>
  until(async () => {
    const { experiments } = await read<ExperimentList>('/experiments');
    return experiments.find((one) => one.question === question)?.id;
  });

async function played(id: string, share: number): Promise<void> {
  const { rounds } = await play.read(id);
  await play.skip(id, 2 * rounds, slower(share));
  await play.readDone(id);
  await sweep(lab.lab);
}

async function stopped(id: string): Promise<void> {
  const { runId } = await play.underWay(id);
  await play.call('POST', `/${id}/stop`);
  await agent.obeyUntil(null, lab, runId);
  await play.readDone(id);
  await sweep(lab.lab);
}

describe('millionrps benchmarks', () => {
  it('makes one of a file, measures a point of it, and tells its history', async () => {
    const id = await made('checkout');
    const dry = cli.json(['benchmarks', 'measure', 'checkout', '--commit', commit(2), '--dry-run']);
    await listed();
    expect((await dry).result.result).toMatchObject({ runs: 6, smallestShownPercent: expect.any(Number) });
    const { ended } = cli.start(['benchmarks', 'measure', id, '--commit', commit(2), '--json', '--junit', 'junit.xml']);
    const experimentId = await experimentOf('checkout: 2222222');
    await played(experimentId, 0.2);
    const { code, stdout } = await ended;
    const result = JSON.parse(stdout);
    expect({ code, ...result }).toMatchObject({
      code: 0,
      outcome: 'done',
      id: experimentId,
      command: 'benchmarks measure',
    });
    expect(result.result.series[0]).toMatchObject({
      ...{ metric: 'serverCpuUsPerRequest', stepIndex: 0 },
      points: [{ revision: commit(2), ratio: expect.closeTo(1.2, 2), low: expect.any(Number), gap: null }],
    });
    expect(await cli.read('junit.xml')).toContain('<testcase classname="checkout" name="measured">');

    const list = await cli.call(['benchmarks']);
    expect(list.stdout).toMatch(/checkout +builder +server CPU per request, step 1 +0 +0 +2222222 \+20 % \(/);
    const history = await cli.call(['history', 'checkout']);
    expect(history.stdout).toMatch(/2222222 +1 +20\d\d-.*24\.\d µs +20 µs +\+20 % \(.*\) +commit 2/);
    expect(history.stdout).toMatch(/epoch 1 {2}from .*, version 1, against 0000000, on /);
    const csv = (await cli.call(['history', 'checkout', '--csv'])).stdout.split('\n');
    expect(csv[0]).toContain(',candidate_us,reference_us,gap,experiment');
    expect(csv[1]).toMatch(new RegExp(`^${commit(2)},commit 2,.*,1,3,20\\.`));
    const throughput = await cli.json(['history', 'checkout', '--metric', 'throughput']);
    expect(throughput.result.result.points).toMatchObject([
      { ratio: null, gap: expect.stringContaining('throughput') },
    ]);
    const absent = await cli.call(['history', 'checkout', '--metric', 'p99 latency in step 4']);
    expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining('has p99 latency, step 4; there are') });
    expect((await cli.call(['history', 'nothing'])).stderr).toContain('there is no benchmark "nothing"; there are: ');
  });

  it('shows what it is held against, and changes it', async () => {
    const id = await made('held');
    const unreasoned = await cli.call(['baseline', 'held', '--budget', 'p99 latency <= 3 ms']);
    expect(unreasoned).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason') });
    const reason = ['--reason', 'agreed', '--expires', '90d'];
    const set = await cli.json(['baseline', 'held', '--budget', 'server CPU per request <= +10%', ...reason]);
    expect(set.result.result.budgets).toMatchObject([
      { metric: 'serverCpuUsPerRequest', stepIndex: 0, of: 'ratio', limit: 1.1, reason: 'agreed' },
    ]);
    const more = await cli.call(['baseline', 'held', '--budget', 'p99 latency <= 3 ms', '--reason', 'promised']);
    expect(more.stdout).toMatch(/budget {5}server CPU per request in step 1 <= 1\.1, until 20/);
    expect(more.stdout).toContain('budget     p99 latency in step 1 <= 3 ms: promised');
    const late = await cli.call(['baseline', 'held', '--budget', 'p99 latency in step 3 <= 3 ms', '--reason', 'x']);
    expect(late).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no step 3.') });
    const left = await cli.json(['baseline', 'held', '--no-budget', 'serverCpuUsPerRequest']);
    expect(left.result.result.budgets).toMatchObject([{ metric: 'latencyMsP99', of: 'figure', limit: 3 }]);
    const pinned = await cli.json(['baseline', 'held', '--commit', commit(1)]);
    expect(pinned.result).toMatchObject({
      sentence: expect.stringContaining('The reference is 1111111 now. The next point begins a new epoch'),
      result: { reference: commit(1), version: { number: 2 } },
    });
    const same = await cli.json(['baseline', id, '--commit', commit(1)]);
    expect(same.result).toMatchObject({
      sentence: '1111111 is the reference already.',
      result: { version: { number: 2 } },
    });
  });

  it('is archived, brought back, and saved as a file that makes it again', async () => {
    await made('saved');
    expect((await cli.call(['benchmarks', 'archive', 'saved'])).stdout).toContain('saved is archived');
    expect((await cli.call(['benchmarks'])).stdout).not.toMatch(/^saved/m);
    const refused = await cli.call(['benchmarks', 'measure', 'saved', '--commit', commit(1)]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('saved is archived: bring it back') });
    expect((await cli.call(['benchmarks', 'restore', 'saved'])).code).toBe(0);
    expect((await cli.call(['benchmarks', 'create', '--save', 'saved.yaml', 'saved'])).code).toBe(0);
    expect(await cli.read('saved.yaml')).toMatch(
      /^# yaml-language-server: .*\/spec-schemas\/benchmark\n[\s\S]*host: builder/,
    );
    const schema = await (await fetch(`${lab.url}/api/v1/spec-schemas/benchmark`)).json();
    expect(schema).toMatchObject({
      title: 'millionrps benchmark',
      definitions: { ServerRef: { oneOf: [{ required: ['host'] }, { required: ['hostId'] }] } },
    });
    const again = await cli.json(['benchmarks', 'create', 'saved.yaml', '--name', 'saved again']);
    const { benchmarks } = await read<BenchmarkList>('/benchmarks');
    const shas = benchmarks.filter(({ name }) => name.startsWith('saved')).map(({ version }) => version.sha256);
    expect(shas).toEqual([shas[0], shas[0]]);
    const shown = await cli.json(['benchmarks', 'show', again.result.id]);
    expect(shown.result.result).toMatchObject({ name: 'saved again', design: { reference: commit(0), rounds: 3 } });
    const text = (await cli.read('saved.yaml')).replace('stepIndex: 0', 'stepIndex: 4');
    await cli.write('late.yaml', text);
    const late = await cli.call(['benchmarks', 'create', 'late.yaml', '--name', 'late']);
    expect(late.code).toBe(2);
    expect(late.stderr).toMatch(
      new RegExp(`late\\.yaml:${lineOf(text, 'stepIndex: 4')}: design\\.primary\\.stepIndex: `),
    );
  });

  it('is made of what a run measured', async () => {
    const { id } = (await person(lab)<{ id: string }>('POST', '/runs', { name: 'a run', spec: onShop('').design.spec }))
      .body;
    const { code, result } = await cli.json([
      'benchmarks',
      'create',
      '--from-run',
      id,
      '--rounds',
      '5',
      '--metric',
      'p50 latency',
    ]);
    expect({ code, name: result.name }).toEqual({ code: 0, name: 'a run' });
    expect((await cli.json(['benchmarks', 'show', 'a run'])).result.result.design).toMatchObject({
      ...{ reference: commit(0), rounds: 5, marginPercent: 2, primary: { metric: 'latencyMsP50', stepIndex: 0 } },
    });
    const both = await cli.call(['benchmarks', 'create', 'benchmark.json', '--rounds', '5']);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--rounds goes with --from-run') });
    await person(lab)('POST', `/runs/${id}/cancel`);
    await agent.obeyUntil(null, lab, id);
  });

  it('measure ends with 12 for a gap, with 124 when its time is over, and with 130 when it is interrupted', async () => {
    await made('gaps');
    const detached = cli.json(['benchmarks', 'measure', 'gaps', '--commit', commit(1), '--detach']);
    await listed();
    const { result } = await detached;
    expect(result).toMatchObject({ outcome: 'detached', exitCode: 0 });
    const wait = cli.start(['wait', result.id, '--json']).ended;
    await stopped(result.id);
    expect(JSON.parse((await wait).stdout)).toMatchObject({ exitCode: 12, outcome: 'not-measured' });

    const late = await cli.json(['benchmarks', 'measure', 'gaps', '--commit', commit(2), '--timeout', '2s']);
    expect(late.result).toMatchObject({
      exitCode: 124,
      sentence: expect.stringContaining('2s have passed. The experiment is stopped'),
    });
    await stopped(late.result.id);

    const { child, told, ended } = cli.start([
      'benchmarks',
      'measure',
      'gaps',
      '--commit',
      commit(3),
      '--detach-on-interrupt',
    ]);
    const third = await experimentOf('gaps: 3333333');
    await until(async () => told.stderr.includes('running'));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('The experiment goes on: millionrps wait'),
    });
    const waiting = cli.start(['wait', third, '--json']).ended;
    await played(third, 0);
    // As a point, and no longer as an experiment alone.
    expect(JSON.parse((await waiting).stdout)).toMatchObject({
      exitCode: 0,
      result: {
        benchmarkName: 'gaps',
        series: expect.arrayContaining([expect.objectContaining({ metric: 'serverCpuUsPerRequest' })]),
      },
    });
  });
});

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

describe('millionrps bisect', () => {
  const ends = ['--good', commit(0), '--bad', commit(7)];
  const searchOf = (benchmarkId: string): Promise<Bisection> =>
    until(async () => {
      const { bisections } = await read<BisectionList>(`/benchmarks/${benchmarkId}/bisections`);
      return bisections.find(({ status, experimentId }) => status === 'running' && experimentId !== null);
    });

  /** Every commit from the place on takes so much more. */
  async function playSearch(id: string, firstSlow: number, share: number): Promise<void> {
    for (;;) {
      const { experimentId, status } = await read<Bisection>(`/bisections/${id}`);
      if (experimentId === null || status !== 'running') return;
      const { target } = (await play.read(experimentId)).configurations[1]?.spec ?? {};
      const measured = target?.kind === 'named' ? COMMITS.indexOf(target.revision ?? '') : -1;
      await played(experimentId, measured >= firstSlow ? share : 0);
    }
  }

  it('ends with 0 and the commit, telling each step', async () => {
    const benchmarkId = await made('found');
    const { ended } = cli.start(['bisect', 'found', ...ends]);
    await listed();
    const { id } = await searchOf(benchmarkId);
    await playSearch(id, 5, 0.2);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/measured 7777777 commit 7: \+20 % against the good end, bad/);
    expect(stdout).toMatch(
      /^found\nServer CPU per request changed at 5555555: it is \+20\.\d % there against 0000000, /,
    );
    expect(stdout).toMatch(/5555555 +bad +\+20 % +1 +commit 5/);
    const again = await cli.json(['wait', id]);
    expect(again.result).toMatchObject({ exitCode: 0, outcome: 'done', result: { outcome: 'found' } });
  });

  it('ends with 11 when the ends do not differ, with 12 when it is canceled, and with 124 when its time is over', async () => {
    const benchmarkId = await made('sought');
    const detached = cli.json(['bisect', 'sought', ...ends, '--detach']);
    await listed();
    const { id } = (await detached).result;
    const waiting = cli.start(['wait', id, '--json']).ended;
    await playSearch(id, 99, 0);
    expect(JSON.parse((await waiting).stdout)).toMatchObject({
      exitCode: 11,
      outcome: 'inconclusive',
      result: { outcome: 'not-reproduced' },
    });

    const canceled = cli.start(['bisect', 'sought', ...ends, '--json']).ended;
    const search = await searchOf(benchmarkId);
    await person(lab)('POST', `/bisections/${search.id}/cancel`);
    expect(JSON.parse((await canceled).stdout)).toMatchObject({
      exitCode: 12,
      state: 'canceled',
      sentence: 'It was canceled.',
    });
    await settled(search);

    const key = ['--idempotency-key', 'a key of its own'];
    const late = cli.start(['bisect', 'sought', ...ends, ...key, '--timeout', '2s', '--json']).ended;
    const last = await searchOf(benchmarkId);
    expect(JSON.parse((await late).stdout)).toMatchObject({
      exitCode: 124,
      id: last.id,
      sentence: expect.stringContaining('The search is canceled'),
    });
    await settled(last);
    expect((await cli.json(['bisect', 'sought', ...ends, ...key, '--detach'])).result.id).toBe(last.id);
    const turned = await cli.call(['bisect', 'sought', '--good', commit(7), '--bad', commit(0)]);
    expect(turned).toMatchObject({ code: 2, stderr: expect.stringContaining('has to come after the good one') });
  });

  async function settled({ experimentId }: Bisection): Promise<void> {
    const { runId } = await play.underWay(experimentId ?? '');
    await agent.obeyUntil(null, lab, runId);
    await play.readDone(experimentId ?? '');
  }
});

describe('millionrps alerts', () => {
  it('lists what an experiment has shown, takes what people say of it, and bisects it', async () => {
    const benchmarkId = await made('watched');
    for (const [at, share] of [0.001, -0.001, 0.0005, 0.2, 0.201, 0.1995].entries()) {
      const asked = person(lab)<{ experimentId: string }>('POST', `/benchmarks/${benchmarkId}/points`, {
        commit: commit(at + 1),
      });
      if (at === 0) await listed();
      await played((await asked).body.experimentId, share);
      lab.skipMs(24 * HOUR_MS);
      await agent.heartbeat(null);
    }
    expect((await cli.call(['alerts', 'watched'])).stdout).toMatch(/suspected +watched .*Server CPU per request looks/);
    await sweep(lab.lab);
    const [confirming] = (await read<AlertList>(`/alerts?benchmarkId=${benchmarkId}`)).alerts;
    const id = confirming?.id ?? '';
    expect(await cli.call(['alerts', 'ack', id, '--reason', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The alert is confirming now'),
    });
    await played(confirming?.experimentId ?? '', 0.2);
    const { result } = await cli.json(['alerts', '--state', 'confirmed']);
    expect(result.result).toMatchObject([{ id, state: 'confirmed' }]);
    expect((await cli.json(['alerts', 'ack', id, '--reason', 'We look into it.'])).result).toMatchObject({
      exitCode: 0,
      state: 'acknowledged',
    });
    const until = new Date(lab.lab.nowUs() / 1000 + 7 * 24 * HOUR_MS).toISOString();
    const muted = await cli.call(['alerts', 'mute', id, '--reason', 'Next week.', '--until', until]);
    expect(muted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The alert is muted until 20/) });
    expect((await cli.call(['alerts', 'reopen', id, '--reason', 'Now.'])).stdout).toContain('The alert is confirmed.');
    expect((await cli.json(['alerts', 'expect', id, '--reason', 'It does more.'])).result.state).toBe('expected');
    expect((await cli.call(['alerts', 'watched'])).stdout).toContain('No alerts.');
    expect(await cli.call(['alerts', 'mute', id, '--reason', 'x', '--until', 'soon'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('give a time such as 7d'),
    });

    const { ended } = cli.start(['bisect', '--alert', id, '--json']);
    const { bisections } = await untilSearched(benchmarkId);
    await played(bisections[0]?.experimentId ?? '', 0.2);
    expect(JSON.parse((await ended).stdout)).toMatchObject({ exitCode: 0, result: { outcome: 'found', alertId: id } });
  });

  const untilSearched = (benchmarkId: string): Promise<BisectionList> =>
    until(async () => {
      const list = await read<BisectionList>(`/benchmarks/${benchmarkId}/bisections`);
      return list.bisections.some(({ experimentId }) => experimentId !== null) ? list : null;
    });
});
