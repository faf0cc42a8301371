/** Work that nobody waits for, by its name: one after another, and under one name once, however often it was asked for. */
export class Backlog {
  private readonly work: (name: string) => Promise<unknown>;
  private readonly waiting = new Set<string>();
  private underWay: Promise<void> | null = null;
  private stopped = false;

  /** `work` never rejects. */
  constructor(work: (name: string) => Promise<unknown>) {
    this.work = work;
  }

  add(name: string): void {
    if (this.stopped) return;
    this.waiting.add(name);
    this.underWay ??= this.workOff();
  }

  /** Resolves once nothing is left to do. */
  async done(): Promise<void> {
    while (this.underWay) await this.underWay;
  }

  /** For good. Resolves when what is under way is over; what waits is dropped. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.waiting.clear();
    await this.done();
  }

  private async workOff(): Promise<void> {
    for (const name of this.waiting) {
      // Asked for again meanwhile, it is done again.
      this.waiting.delete(name);
      await this.work(name);
    }
    this.underWay = null;
  }
}
