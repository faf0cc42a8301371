// @ts-check
/** Processes that a suite of tests started and did not end: what follows it would be measured beside them. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownMark, processStartTicks } from '../start/owner.mjs';
import { processes } from './instance/processes.mjs';

/** What ends by itself once its parent is gone has this long. */
const ENDS_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;
const COMMAND_CHARACTERS = 200;

/** Marks all that this process starts from now on, by their environment. @returns {string} the mark */
export function markChildren() {
  process.env.MILLIONRPS_TEST_RUN = ownMark();
  return `MILLIONRPS_TEST_RUN=${ownMark()}`;
}

/** @param {number} pid @param {string} mark */
function carries(pid, mark) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}

/** @param {string} mark */
const carriers = (mark) =>
  processes()
    .filter(({ pid }) => carries(pid, mark))
    .map((one) => ({ ...one, startTicks: processStartTicks(one.pid) }));

/** Ends what carries the mark and still runs. @param {string} mark @returns {Promise<string[]>} a line for each process that it had to end */
export async function endLeft(mark, withinMs = ENDS_WITHIN_MS) {
  const until = Date.now() + withinMs;
  let left = carriers(mark);
  while (left.length > 0 && Date.now() < until) {
    await sleep(LOOK_EVERY_MS);
    left = carriers(mark);
  }
  for (const { pid, startTicks } of left) {
    try {
      if (processStartTicks(pid) === startTicks) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  return left.map(({ pid, command }) => `left running: ${pid} ${command.slice(0, COMMAND_CHARACTERS)}`);
}
