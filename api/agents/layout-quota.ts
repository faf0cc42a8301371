import type { SampleLayout } from '../contract/samples.ts';

const DAY_US = 86_400_000_000;
/** A host of 128 CPUs has some 50 KB of them, and makes another one when its target starts workers. */
const BYTES_A_DAY = 32 * 1024 * 1024;

/** How much each agent brings of new layouts in a day, as this process has seen it. */
export class LayoutQuota {
  private readonly days = new Map<string, { bytes: number; untilUs: number }>();

  /** Counts a layout that was not known before. False: with it the agent has brought too much today. */
  takes(agentId: string, { columns }: SampleLayout, nowUs: number): boolean {
    const known = this.days.get(agentId);
    const day = known && nowUs < known.untilUs ? known : { bytes: 0, untilUs: nowUs + DAY_US };
    this.days.set(agentId, day);
    day.bytes += columns.reduce((sum, name) => sum + Buffer.byteLength(name), 0);
    return day.bytes <= BYTES_A_DAY;
  }
}
