// @ts-check
/**
 * When npm is signalled or killed, it ends its shell and leaves the script that it ran. So a script that npm runs
 * watches both, in a thread of its own: a script may compute for a minute without a pause.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { processStartTicks } from './owner.mjs';

const LOOK_MS = 250;
const STARTERS = /\b(npm|pnpm|yarn|bun|node|sh|bash|dash)\b/;

/** Sends this process SIGTERM when npm, or the shell between, is gone. */
export function endWithNpm() {
  const started = startedBy(process.env.npm_lifecycle_script);
  if (started === null) return;
  // They ended before this script could look.
  if (started.length === 0) process.kill(process.pid, 'SIGTERM');
  new Worker(import.meta.filename, { workerData: started, execArgv: [], env: {} }).unref();
}

/** npm and its shell, none when either is gone; null when npm did not start this script. @param {string | undefined} script npm's line */
function startedBy(script) {
  if (!script?.includes(path.basename(process.argv[1] ?? ''))) return null;
  const parent = inspect(process.ppid);
  // A shell may have become the script itself: then npm is the parent.
  const chain = parent?.command.includes(` -c ${script}`) ? [parent, inspect(parent.parent)] : [parent];
  const present = chain.filter((one) => one !== null);
  // An orphan's parent is init, or what stands in for it.
  if (present.length < chain.length || !present.every(({ command }) => STARTERS.test(command))) return [];
  return present.map(({ pid }) => ({ pid, startTicks: processStartTicks(pid) }));
}

/** @param {number} pid */
function inspect(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command };
  } catch {
    return null;
  }
}

if (!isMainThread) {
  /** @type {{ pid: number, startTicks: string | null }[]} */
  const started = workerData;
  const timer = setInterval(() => {
    if (started.every(({ pid, startTicks }) => processStartTicks(pid) === startTicks)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
}
