const WINDOW_MS = 60_000;
const OF_ONE = 20;
const OF_STRANGERS = 200;

/**
 * How many refusals are recorded in a minute: of one person or address, and of all who are not signed in together. Nobody fills the
 * database by being refused. Counted by each process for itself.
 */
export class RefusalLimits {
  private readonly counted = new Map<string, number>();
  private strangers = 0;
  private windowEndsMs = 0;
  private readonly nowMs: () => number;

  constructor(nowMs = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** `last`: none of the next ones of this minute is recorded. */
  take(who: string, isSignedIn: boolean): 'record' | 'last' | 'drop' {
    if (this.nowMs() >= this.windowEndsMs) {
      this.counted.clear();
      this.strangers = 0;
      this.windowEndsMs = this.nowMs() + WINDOW_MS;
    }
    if (!isSignedIn && this.strangers === OF_STRANGERS) return 'drop';
    const own = (this.counted.get(who) ?? 0) + 1;
    if (own > OF_ONE) return 'drop';
    this.counted.set(who, own);
    if (!isSignedIn) this.strangers += 1;
    return own === OF_ONE || (!isSignedIn && this.strangers === OF_STRANGERS) ? 'last' : 'record';
  }
}
