// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../start/checks.mjs';
import { root } from '../start/settings.mjs';
import { ensurePrograms } from '../test/programs.mjs';

const tools = path.join(root, '.build/bench-tools');
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

/** @returns {Subject[]} */
export function ownSamplers() {
  mkdirSync(tools, { recursive: true });
  const binary = path.join(tools, 'sampler-bench');
  const { status, stderr } = spawnSync('go', ['build', '-o', binary, './cmd/sampler-bench'], {
    cwd: path.join(root, 'agent'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const sampler = (name, hertz) => ({ name, hertz, start: () => watch(binary, [`--hertz=${hertz}`]) });
  return [
    sampler('sampler-1hz', 1),
    sampler('sampler-10hz', 10),
    { name: 'sampler-128cpu', hertz: 1, start: () => onFakeHost(binary) },
  ];
}

/** In memory where that can be had, as /proc and /sys are. */
async function onFakeHost(binary) {
  const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'millionrps-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const running = await watch(binary, [`--fake-128-cpus=${folder}`]);
    return { ...running, stop: () => running.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
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

/** Built apart from the project's own modules. @param {(line: string) => void} report @returns {Subject | null} */
export function nodeExporter(report) {
  const binary = path.join(tools, 'node_exporter');
  if (!existsSync(binary)) {
    report(`building ${NODE_EXPORTER} ...`);
    mkdirSync(tools, { recursive: true });
    const { status, stderr } = spawnSync('go', ['install', NODE_EXPORTER], {
      cwd: tools,
      encoding: 'utf8',
      env: { ...process.env, GOBIN: tools, GOFLAGS: '-mod=mod', CGO_ENABLED: '0' },
    });
    if (status !== 0) {
      report(`node_exporter is left out: it does not build here: ${stderr.trim().split('\n').at(-1)}`);
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
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const failed = new Promise((_, reject) => {
    child.once('error', reject);
    child.once(
      'exit',
      (code) => code && reject(new Error(`${program} ended with status ${code}: ${complaint.trim()}`)),
    );
  });
  failed.catch(() => {});
  await Promise.race([sleep(SETTLE_MS), failed]);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { pid: child.pid ?? 0, each: null, stop };
}
