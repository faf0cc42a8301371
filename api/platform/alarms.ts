/**
 * Punctual wake-ups of runs within this process. The times themselves are durable, as Run.wakeAtUs: when a process
 * dies, the sweep finds what is due (api/sweep.ts).
 */
export class Alarms {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly ring: (runId: string) => void;
  private stopped = false;

  constructor(ring: (runId: string) => void) {
    this.ring = ring;
  }

  /** Replaces the run's alarm; null takes it away. */
  set(runId: string, delayMs: number | null): void {
    clearTimeout(this.timers.get(runId));
    this.timers.delete(runId);
    if (delayMs === null || this.stopped) return;
    const timer = setTimeout(
      () => {
        this.timers.delete(runId);
        this.ring(runId);
      },
      Math.max(0, delayMs),
    );
    this.timers.set(runId, timer.unref());
  }

  /** For good: what is still being answered sets none. */
  stop(): void {
    this.stopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
