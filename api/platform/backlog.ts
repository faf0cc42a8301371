import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that nobody waits for, known by a name. A few pieces are done at once, never two of one name; one that is asked for
 * while it is being done is done once more. After the deadline the next one begins, whether or not the work has ended.
 */
export class Backlog {
  private readonly work: (name: string) => Promise<unknown>;
  private readonly atOnce: number;
  private readonly deadlineMs: number;
  private readonly waiting = new Set<string>();
  private readonly underWay = new Map<string, Promise<unknown>>();
  private stopped = false;

  /** `work` never rejects. */
  constructor(work: (name: string) => Promise<unknown>, { atOnce = 2, deadlineMs = 60_000 } = {}) {
    this.work = work;
    this.atOnce = atOnce;
    this.deadlineMs = deadlineMs;
  }

  add(name: string): void {
    if (this.stopped) return;
    this.waiting.add(name);
    this.begin();
  }

  /** Resolves once nothing is left to do. */
  async done(): Promise<void> {
    while (this.underWay.size > 0) await Promise.race(this.underWay.values());
  }

  /** For good. Resolves when what is under way is over, or its deadline; what waits is dropped. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.waiting.clear();
    await this.done();
  }

  private begin(): void {
    for (const name of this.waiting) {
      if (this.underWay.size === this.atOnce) return;
      if (this.underWay.has(name)) continue;
      this.waiting.delete(name);
      this.underWay.set(name, this.doOne(name));
    }
  }

  private async doOne(name: string): Promise<void> {
    const over = new AbortController();
    const deadline = sleep(this.deadlineMs, undefined, { ref: false, signal: over.signal }).catch(() => {});
    await Promise.race([this.work(name), deadline]);
    over.abort();
    this.underWay.delete(name);
    this.begin();
  }
}
