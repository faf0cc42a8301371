import type { Waiting } from '../../contract/host-counts.ts';
import type { Rises } from './rises.ts';

/** When everything was read that is read once a second. */
export const READ_AT = 'system/everySecondReadMonotonicUs';

const PRESSURE = /^pressure\/(cpu|memory|io)\/someUs$/;
const RUN_DELAY = /^process\/(target|tool)\/runDelay(ReadMonotonic)?Us$/;

export const isWaitingColumn = (name: string): boolean => PRESSURE.test(name) || RUN_DELAY.test(name);

/** While load was driven; over the whole step for a tree of so many threads that they are asked at its bounds alone. */
export function waitingOf(load: Rises, whole: Rises): Waiting {
  const threads = (role: string): number | null =>
    over(load, `process/${role}/runDelayUs`, `process/${role}/runDelayReadMonotonicUs`) ??
    over(whole, `process/${role}/runDelayUs`, `process/${role}/runDelayReadMonotonicUs`);
  const pressure = (resource: string): number | null => over(load, `pressure/${resource}/someUs`, READ_AT);
  return {
    targetThreads: threads('target'),
    toolThreads: threads('tool'),
    cpuPressure: pressure('cpu'),
    memoryPressure: pressure('memory'),
    ioPressure: pressure('io'),
  };
}

/** How much a counter rose over the time between its own readings; null where it was not read twice. */
function over(rises: Rises, counter: string, readAt: string): number | null {
  const totals = rises.totals();
  const [rose, us] = [totals.get(counter), totals.get(readAt)];
  return rose === undefined || !us ? null : rose / us;
}
