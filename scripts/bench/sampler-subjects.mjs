// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../start/build.mjs';
import { freePort } from '../start/checks.mjs';
import { spawnHeld, temporaryFolder } from '../start/ending.mjs';
import { root } from '../start/settings.mjs';
import { ensurePrograms } from '../test/programs.mjs';

const tools = path.join(root, '.build/bench-tools');
const ownBench = path.join(tools, 'sampler-bench');
const NODE_EXPORTER = 'github.com/prometheus/node_exporter@v1.12.1';
const SETTLE_MS = 2_000;

/**
 * What is measured: a process that samples at a rate of its own, or whenever `each` asks it to, once a second.
 *
 * @typedef {object} Subject
 * @property {string} name
 * @property {number} hertz
 * @property {() => Promise<Running>} start returns once it has settled
 *
 * @typedef {object} Running
 * @property {number} pid
 * @property {(() => Promise<void>) | null} each
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<Subject[]>} */
export async function ownSamplers() {
  mkdirSync(tools, { recursive: true });
  const binary = ownBench;
  await run('go', ['build', '-o', binary, './cmd/sampler-bench'], { cwd: path.join(root, 'agent') });
  const sampler = (name, hertz) => ({ name, hertz, start: () => watch(binary, [`--hertz=${hertz}`]) });
  return [
    sampler('sampler-1hz', 1),
    sampler('sampler-10hz', 10),
    { name: 'sampler-128cpu', hertz: 1, start: () => onFakeHost(binary) },
  ];
}

/**
 * What sampling all CPUs by perf events takes of each, over so many seconds in which all are busy; null where that is not allowed.
 *
 * @returns {Promise<{ interruptPct: number, drainPct: number, namingMs: number } | null>}
 */
export async function perfCost(seconds, report) {
  const { child, stop } = spawnHeld(ownBench, [`--perf-seconds=${seconds}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complaint] = [text(child.stdout), text(child.stderr)];
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  await stop();
  if (code === 0) return JSON.parse(await said);
  report(`sampling by perf events is left out: ${(await complaint).trim()}`);
  return null;
}

/** In memory where that can be had, as /proc and /sys are. */
async function onFakeHost(binary) {
  const { folder, remove } = temporaryFolder('bench', existsSync('/dev/shm') ? '/dev/shm' : undefined);
  const running = await watch(binary, [`--fake-128-cpus=${folder}`]);
  return { ...running, stop: () => running.stop().finally(remove) };
}

/** @param {(line: string) => void} report @returns {Subject | null} */
export function mpstat(report) {
  try {
    ensurePrograms(['mpstat'], report);
  } catch (error) {
    report(`mpstat is left out: ${error instanceof Error ? error.message : error}`);
    return null;
  }
  return { name: 'mpstat', hertz: 1, start: () => watch('mpstat', ['-P', 'ALL', '1']) };
}

/** Built apart from the project's own modules. @param {(line: string) => void} report @returns {Promise<Subject | null>} */
export async function nodeExporter(report) {
  const binary = path.join(tools, 'node_exporter');
  if (!existsSync(binary)) {
    report(`building ${NODE_EXPORTER} ...`);
    mkdirSync(tools, { recursive: true });
    const env = { ...process.env, GOBIN: tools, GOFLAGS: '-mod=mod', CGO_ENABLED: '0' };
    try {
      await run('go', ['install', NODE_EXPORTER], { cwd: tools, env });
    } catch (error) {
      report(`node_exporter is left out: it does not build here: ${error.message.split('\n').at(-1)}`);
      return null;
    }
  }
  return { name: 'node_exporter', hertz: 1, start: () => exporter(binary) };
}

async function exporter(binary) {
  const url = `http://127.0.0.1:${await freePort()}/metrics`;
  const running = await watch(binary, [`--web.listen-address=${new URL(url).host}`, '--log.level=error']);
  const each = async () => {
    const reply = await fetch(url);
    if (!reply.ok) throw new Error(`node_exporter answers ${reply.status}`);
    await reply.arrayBuffer();
  };
  await each();
  return { ...running, each };
}

/** @param {string} program @param {string[]} args @returns {Promise<Running>} */
async function watch(program, args) {
  const { child, stop } = spawnHeld(program, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
  const failed = new Promise((_, reject) => {
    child.once('error', reject);
    child.once(
      'exit',
      (code) => code && reject(new Error(`${program} ended with status ${code}: ${complaint.trim()}`)),
    );
  });
  failed.catch(() => {});
  await Promise.race([sleep(SETTLE_MS), failed]);
  return { pid: child.pid ?? 0, each: null, stop };
}
