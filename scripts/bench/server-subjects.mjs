// @ts-check
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '../start/build.mjs';
import { freePort } from '../start/checks.mjs';
import { spawnHeld } from '../start/ending.mjs';
import { root } from '../start/settings.mjs';

const tools = path.join(root, '.build/bench-tools');

/** Enough connections to keep the server busy; fewer where one answer is work for longer. */
const CONNECTIONS = { simple: 50, read: 50, list: 10, compute: 10 };

/**
 * A server and the route that it is measured on.
 *
 * @typedef {object} Subject
 * @property {string} id route and variant
 * @property {string} route
 * @property {string} url
 * @property {number} connections
 * @property {number[]} pids all that serve, and their master
 *
 * @typedef {object} Server
 * @property {string} url
 * @property {number[]} pids
 */

/** Starts every variant on one CPU. @param {number} cpu */
export async function startSubjects(cpu) {
  const { server, gnet } = await build();
  /** @type {Subject[]} */
  const subjects = [];
  const add = async (variant, routes, program, args) => {
    const one = await startPinned(cpu, program, args);
    for (const route of routes) subjects.push(subject(one, variant, route));
  };
  for (const framework of ['nethttp', 'fasthttp', 'fiber'])
    for (const mode of ['single', 'prefork']) {
      const args = ['--framework', framework, `--prefork=${mode === 'prefork'}`, '--workers', '1', '--port', '0'];
      await add(`${framework}.${mode}`, Object.keys(CONNECTIONS), server, args);
    }
  await add('fiber.single.locked', ['compute'], server, ['--pick', 'locked', '--workers', '1', '--port', '0']);
  await add('gnet', ['simple'], gnet, ['--port', String(await freePort())]);
  return subjects;
}

/** @param {Server} server @returns {Subject} */
function subject({ url, pids }, variant, route) {
  return { id: `${route}.${variant}`, route, url: `${url}/${route}`, connections: CONNECTIONS[route], pids };
}

async function build() {
  mkdirSync(tools, { recursive: true });
  const built = async (name, target) => {
    const output = path.join(tools, name);
    await run('go', ['build', '-trimpath', '-buildvcs=false', '-o', output, target], {
      cwd: path.join(root, 'server'),
      env: { ...process.env, CGO_ENABLED: '0' },
    });
    return output;
  };
  return { server: await built('server', '.'), gnet: await built('gnet-bench', './cmd/gnet-bench') };
}

/** Waits for the ready line, which names the address and the processes. @returns {Promise<Server>} */
export async function startPinned(cpu, program, args) {
  const { child } = spawnHeld('taskset', ['-c', String(cpu), program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  ended.catch(() => {});
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('{')) continue;
    child.stdout.resume();
    const { url, pids = [] } = JSON.parse(line);
    // taskset becomes the program, so the child's pid is the master's.
    return { url, pids: [...new Set([child.pid ?? 0, ...pids])] };
  }
  await ended;
  throw new Error(`${path.basename(program)} ended before it listened: ${complaint.trim()}`);
}
