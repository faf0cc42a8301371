// @ts-check
/** A mark in the name of what a process made, by which another process can tell whether its owner is gone. */
import { readFileSync, readlinkSync } from 'node:fs';

/** Numbers of processes mean something in their own PID namespace alone; /tmp may be shared with others. */
const pidNamespace = () => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');

/** PID namespace, pid and start time: a pid alone may be another process's by now. */
export const ownMark = () => markOf(process.pid, processStartTicks(process.pid));

/** Short, as it stands in the paths of sockets. @param {number} pid @param {string | null} startTicks */
export const markOf = (pid, startTicks) =>
  [pidNamespace(), pid, startTicks].map((number) => Number(number).toString(36)).join('-');

/** Whether the owner has ended. What another PID namespace made is never ours to judge. @param {string} mark */
export function isLeft(mark) {
  const [namespace, pid, startTicks] = mark.split('-').map((number) => String(Number.parseInt(number, 36)));
  return namespace === pidNamespace() && processStartTicks(Number(pid)) !== startTicks;
}

/**
 * Start of a process in clock ticks since boot, field 22 of /proc/PID/stat; null when there is none, or it has ended and
 * its parent has not yet asked how.
 *
 * @param {number} pid
 */
export function processStartTicks(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
