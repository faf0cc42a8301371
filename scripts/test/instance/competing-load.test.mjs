// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { until } from './processes.mjs';

/** Shells spin on the host while a run, a comparison and an experiment are measured there: neither side is the wall. */
const SPIN_SECONDS_MOST = 300;
const SECONDS = 3;
/** With more, so many threads of target and tool want a CPU that the shells may get a fifth of them, and both sides would still be the wall. */
const CONNECTIONS = 2;

/** @type {string} */ let data;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;
/** @type {string} */ let hostId;
/** @type {import('node:child_process').ChildProcess[]} */ let shells = [];

beforeAll(async () => {
  data = mkdtempSync('/tmp/millionrps-competing-');
  chmodSync(data, 0o755);
  const own = { DATABASE_URL: '', MILLIONRPS_ADMIN_TOKEN: '', MILLIONRPS_DATA: data, PORT: String(await freePort()) };
  instance = await startInstance(() => {}, { ...process.env, ...own });
  hostId = (await until('the host is ready', () => instance.client.readyHost().catch(() => false))).id;
  const spin = [String(SPIN_SECONDS_MOST), 'sh', '-c', 'while :; do :; done'];
  // In sessions of their own: a kernel that schedules sessions as groups would give all of one together a smaller share.
  shells = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn('timeout', spin, { stdio: 'ignore', detached: true }),
  );
}, 120_000);

afterAll(async () => {
  for (const shell of shells.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    const ended = once(shell, 'exit');
    shell.kill();
    await ended;
  }
  await instance?.release?.();
  rmSync(data, { recursive: true, force: true });
}, 60_000);

const spec = (framework) => {
  const one = specFor(hostId, {
    path: '/simple',
    steps: [closedStep(CONNECTIONS, SECONDS)],
    tool: 'volley',
    warmupSeconds: 0,
  });
  return { ...one, target: { ...one.target, framework } };
};
const measured = async (framework) =>
  instance.client.finish((await instance.client.createRun(framework, spec(framework))).id);

/** The CPUs are the shells', whatever target and tool used of the rest. */
function expectCulprits(run) {
  expect(run.failure).toBeNull();
  const [{ verdict, evidence }] = run.steps;
  expect([verdict.wall, verdict.walls, verdict.lowerBound], verdict.sentence).toEqual([
    'competing-load',
    ['competing-load'],
    false,
  ]);
  const shell = evidence.server.competitors.find(({ name }) => name === 'sh');
  const shellsUsed = shell?.cpus ?? 0;
  // The instance's own agent tells what the instance started from what others did.
  expect(shell?.ofInstance).toBe(false);
  for (const { ofInstance } of evidence.server.competitors.filter(({ name }) => name === 'millionrps-api'))
    expect(ofInstance).toBe(true);
  expect(shellsUsed).toBeGreaterThan(0.1);
  expect(shellsUsed).toBeLessThanOrEqual(evidence.server.otherCpus * 1.02);
  expect(verdict.because).toMatch(/^Other processes: they used [\d.]+ of the \d+ CPUs of .*\bsh\[\d+\] [\d.]+/);
  expect(verdict.because.match(/they used/g)).toHaveLength(1);
  expect(verdict.because).toContain('Neither client nor server is the limit.');
  expect(verdict.next).toBe('Stop other processes and rerun.');
  expectWaits(run.steps[0]);
  expect(run.findings.find(({ code }) => code === 'competing-load')?.sentence).toMatch(
    /: .*\bsh\[\d+\] [\d.]+.* CPUs\./,
  );
}

/** What the shells had, target and tool waited for. */
function expectWaits({ verdict, evidence: { server, clients } }) {
  for (const { waitingThreads, processCpus, pressure } of [server, ...clients]) {
    expect(waitingThreads / (waitingThreads + processCpus)).toBeGreaterThan(0.1);
    expect(pressure.cpu).toBeGreaterThan(0.5);
  }
  expect(verdict.because).toMatch(
    /the server used .* \(the target’s threads waited [\d.]+ m?s for a CPU each second, \d+ % of the time/,
  );
  const row = verdict.evidence.find(({ resource, side }) => resource === 'run-delay' && side === 'server');
  expect(row.usedLow).toBe(server.waitingThreads);
}

/** Of CPU per request a difference shows; of the rest it would be one of the shells. */
function expectNoCredit(outcomes) {
  const shown = Object.fromEntries(outcomes.map(({ metric, couldShow }) => [metric, couldShow]));
  expect(shown).toMatchObject({ requestsPerSecond: 'no', latencyMsP50: 'no', latencyMsP99: 'no' });
  expect(shown.serverCpuUsPerRequest).toBe('yes');
  const throughput = outcomes.find(({ metric }) => metric === 'requestsPerSecond');
  expect(['faster', 'slower']).not.toContain(throughput.word);
  expect(throughput.couldShowSentence).toContain('limited by other processes');
  expect([throughput.baseline.wall, throughput.other.wall]).toEqual(['competing-load', 'competing-load']);
}

it('a run and a comparison blame neither side, credit neither side, and name who it was', async () => {
  const runs = [await measured('fiber'), await measured('nethttp')];
  for (const run of runs) expectCulprits(run);
  const { client } = instance;
  const listed = await client.call('GET', '/runs?wall=competing-load');
  expect(listed.runs.map(({ id }) => id).sort()).toEqual(runs.map(({ id }) => id).sort());
  const compared = await client.call('GET', `/comparison?runs=${runs.map(({ id }) => id).join(',')}`);
  expectNoCredit(compared.outcomes);
}, 90_000);

it('an experiment blames neither side, credits neither side, and names who it was', async () => {
  const { client } = instance;
  const { id } = await client.call('POST', '/experiments', {
    kind: 'comparison',
    question: 'Is net/http faster while shells spin?',
    hypothesis: '',
    baseline: { name: 'fiber', spec: spec('fiber') },
    variants: [{ name: 'net/http', changes: [{ path: '/target/framework', value: 'nethttp' }] }],
    rounds: 2,
    extensionRounds: null,
    primary: { metric: 'requestsPerSecond', stepIndex: 0 },
    marginPercent: 2,
    seed: 1,
    start: true,
  });
  const done = await until(
    'the experiment is over',
    async () => {
      const experiment = await client.call('GET', `/experiments/${id}`);
      return experiment.status === 'done' && experiment.result && experiment;
    },
    120_000,
  );
  expectNoCredit(done.result.outcomes);
  for (const run of done.result.runs) expectCulprits(await client.call('GET', `/runs/${run.id}`));
}, 150_000);
