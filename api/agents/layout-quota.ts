import type { SampleLayout } from '../contract/samples.ts';

const DAY_US = 86_400_000_000;
/** A host of 128 CPUs has some 50 KB of them, and makes another one when its target starts workers. */
const BYTES_A_DAY = 32 * 1024 * 1024;

/** How many characters of new layouts each agent brings in a day, to this process. */
export class LayoutQuota {
  private readonly days = new Map<string, { bytes: number; untilUs: number }>();

  /** Counts one that nobody knew. False: it is too much for today. */
  takes(agentId: string, { columns }: SampleLayout, nowUs: number): boolean {
    const known = this.days.get(agentId);
    const day = known && nowUs < known.untilUs ? known : { bytes: 0, untilUs: nowUs + DAY_US };
    this.days.set(agentId, day);
    day.bytes += columns.reduce((sum, name) => sum + name.length, 0);
    return day.bytes <= BYTES_A_DAY;
  }
}
