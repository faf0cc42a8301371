import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Run } from '../contract/run.ts';
import type { RunList } from '../contract/run-list.ts';
import type { CreateRun } from '../contract/spec.ts';
import { CommandLine, type CommandResult, type Ended } from '../testing/command-line.ts';
import { closedStep, FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import type schemas from './spec-schemas.gen.json';

// A machine at work takes a while to build it, and to start processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;
let cli: CommandLine;

beforeAll(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab, 'lab-1');
  play = new ExperimentPlay(lab, agent);
  cli = await CommandLine.build(lab);
});
afterAll(async () => {
  await cli?.remove();
  await lab.close();
});

const asked = (name: string): CreateRun => ({ name, spec: specFor(agent.hostId, { steps: [closedStep(10)] }) });
const readRun = async (id: string) => (await person(lab)<Run>('GET', `/runs/${id}`)).body;

/** The run of that name, once it is there. */
async function runNamed(name: string): Promise<string> {
  for (;;) {
    const { body } = await person(lab)<RunList>('GET', '/runs');
    const run = body.runs.find((one) => one.name === name && !['failed', 'canceled', 'finished'].includes(one.state));
    if (run) return run.id;
    await sleep(50);
  }
}

/** Puts everything back, so that the host is free for the next test. */
const settle = (runId: string) => agent.obeyUntil(null, lab, runId);

const REPORTS = ['--result', 'result.json', '--junit', 'junit.xml', '--github'];
const GITHUB = { GITHUB_STEP_SUMMARY: 'summary.md' };

/** Starts a run by the command line, lets the agent act, and reads all that was written. */
async function reported(
  name: string,
  act: (runId: string, ended: Promise<Ended>) => Promise<unknown>,
  more: string[] = [],
) {
  const file = await cli.write('spec.json', asked(name));
  await cli.write('summary.md', '');
  const { child, ended } = cli.start(['run', file, '--json', ...REPORTS, ...more], GITHUB);
  const runId = await runNamed(name);
  await act(runId, ended);
  const { code, stdout, stderr } = await ended;
  const result: CommandResult = JSON.parse(stdout);
  expect(JSON.parse(await cli.read('result.json'))).toEqual(result);
  expect(result).toMatchObject({ schemaVersion: 1, command: 'run', exitCode: code, url: `${lab.url}/runs/${runId}` });
  return {
    child,
    runId,
    code,
    stderr,
    result,
    junit: await cli.read('junit.xml'),
    summary: await cli.read('summary.md'),
  };
}

describe('millionrps run', () => {
  it('ends with 0 when something valid was measured, and writes what machines read', async () => {
    const { code, result, junit, summary, stderr } = await reported('fine & <dandy>', (id) => play.finishRun(id, 8000));
    expect(code).toBe(0);
    expect(result).toMatchObject({ outcome: 'met', state: 'finished', name: 'fine & <dandy>' });
    expect(result.result.steps).toMatchObject([{ index: 0, load: { connections: 10 }, requestsPerSecond: 8000 }]);
    expect(junit).toContain('<testsuite name="millionrps run" tests="1" failures="0" errors="0" skipped="0">');
    expect(junit).toContain('<testcase classname="fine &amp; &lt;dandy&gt;" name="measured">');
    expect(summary).toContain('### ✅ fine & &lt;dandy&gt;');
    expect(summary).toContain('<summary>The whole result</summary>');
    expect(stderr).not.toContain('::error');
  });

  it('ends with 12 when the run failed, with an error in the reports', async () => {
    const { code, result, junit, summary, stderr } = await reported('broken', (id) => play.failRun(id));
    expect(code).toBe(12);
    expect(result).toMatchObject({ outcome: 'not-measured', state: 'failed' });
    expect(result.sentence).toBe('The run failed: The target did not start.');
    expect(junit).toContain('<error message="The run failed: The target did not start.">');
    expect(summary).toContain('### ⚠️ broken');
    expect(stderr).toContain('::error title=broken%3A measured::The run failed: The target did not start.');
  });

  it('ends with 12 when the figures are impossible', async () => {
    // Ten connections cannot have so many answers at the latency that the tool tells.
    const { code, result } = await reported('impossible', (id) => play.finishRun(id, 9_000_000));
    expect(result.sentence).toContain('The figure is invalid');
    expect(code).toBe(12);
  });

  it('ends with 124 when its time is over, and cancels the run', async () => {
    const { code, result, runId, junit } = await reported('slow', (id, ended) => ended.then(() => settle(id)), [
      '--timeout',
      '2s',
    ]);
    expect(code).toBe(124);
    expect(result).toMatchObject({ outcome: 'timeout' });
    expect(result.sentence).toContain('2s have passed. The run is canceled');
    expect(junit).toContain('errors="1"');
    expect((await readRun(runId)).state).toBe('canceled');
  });

  it('is ended by Ctrl-C with 130, and cancels the run or leaves it as was asked', async () => {
    for (const leaves of [false, true]) {
      const name = `interrupted ${leaves}`;
      const file = await cli.write('spec.json', asked(name));
      const { child, told, ended } = cli.start(['run', file, ...(leaves ? ['--detach-on-interrupt'] : [])]);
      const runId = await runNamed(name);
      while (!told.stderr.includes('preparing')) await sleep(20);
      child.kill('SIGINT');
      if (leaves) await play.finishRun(runId, 8000);
      else await settle(runId);
      const { code, stdout, stderr } = await ended;
      expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
      expect(stderr).toContain(
        leaves
          ? `Interrupted. The run goes on: millionrps wait ${runId}`
          : 'Interrupted. The run is canceled; what it changed on hosts is put back.',
      );
      expect((await readRun(runId)).state).toBe(leaves ? 'finished' : 'canceled');
    }
  });

  it('is ended at once by a second Ctrl-C, while the instance does not answer', async () => {
    const deaf = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => deaf.once('listening', resolve));
    const url = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
    const asking = new Promise((resolve) => deaf.once('request', resolve));
    const { child, ended } = cli.start(['hosts', '--url', url]);
    await asking;
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    deaf.closeAllConnections();
    deaf.close();
  });

  it('tells the plan of a dry run, and makes none', async () => {
    const file = await cli.write('spec.json', asked('only a plan'));
    const { code, result } = await cli.json(['run', file, '--dry-run']);
    expect(code).toBe(0);
    expect(result.result).toMatchObject({ hostNames: ['lab-1'], steps: 1, plannedUs: 5_000_000 });
    const { body } = await person(lab)<RunList>('GET', '/runs');
    expect(body.runs.map(({ name }) => name)).not.toContain('only a plan');
  });

  it('saves the spec of a run as a file that makes the same run', async () => {
    const { runId } = await reported('saved', (id) => play.finishRun(id, 8000));
    expect((await cli.call(['run', '--save', 'saved.yaml', `${lab.url}/runs/${runId}`])).code).toBe(0);
    const file = await cli.read('saved.yaml');
    expect(file).toContain(`# yaml-language-server: $schema=${lab.url}/api/v1/spec-schemas/run\n`);
    expect(file).toContain('host: lab-1');
    await cli.write(
      'saved.yaml',
      file.replace('name: saved', `name: \${name}`).replace('connections: 10', `connections: \${n}`),
    );
    const detached = await cli.call([
      'run',
      'saved.yaml',
      '--var',
      'name=again',
      '--var',
      'n=10',
      '--revision',
      'v2',
      '--detach',
      '--quiet',
    ]);
    expect(detached).toMatchObject({ code: 0, stderr: '' });
    const again = detached.stdout.trim();
    const waited = cli.start(['wait', again, '--json']);
    await play.finishRun(again, 8000);
    expect((await waited.ended).code).toBe(0);
    const { spec, name, revisionLabel } = await readRun(again);
    expect({ name, revisionLabel }).toEqual({ name: 'again', revisionLabel: 'v2' });
    expect(spec).toEqual((await readRun(runId)).spec);
  });

  it('makes the same spec once in one attempt of a job, and again in the next', async () => {
    const file = await cli.write('spec.json', asked('in CI'));
    const ids = [];
    for (const attempt of ['1', '1', '2']) {
      const env = { GITHUB_RUN_ID: '77', GITHUB_RUN_ATTEMPT: attempt, GITHUB_JOB: 'bench' };
      const { stdout, stderr } = await cli.call(['run', file, '--detach', '--json'], env);
      ids.push(JSON.parse(stdout).id);
      expect(stderr).toContain('of GITHUB_RUN_ID: the same spec in this job and attempt is made once');
    }
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    for (const id of [ids[0], ids[2]]) {
      await person(lab)('POST', `/runs/${id}/cancel`);
      await settle(id);
    }
  });

  it('keeps one comment on a pull request', async () => {
    const comments: { id: number; body: string }[] = [{ id: 1, body: 'Looks good' }];
    const calls: string[] = [];
    const github = createServer(async (request, reply) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()).body : '';
      calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      if (request.method === 'POST') comments.push({ id: 2, body });
      if (request.method === 'PATCH') comments[1] = { id: 2, body };
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(request.method === 'GET' ? comments : {}));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => github.once('listening', resolve));
    const env = {
      ...GITHUB,
      GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_TOKEN: 'gh',
      GITHUB_EVENT_PATH: 'event.json',
    };
    await cli.write('event.json', JSON.stringify({ pull_request: { number: 9 } }));
    const file = await cli.write('spec.json', asked('of a pull request'));
    for (const act of [(id: string) => play.finishRun(id, 8000), (id: string) => play.failRun(id)]) {
      const { ended } = cli.start(['run', file, '--github'], env);
      await act(await runNamed('of a pull request'));
      expect((await ended).stderr).not.toContain('millionrps: commenting');
    }
    github.close();
    expect(calls).toEqual([
      'GET /repos/a/b/issues/9/comments?per_page=100&page=1 Bearer gh',
      'POST /repos/a/b/issues/9/comments Bearer gh',
      'GET /repos/a/b/issues/9/comments?per_page=100&page=1 Bearer gh',
      'PATCH /repos/a/b/issues/comments/2 Bearer gh',
    ]);
    expect(comments[1]?.body).toMatch(
      /^<!-- millionrps: millionrps run: of a pull request -->\n### ⚠️ of a pull request/,
    );
  });
});

describe('millionrps', () => {
  it.each<[string, string[], Record<string, string>, number, string]>([
    ['no token', ['hosts'], { MILLIONRPS_TOKEN: '' }, 2, 'there is no API token: make one under Settings'],
    ['a wrong token', ['hosts'], { MILLIONRPS_TOKEN: 'x' }, 2, 'Make one under Settings, API tokens.'],
    ['no instance named', ['hosts'], { MILLIONRPS_URL: '' }, 2, 'name the instance: --url, MILLIONRPS_URL'],
    [
      'a token in the clear',
      ['hosts', '--url', 'http://192.0.2.1'],
      {},
      2,
      'is not sent to http://192.0.2.1 in the clear',
    ],
    [
      'an instance that is down',
      ['hosts', '--url', 'http://127.0.0.1:1'],
      {},
      12,
      'http://127.0.0.1:1 does not answer',
    ],
    ['an unknown flag', ['run', '--token', 'x'], {}, 2, 'unknown flag: --token; millionrps --help'],
    ['no file', ['run', 'none.yaml'], {}, 2, 'open none.yaml: no such file'],
    [
      'an unknown id',
      ['wait', '01900000-0000-7000-8000-000000000009'],
      {},
      2,
      'there is no run, no experiment and no search 01900000',
    ],
  ])('says of %s what it is, and ends with its code', async (_, args, env, code, sentence) => {
    const plain = await cli.call(args, env);
    expect(plain).toMatchObject({ code, stdout: '' });
    expect(plain.stderr).toContain(sentence);
  });

  it('names line and field of what is wrong in a spec, and writes it to the files of CI', async () => {
    const text = JSON.stringify(asked('wrong'), null, 2).replace('"connections": 10', '"connections": 0');
    const line = text.split('\n').findIndex((one) => one.includes('"connections"')) + 1;
    await cli.write('wrong.json', text);
    const { code, result } = await cli.json(['run', 'wrong.json', '--junit', 'junit.xml']);
    expect(code).toBe(2);
    expect(result).toMatchObject({ outcome: 'usage', exitCode: 2 });
    expect(result.sentence).toContain(`wrong.json:${line}: spec.load.steps.0.connections: must be at least 1`);
    expect(await cli.read('junit.xml')).toContain('errors="1"');
  });

  it('says through npm what it says by itself; make says 2, and the result file the truth', async () => {
    await cli.write('Makefile', 'bench:\n\tmillionrps hosts --url http://127.0.0.1:1 --result result.json\n');
    await cli.write(
      'package.json',
      JSON.stringify({ scripts: { bench: 'millionrps hosts --url http://127.0.0.1:1' } }),
    );
    expect((await cli.start(['bench'], {}, 'make').ended).code).toBe(2);
    expect(JSON.parse(await cli.read('result.json'))).toMatchObject({ outcome: 'not-measured', exitCode: 12 });
    expect((await cli.start(['run', '-s', 'bench'], {}, 'npm').ended).code).toBe(12);
  });

  it('refuses a token that others may read', async () => {
    await cli.write('token', 'a-token-for-tests-only\n');
    const env = { MILLIONRPS_TOKEN: '', MILLIONRPS_TOKEN_FILE: 'token' };
    const open = await cli.call(['hosts'], env);
    expect(open).toMatchObject({ code: 2, stdout: '' });
    expect(open.stderr).toContain('chmod 600 token');
    await chmod(`${cli.folder}/token`, 0o600);
    expect((await cli.call(['hosts'], env)).stdout).toMatch(/^name +status .*\nlab-1 +ready/);
  });

  it('serves the schema that saved specs name', async () => {
    const reply = await fetch(`${lab.url}/api/v1/spec-schemas/run`);
    expect(reply.headers.get('content-type')).toContain('application/schema+json');
    const schema = (await reply.json()) as typeof schemas.run;
    expect(schema.definitions.ServerRef.oneOf).toEqual([{ required: ['host'] }, { required: ['hostId'] }]);
    expect(schema.definitions.CreateRun.properties.spec.description).toBe('What to run, and where.');
  });
});
