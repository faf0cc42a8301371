// @ts-check
import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time that a process has used, in microseconds, as the scheduler counts it for each thread. It counts nanoseconds,
 * where /proc/PID/stat counts ticks of 10 ms, which is more than a sampler uses in ten seconds. What a thread had that
 * has ended is lost, so it is for processes that keep theirs.
 *
 * @param {number} pid
 */
export function cpuTimeUs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((tid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0;
    }
  });
  return nanoseconds.reduce((a, b) => a + b, 0) / 1000;
}
