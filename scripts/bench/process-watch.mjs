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
    const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return { ms: performance.now(), seconds: ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND };
  }
}
