// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ pid: number, parent: number, command: string }} Process */

/** @returns {Process[]} */
export function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

/** What an agent keeps beside it for as long as it lives is none of a run's. */
const isGuard = (/** @type {Process} */ { command }) => command.endsWith(' guard-groups');

/** Everything that descends from a process. @param {number} root @returns {Process[]} */
export function descendants(root) {
  const all = processes().filter((process) => !isGuard(process));
  const found = /** @type {Process[]} */ ([]);
  const parents = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const process of all) {
      if (parents.has(process.parent) && !parents.has(process.pid)) {
        parents.add(process.pid);
        found.push(process);
        grown = true;
      }
    }
  }
  return found;
}

/** The one child of `root` whose command line holds `text`. */
export function childOf(root, text) {
  const found = descendants(root).filter((p) => p.command.includes(text));
  if (found.length === 0) throw new Error(`no process under ${root} has ${text} in its command line`);
  return found[0];
}

export const alive = (pid) => processes().some((p) => p.pid === pid);

/** Asks until it is so. */
export async function until(what, isSo, withinMs = 60_000) {
  const endsMs = Date.now() + withinMs;
  for (;;) {
    const answer = await isSo();
    if (answer) return answer;
    if (Date.now() > endsMs) throw new Error(`${what} did not come true within ${withinMs / 1000} s`);
    await sleep(50);
  }
}
