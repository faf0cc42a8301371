// @ts-check
import { readFileSync } from 'node:fs';

const INTERVAL_MS = 1_000;
const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;

/** Looks at a process once a second: its resident memory and how much of one CPU it used since the look before. */
export class ProcessWatch {
  /** @param {number} pid */
  constructor(pid) {
    this.pid = pid;
    /** @type {{ rssMb: number, cpuPercent: number }[]} */
    this.looks = [];
    this.before = this.cpu();
    this.timer = setInterval(() => this.look(), INTERVAL_MS);
  }

  stop() {
    clearInterval(this.timer);
    return this.looks;
  }

  look() {
    const now = this.cpu();
    const cpuPercent = ((now.seconds - this.before.seconds) * 100_000) / (now.ms - this.before.ms);
    const rss = readFileSync(`/proc/${this.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/);
    this.looks.push({ rssMb: Number(rss?.[1] ?? 0) / KB_PER_MB, cpuPercent });
    this.before = now;
  }

  cpu() {
    return { ms: performance.now(), seconds: secondsOf(this.pid, 11, 13) };
  }
}

/**
 * The share of a CPU that a process and its children use, those that have ended among them, from now until the function
 * that it answers is called.
 *
 * @param {number} pid
 * @returns {() => number} in percent
 */
export function watchTree(pid) {
  const startedMs = performance.now();
  const before = treeSeconds(pid);
  return () => ((treeSeconds(pid) - before) * 100_000) / (performance.now() - startedMs);
}

/** Its own time, that of children that ended, and that of those that live. @param {number} pid */
function treeSeconds(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);
  return children.reduce((sum, child) => sum + secondsOf(child, 11, 13), secondsOf(pid, 11, 15));
}

/** Fields of /proc/PID/stat, counted from the state; 0 of a process that is gone. @param {number} pid @param {number} from @param {number} to */
function secondsOf(pid, from, to) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(from, to)
      .map(Number);
    return ticks.reduce((a, b) => a + b, 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
