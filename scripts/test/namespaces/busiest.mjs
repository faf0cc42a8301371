// @ts-check
/** Who took CPU beside a run, for the reader of a test that failed: agents that share a machine name nobody. */
import { cpuTimeUs } from '../../bench/cpu-time.mjs';
import { processes } from '../instance/processes.mjs';

const NAMED = 8;
const NAME_CHARACTERS = 100;

/** @returns {Map<string, number>} microseconds by pid and command; threads of the kernel have none */
const usedUs = () =>
  new Map(
    processes().flatMap(({ pid, command }) => {
      try {
        return [[`${pid} ${command.slice(0, NAME_CHARACTERS) || '(kernel)'}`, cpuTimeUs(pid)]];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    }),
  );

/** Begins to look. @returns {() => string} the processes that took the most since then, in one line: a list of failures shows no second one */
export function watchBusiest() {
  const before = usedUs();
  const begunMs = performance.now();
  return () => {
    const us = (performance.now() - begunMs) * 1000;
    return [...usedUs()]
      .map(([who, used]) => ({ who, cpus: (used - (before.get(who) ?? 0)) / us }))
      .sort((a, b) => b.cpus - a.cpus)
      .slice(0, NAMED)
      .map(({ who, cpus }) => `${cpus.toFixed(2)} CPUs ${who}`)
      .join('; ');
  };
}
