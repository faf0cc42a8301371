// @ts-check
/** Who took CPU beside a run, for the reader of a test that failed: agents that share a machine name nobody. */
import { readdirSync, readFileSync } from 'node:fs';

const NAMED = 8;
/** Of a CPU time in /proc: USER_HZ is 100 on every Linux. */
const TICKS_PER_SECOND = 100;

/** @returns {Map<string, number>} ticks by pid and name; kernel threads too */
function ticksByProcess() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 100);
        const named = command || stat.slice(stat.indexOf('('), stat.lastIndexOf(')') + 1);
        return [[`${pid} ${named}`, Number(fields[11]) + Number(fields[12])]];
      } catch {
        return [];
      }
    }),
  );
}

/** Begins to look. @returns {() => string} the processes that took the most since then, in one line as the list of failures shows the first alone */
export function watchBusiest() {
  const before = ticksByProcess();
  const begunMs = Date.now();
  return () => {
    const seconds = (Date.now() - begunMs) / 1000;
    return [...ticksByProcess()]
      .map(([who, ticks]) => ({ who, cpus: (ticks - (before.get(who) ?? 0)) / TICKS_PER_SECOND / seconds }))
      .sort((a, b) => b.cpus - a.cpus)
      .slice(0, NAMED)
      .map(({ who, cpus }) => `${cpus.toFixed(2)} CPUs ${who}`)
      .join('; ');
  };
}
