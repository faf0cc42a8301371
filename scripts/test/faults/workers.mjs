// @ts-check
import { once } from 'node:events';
import { TSX } from '../../start/api-command.mjs';
import { spawnHeld } from '../../start/ending.mjs';
import { root } from '../../start/settings.mjs';
import { withTopology } from '../namespaces/topology.mjs';
import { isWell } from './try-cell.mjs';

/**
 * Labs side by side, each of a process in namespaces of its own. One whose cell went wrong is given up for a new one: what is wrong
 * with it is not to be blamed on the next cell.
 *
 * @typedef {import('./cells.ts').Cell} Cell
 * @typedef {import('./try-cell.mjs').Result} Result
 * @typedef {{ cell: string, error: string }} Untried what kept the fault from striking in its state
 */

/** @param {Cell[]} cells @param {number} labs @param {import('./try-cell.mjs').Lengths} options @param {(told: Result | Untried) => void} tell */
export async function tryAll(cells, labs, options, tell) {
  const waiting = [...cells];
  const again = new Set();
  /** @param {Cell} cell @param {Untried | Result} told */
  const tellOrWait = (cell, told) => {
    // A fault that did not strike says nothing of the product: another lab has one try.
    if (!('error' in told) || again.has(cell.id)) return tell(told);
    again.add(cell.id);
    console.error(`${cell.id} is tried again: ${told.error}`);
    return waiting.push(cell);
  };
  const lane = async () => {
    while (waiting.length > 0) await withTopology((topology) => inOneLab(topology, waiting, options, tellOrWait));
  };
  await Promise.all(Array.from({ length: Math.min(labs, cells.length) }, lane));
}

/**
 * Until no cell waits, or one went wrong.
 *
 * @param {import('../namespaces/topology.mjs').Topology} topology @param {Cell[]} waiting @param {import('./try-cell.mjs').Lengths} options
 * @param {(cell: Cell, told: Result | Untried) => void} tell
 */
async function inOneLab(topology, waiting, options, tell) {
  const worker = new URL('worker.mjs', import.meta.url).pathname;
  const args = ['netns', 'exec', topology.api.namespace, process.execPath, ...TSX, worker];
  const env = { ...process.env, MILLIONRPS_FAULT_LAB: JSON.stringify({ topology, ...options }) };
  const { child, stop } = spawnHeld('ip', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint = (complaint + text).slice(-2000)));
  const ended = once(child, 'exit').then(() => ({ error: `The lab ended: ${complaint.trim()}` }));
  const answer = () => Promise.race([once(child, 'message').then(([message]) => message), ended]);
  const started = await answer();
  if (started.error) throw new Error(started.error);
  for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
    child.send(cell.id);
    const { result, error } = await answer();
    tell(cell, result ?? { cell: cell.id, error });
    if (!result || !isWell(result)) break;
  }
  await stop();
}
