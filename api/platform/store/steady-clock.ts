/** The time of day is told in whole milliseconds: less than one is no drift. */
const TICK_US = 1_000;
/** What a clock moves by itself while it is kept right; more at once is somebody who sets it. */
const STEP_US = 1_000_000;

/**
 * The time of day of this process, in microseconds, which does not follow a clock that is set: leases, waits and pauses are
 * times of day in the database, and would all end at once, or not for as long as the clock was set back. What a clock drifts
 * by is followed. It never goes back: what was made by it is not to come from later.
 */
export class SteadyClock {
  private readonly wallUs: () => number;
  private readonly monotonicUs: () => number;
  /** From the time of the monotonic clock to the time of day. */
  private offsetUs: number;
  private lastUs = 0;

  constructor(
    wallUs: () => number = () => Date.now() * 1000,
    monotonicUs: () => number = () => Math.round(performance.now() * 1000),
  ) {
    this.wallUs = wallUs;
    this.monotonicUs = monotonicUs;
    this.offsetUs = wallUs() - monotonicUs();
  }

  nowUs(): number {
    const aheadUs = this.aheadUs();
    const driftUs = Math.abs(aheadUs);
    if (driftUs >= TICK_US && driftUs < STEP_US) this.offsetUs += aheadUs;
    this.lastUs = Math.max(this.lastUs, this.monotonicUs() + this.offsetUs);
    return this.lastUs;
  }

  /** How far the machine's clock was set ahead of this one since; 0 while it is followed. */
  setUs(): number {
    const aheadUs = this.aheadUs();
    return Math.abs(aheadUs) < STEP_US ? 0 : aheadUs;
  }

  /** Takes the time of the machine's clock, however far it was set, back too. */
  follow(): void {
    this.offsetUs += this.aheadUs();
    this.lastUs = 0;
  }

  private aheadUs(): number {
    return this.wallUs() - this.monotonicUs() - this.offsetUs;
  }
}
