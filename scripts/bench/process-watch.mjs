// @ts-check
import { readFileSync } from 'node:fs';

const INTERVAL_MS = 1_000;
const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;

/** Looks at a process once a second: its memory and how much of one CPU it used since the look before. */
export class ProcessWatch {
  /** @param {number} pid */
  constructor(pid) {
    this.pid = pid;
    /** @type {{ ms: number, rssMb: number, cpuPercent: number }[]} */
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
    this.looks.push({ ms: now.ms, rssMb: Number(rss?.[1] ?? 0) / KB_PER_MB, cpuPercent });
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

/** Least squares: how much `rssMb` rises in a minute. @param {{ ms: number, rssMb: number }[]} looks */
export function risePerMinuteMb(looks) {
  const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ms, mb] = [meanOf(looks.map((look) => look.ms)), meanOf(looks.map((look) => look.rssMb))];
  const over = looks.reduce((sum, look) => sum + (look.ms - ms) * (look.rssMb - mb), 0);
  const under = looks.reduce((sum, look) => sum + (look.ms - ms) ** 2, 0);
  return (over / under) * 60_000;
}
