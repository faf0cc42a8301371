// @ts-check
import { readFileSync } from 'node:fs';
import { spawnHeld } from '../start/ending.mjs';
import { Sentence } from '../start/sentence.mjs';

/** A CPU for the server and one for the client, of those that this process may use. @returns {[number, number]} */
export function twoCpus() {
  const status = readFileSync('/proc/self/status', 'utf8');
  const allowed = cpuNumbers(status.match(/^Cpus_allowed_list:\s*(\S+)$/m)?.[1] ?? '');
  const [server, client] = allowed;
  if (server === undefined || client === undefined)
    throw new Sentence('Server and client need a CPU each, and this process may use only one.');
  return [server, client];
}

/** @param {string} list such as 0-3,8 */
function cpuNumbers(list) {
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

/**
 * Drives wrk with one thread and returns how many requests were answered.
 *
 * @param {{ url: string, connections: number, seconds: number, cpu: number }} load
 * @returns {Promise<number>}
 */
export async function drive({ url, connections, seconds, cpu }) {
  const args = ['-c', String(cpu), 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, url];
  const { child } = spawnHeld('taskset', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const requests = Number(said.match(/(\d+) requests in/)?.[1] ?? 0);
  if (code !== 0 || requests === 0) throw new Error(`wrk measured nothing: ${said}`);
  // A figure of answers that went wrong would be of something else.
  if (/Socket errors|Non-2xx/.test(said)) throw new Error(`${url} went wrong under wrk: ${said}`);
  return requests;
}
