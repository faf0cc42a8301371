import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { ExperimentList } from '../contract/experiment.ts';
import { CommandLine } from '../testing/command-line.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { ExperimentPlay, preforkExperiment } from '../testing/play-experiment.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

// It builds the command line, and plays rounds of runs.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const ACTION = path.resolve(import.meta.dirname, '../../deploy/github-action');
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64';

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: { id: string; shell: string; run: string; env: Record<string, string> }[] };
}

let lab: TestLab;
let play: ExperimentPlay;
let cli: CommandLine;
let programs: string;

beforeAll(async () => {
  programs = await mkdtemp(path.join(tmpdir(), 'millionrps-action-'));
  lab = await openLab({ stillClock: true, programs });
  play = new ExperimentPlay(lab, await FakeAgent.join(lab));
  cli = await CommandLine.build(lab);
  const folder = path.join(programs, `linux-${ARCHITECTURE}`);
  await mkdir(folder);
  for (const name of ['agent', 'server', 'millionrps']) await cp(cli.program, path.join(folder, name));
});
afterAll(async () => {
  await cli?.remove();
  await lab.close();
  await rm(programs, { recursive: true, force: true });
});

/** A runner: fills in what the action asks for, runs its step in a shell, and reads the files that the step writes. */
async function run(inputs: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'millionrps-runner-'));
  const action = parse(await readFile(path.join(ACTION, 'action.yml'), 'utf8')) as Action;
  const [step] = action.runs.steps;
  if (!step) throw new Error('the action has no step');
  for (const name of Object.keys(inputs)) expect(action.inputs).toHaveProperty(name);
  const fill = (text: string): string =>
    text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => {
      if (name === 'github.token') return '';
      const input = name.replace(/^inputs\./, '');
      expect(action.inputs).toHaveProperty(input);
      return inputs[input] ?? action.inputs[input]?.default ?? '';
    });
  const [output, summary] = ['output', 'summary'].map((name) => path.join(folder, name)) as [string, string];
  for (const file of [output, summary]) await writeFile(file, '');
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, RUNNER_TEMP: folder, CI: 'true', GITHUB_ACTIONS: 'true' },
    ...{ GITHUB_ACTION_PATH: ACTION, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
    ...Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, fill(value)])),
  };
  const child = spawn(step.shell, ['-eo', 'pipefail', '-c', step.run], { cwd: cli.folder, env });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (told += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = (await readFile(output, 'utf8')).trim().split('\n').filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
  for (const { value } of Object.values(action.outputs))
    expect(Object.keys(outputs).map((name) => `\${{ steps.gate.outputs.${name} }}`)).toContain(value);
  const files = { summary: await readFile(summary, 'utf8'), junit: '', result: '' };
  if (outputs.url) {
    files.junit = await readFile(outputs.junit ?? '', 'utf8');
    files.result = await readFile(outputs.result ?? '', 'utf8');
  }
  await rm(folder, { recursive: true, force: true });
  return { code, told, outputs, ...files };
}

async function idOf(question: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const { body } = await person(lab)<ExperimentList>('GET', '/experiments');
      return body.experiments.find((one) => one.question === question)?.id ?? Promise.reject(new Error('not yet'));
    },
    { timeout: 60_000 },
  );
}

it('fetches the command line, runs the experiment, and hands on what it came to', async () => {
  const spec = await cli.write(
    'gate.json',
    preforkExperiment(play.agent.hostId, { rounds: 3, start: true, question: 'In CI' }),
  );
  const require = 'throughput >= -2%\n\n  server CPU per request <= +3%';
  const ended = run({ url: `${lab.url}/`, token: ADMIN_TOKEN, spec, require });
  const id = await idOf('In CI');
  await play.skip(id, 6, (_configuration, round) => 8000 + 30 * round);
  const { code, outputs, summary, junit, result, told } = await ended;
  // Nobody measured what limited these runs, and no CPU time.
  expect({ code, outcome: outputs.outcome, told }).toMatchObject({ code: 11, outcome: 'inconclusive' });
  expect(outputs.url).toBe(`${lab.url}/experiments/${id}`);
  expect((await play.read(id)).gate?.conditions).toEqual(['throughput >= -2%', 'server CPU per request <= +3%']);
  expect(summary).toContain('In CI');
  expect(junit).toContain('tests="2"');
  expect(JSON.parse(result)).toMatchObject({ id, exitCode: code, outcome: outputs.outcome });
  expect(told).not.toContain(ADMIN_TOKEN);
});

it('refuses a token that the instance refuses, in a sentence with a next step', async () => {
  const { code, told, outputs } = await run({ url: lab.url, token: 'mrps_wrong', spec: 'gate.json' });
  expect({ code, outcome: outputs.outcome }).toEqual({ code: 2, outcome: 'usage' });
  expect(told).toMatch(
    /::error::\S+ refused the token: .* Make one of the role operator there under Settings, API tokens/,
  );
  expect(told).not.toContain('not-signed-in');
  expect(told).not.toContain('mrps_wrong');
});

it('says why it could not fetch the command line, and ends as one that could not measure', async () => {
  const { code, told, outputs } = await run({ url: `${lab.url}/elsewhere`, token: ADMIN_TOKEN, spec: 'gate.json' });
  expect({ code, outcome: outputs.outcome }).toEqual({ code: 12, outcome: 'not-measured' });
  expect(told).toContain('::error::');
  expect(told).toContain('did not hand out its command line');
  expect(told).not.toContain(ADMIN_TOKEN);
});
