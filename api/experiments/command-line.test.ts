import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreateExperiment, ExperimentList } from '../contract/experiment.ts';
import { CommandLine, type CommandResult, type Ended } from '../testing/command-line.ts';
import { AS_TUNED, driveRun, joinWithQueues } from '../testing/drive-run.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, preforkExperiment } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

// A machine at work takes a while to build it, and to play rounds of runs.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;
let cli: CommandLine;

beforeAll(async () => {
  lab = await openLab({ stillClock: true });
  agent = await joinWithQueues(lab);
  play = new ExperimentPlay(lab, agent);
  cli = await CommandLine.build(lab);
});
afterAll(async () => {
  await cli?.remove();
  await lab.close();
});

const CPU = 'server CPU per request <= +3%';
const ROUNDS = 4;
const PARAMETERS = { rounds: ROUNDS, start: true, seed: 1 };
const REPORTS = ['--json', '--result', 'result.json', '--junit', 'junit.xml', '--github'];

/** The experiment with that question, once it is there. */
async function named(question: string): Promise<string> {
  for (;;) {
    const { body } = await person(lab)<ExperimentList>('GET', '/experiments');
    const found = body.experiments.find((one) => one.question === question);
    if (found) return found.id;
    await sleep(50);
  }
}

/** Each run of the variant does so many requests for those of the baseline, on the same CPU time. */
async function playRounds(id: string, ratio: number): Promise<void> {
  for (let run = 0; run < 2 * ROUNDS; run++) {
    const { runId, configuration, round } = await play.underWay(id);
    const noise = 1 + 0.002 * ((round * 7 + configuration * 3) % 5);
    const half = Math.round((configuration === 0 ? 5000 : 5000 * ratio) * noise);
    const requestsPerSecond = 2 * half;
    const pace = { ...AS_TUNED, workers: [half, half] as [number, number] };
    await driveRun(agent, lab, runId, pace, { requestsPerSecond, requests: 5 * requestsPerSecond });
  }
}

async function gate(
  question: string,
  act: (id: string, ended: Promise<Ended>) => Promise<unknown>,
  args: string[] = [],
) {
  const spec: CreateExperiment = preforkExperiment(agent.hostId, { ...PARAMETERS, question });
  const file = await cli.write('experiment.json', spec);
  await cli.write('summary.md', '');
  const { ended, child } = cli.start(['experiment', file, ...REPORTS, ...args], { GITHUB_STEP_SUMMARY: 'summary.md' });
  const id = await named(question);
  await act(id, ended);
  const { code, stdout, stderr } = await ended;
  const result: CommandResult = JSON.parse(stdout);
  expect(result).toMatchObject({ schemaVersion: 1, command: 'experiment', exitCode: code, id });
  expect(JSON.parse(await cli.read('result.json'))).toEqual(result);
  return { id, child, code, stderr, result, junit: await cli.read('junit.xml'), summary: await cli.read('summary.md') };
}

describe('millionrps experiment', () => {
  it('ends with 0 when every condition is met', async () => {
    const { code, result, junit, summary, stderr } = await gate('a', (id) => playRounds(id, 1.05), ['--require', CPU]);
    expect({ code, sentence: result.sentence }).toMatchObject({ code: 0, sentence: expect.stringContaining('is met') });
    expect(result.result.conditions).toMatchObject([{ text: CPU, status: 'met' }]);
    expect(junit).toContain('tests="1" failures="0" errors="0" skipped="0"');
    expect(junit).toContain('name="server CPU per request &lt;= +3%"');
    expect(summary).toContain('### ✅ a');
    expect(stderr).not.toContain('::');
  });

  it('ends with 10 when a condition failed', async () => {
    const { code, result, junit, summary, stderr } = await gate('b', (id) => playRounds(id, 0.8), ['--require', CPU]);
    expect({ code, outcome: result.outcome }).toEqual({ code: 10, outcome: 'failed' });
    expect(junit).toMatch(/failures="1"[\s\S]*<failure message="Server CPU per request \+25/);
    expect(summary).toContain('### ❌ b');
    expect(stderr).toMatch(/::error title=b%3A server CPU per request <= \+3%25::Server CPU per request \+25/);
  });

  it('ends with 11 when a condition is inconclusive, and with 0 where that was said to pass', async () => {
    // Nobody could say what limited these runs, so that throughput says nothing of the server.
    for (const [how, code] of [
      ['fail', 11],
      ['pass', 0],
    ] as const) {
      const told = await gate(`c ${how}`, (id) => play.skip(id, 2 * ROUNDS, (_, round) => 8000 + 30 * round), [
        '--require',
        'throughput >= -2%',
        '--inconclusive',
        how,
      ]);
      expect({ code: told.code, sentence: told.result.sentence }).toMatchObject({
        code,
        sentence: expect.stringContaining(`Inconclusive counts as ${how} (--inconclusive).`),
      });
      expect(told.junit).toMatch(/skipped="1"[\s\S]*<skipped message="/);
      expect(told.stderr).toContain('::warning title=');
    }
  });

  it('ends with 12 when it is stopped by somebody, and with 124 when its time is over', async () => {
    const stop = async (id: string) => {
      await play.call('POST', `/${id}/stop`);
      await agent.obeyUntil(null, lab, (await play.read(id)).slots.find(({ runId }) => runId)?.runId ?? '');
    };
    const stopped = await gate('d', stop, ['--require', CPU]);
    expect({ code: stopped.code, outcome: stopped.result.outcome }).toEqual({ code: 12, outcome: 'not-measured' });
    expect(stopped.junit).toContain('errors="1"');
    const late = await gate('e', (_id, ended) => ended, ['--timeout', '2s']);
    expect({ code: late.code, outcome: late.result.outcome }).toEqual({ code: 124, outcome: 'timeout' });
    expect(late.stderr).toContain('2s have passed: ending the experiment.');
    expect(late.stderr).not.toContain('Ctrl-C');
    expect(late.result.sentence).toContain('2s have passed. The experiment is stopped');
    await agent.obeyUntil(null, lab, (await play.read(late.id)).slots.find(({ runId }) => runId)?.runId ?? '');
    expect((await play.readDone(late.id)).stoppedSentence).not.toBeNull();
  });

  it('tells what a design can show, and refuses a condition with its line and field, or its flag', async () => {
    const file = await cli.write('experiment.json', preforkExperiment(agent.hostId, { ...PARAMETERS, question: 'f' }));
    const { code, result } = await cli.json(['experiment', file, '--dry-run', '--require', CPU]);
    expect(code).toBe(0);
    expect(result.result).toMatchObject({ runs: 2 * ROUNDS, smallestShownPercent: expect.any(Number) });
    const refused = await cli.call(['experiment', file, '--require', 'speed >= 1%']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain("--require 'speed >= 1%': ‘speed’ is no metric");
    await cli.write('wrong.json', { ...preforkExperiment(agent.hostId, PARAMETERS), conditions: ['speed >= 1%'] });
    const ofFile = await cli.call(['experiment', 'wrong.json']);
    expect(ofFile.stderr).toMatch(/wrong\.json:\d+: conditions\.0: ‘speed’ is no metric/);
    const otherwise = await cli.call(['run', file]);
    expect(otherwise.code).toBe(2);
    expect(otherwise.stderr).toContain(
      'experiment.json is the spec of an experiment, not of a run: use millionrps experiment',
    );
  });

  it('saves the spec of an experiment as a file that makes it again', async () => {
    const asked = preforkExperiment(agent.hostId, {
      ...PARAMETERS,
      question: 'g',
      start: false,
      conditions: ['p99 latency <= +5%'],
    });
    const { body } = await play.call('POST', '', asked);
    expect((await cli.call(['experiment', '--save', 'saved.yaml', body.id])).code).toBe(0);
    expect(await cli.read('saved.yaml')).toContain('host: lab-1');
    const { result } = await cli.json(['experiment', 'saved.yaml', '--detach']);
    const again = await play.read(result.id);
    const { kind, question, hypothesis, rounds, primary, marginPercent, configurations } = body;
    expect(again).toMatchObject({ kind, question, hypothesis, rounds, primary, marginPercent, configurations });
    expect(again.gate).toMatchObject({ conditions: ['p99 latency <= +5%'], attempt: 2 });
  });

  it('compares two commits of a target that its host builds, by the git of the folder', async () => {
    const shop = {
      ...{ name: 'shop', port: 8080, healthPath: '/', profiles: false },
      source: { repository: 'https://example.org/shop.git', branch: 'main', timeoutSeconds: 600 },
    };
    const builder = await FakeAgent.join(lab, 'builder', { targets: [shop], skills: ['target-revisions'] });
    const asked = preforkExperiment(builder.hostId, { ...PARAMETERS, question: 'h', start: false, variants: [] });
    asked.baseline.spec.target = { kind: 'named', name: 'shop', tls: false, parameters: [] };
    const file = await cli.write('experiment.json', { ...asked, start: true });
    const git = async (...args: string[]): Promise<string> => {
      const own = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
      const { code, stdout, stderr } = await cli.start([...own, ...args], {}, 'git').ended;
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return stdout.trim();
    };
    await git('init', '-q');
    const commit = async (message: string): Promise<string> => {
      await git('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    };
    const left = await commit('where the branch left');
    await git('checkout', '-q', '-b', 'faster');
    const head = await commit('faster');
    await git('checkout', '-q', 'main');
    await commit('main goes on');
    const pair = ['experiment', file, '--base', 'main', '--head', 'faster', '--detach'];
    expect((await cli.call(pair)).stderr).toContain('nothing could fail');
    const { code, result } = await cli.json([...pair, '--require', CPU]);
    expect({ code, sentence: result.sentence }).toEqual({ code: 0, sentence: 'The experiment is queued.' });
    const { configurations } = await play.read(result.id);
    expect(
      configurations.map(({ name, spec }) => [name, spec.target.kind === 'named' && spec.target.revision]),
    ).toEqual([
      ['one process', left],
      [head.slice(0, 12), head],
    ]);
    await play.call('POST', `/${result.id}/stop`);
    const same = await cli.call(['experiment', file, '--base', 'main~0', '--head', 'main', '--require', CPU]);
    expect(same.code).toBe(2);
    expect(same.stderr).toMatch(
      /--base main~0 and --head main are the same commit, [0-9a-f]{12}: name two that differ/,
    );
  });
});
