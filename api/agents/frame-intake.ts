import type { ReportEntry } from '../contract/agent-reports.ts';
import { AppError } from '../platform/app-error.ts';
import { Backlog } from '../platform/backlog.ts';
import { Gatherer } from '../platform/gather.ts';
import type { Lab } from '../platform/lab.ts';
import { runsOfHosts } from '../platform/store/leases.ts';
import { notifyAll } from '../platform/store/notify.ts';
import { Turns } from '../platform/turns.ts';
import { layoutWidths, type NewFrame, sealFrames } from '../runs/store/samples.ts';
import { LayoutQuota } from './layout-quota.ts';
import type { AgentRecord } from './store/agents.ts';
import { type Life, type TakenFrames, takeFrames } from './store/incarnations.ts';

export type FrameEntry = Extract<ReportEntry, { type: 'frame' }>;

/** Reports of one life of an agent that bring frames and nothing else: nearly all of them. */
interface FrameReport extends Life {
  frames: NewFrame[];
}

/** Frames of one host's run that were not sealed yet, as far as this process stored them. */
interface Loose {
  runId: string;
  hostId: string;
  count: number;
  /** By the clock of this process: a host's own may be wrong by days. */
  sinceUs: number;
}

const SEAL_AFTER_US = 60_000_000;
/** Ten frames a second are as many in twelve seconds, and a chunk is decoded in one go. */
const SEAL_AFTER_FRAMES = 120;
/** A layout never changes; one that was forged long ago may lose its columns. */
const WIDTHS_KEPT_US = 60_000_000;
/** Many frames of many runs become one notification each in this time. */
const TELL_EVERY_MS = 50;

/**
 * Stores frames of all agents: those that come while others are being stored go into the next statement together,
 * whosever they are. Readers are woken after it, because a commit that notifies keeps every other one waiting; a
 * process that dies in between leaves them to the next frame. Nobody waits for sealing: hosts whose runs began together
 * are due together, and one after another that takes a thousand of them a minute.
 */
export class FrameIntake {
  private readonly lab: Lab;
  private readonly reports: Gatherer<FrameReport, TakenFrames | null>;
  /** By host: it works for one run at a time, and what it left of another is for the sweep to seal. */
  private readonly loose = new Map<string, Loose>();
  private widths = new Map<string, number>();
  private widthsUntilUs = 0;
  private readonly untold = new Set<string>();
  private readonly sealing = new Backlog((hostId) => this.seal(hostId), { atOnce: 1 });
  private readonly runs: Gatherer<string, string>;
  private readonly turns = new Turns();
  readonly layouts = new LayoutQuota();

  constructor(lab: Lab) {
    this.lab = lab;
    this.reports = new Gatherer((reports) => this.store(reports));
    this.runs = new Gatherer((hostIds) => runsOfHosts(lab.database.db, hostIds));
  }

  /** Up to which sequence everything is stored; null for a life that is not this agent's. */
  async take(agent: AgentRecord, incarnationId: string, entries: FrameEntry[]): Promise<number | null> {
    const frames = this.framesOf(agent, incarnationId, entries);
    await this.refuseUnreadable(frames);
    const taken = await this.reports.ask({ agentId: agent.id, incarnationId, frames });
    if (!taken) return null;
    this.noteStored(frames, taken.runIds);
    return taken.acknowledged;
  }

  /**
   * One report at a time for each run moves it: the others would wait for its lock, each with a connection of its own,
   * until there are none for anybody.
   */
  async inTurn<T>({ hostId }: AgentRecord, work: () => Promise<T>): Promise<T> {
    return this.turns.take(await this.runs.ask(hostId), work);
  }

  framesOf({ hostId }: AgentRecord, incarnationId: string, entries: FrameEntry[]): NewFrame[] {
    return entries.map(({ sequence, runId, frame }) => ({ incarnationId, sequence, runId, hostId, ...frame }));
  }

  /** A row without its column names is noise; the agent sets it aside and goes on. */
  async refuseUnreadable(frames: NewFrame[], db = this.lab.database.db): Promise<void> {
    const nowUs = this.lab.nowUs();
    if (nowUs > this.widthsUntilUs) {
      this.widths = new Map();
      this.widthsUntilUs = nowUs + WIDTHS_KEPT_US;
    }
    const unknown = new Set(frames.flatMap(({ layoutId }) => (this.widths.has(layoutId) ? [] : [layoutId])));
    if (unknown.size > 0) for (const [id, width] of await layoutWidths(db, [...unknown])) this.widths.set(id, width);
    const odd = frames.find((frame) => this.widths.get(frame.layoutId) !== frame.values.length);
    if (odd) throw new AppError('unusable-report', `Frame ${odd.sequence} does not fit the layout ${odd.layoutId}.`);
  }

  /** Once the transaction that stored them is committed: wakes the readers of runs that took them, and has sealed what is old. */
  noteStored(frames: NewFrame[], runIds: ReadonlySet<string>): void {
    for (const { runId, hostId } of frames) {
      if (!runIds.has(runId)) continue;
      const nowUs = this.lab.nowUs();
      const known = this.loose.get(hostId);
      const loose = known?.runId === runId ? known : { runId, hostId, count: 0, sinceUs: nowUs };
      this.loose.set(hostId, loose);
      loose.count += 1;
      if (loose.count > SEAL_AFTER_FRAMES || nowUs - loose.sinceUs > SEAL_AFTER_US) this.sealing.add(hostId);
      this.tell(runId);
    }
  }

  /** What waits to be sealed is left to the sweep, or to another process. */
  stop(): Promise<void> {
    return this.sealing.stop();
  }

  private async store(reports: FrameReport[]): Promise<(TakenFrames | null)[]> {
    const frames = reports.flatMap((report) => report.frames);
    const stored = await takeFrames(this.lab.database.db, reports, frames, this.lab.nowUs());
    return reports.map(({ incarnationId }) => stored.get(incarnationId) ?? null);
  }

  private tell(runId: string): void {
    if (this.untold.size === 0) setTimeout(() => this.tellAll(), TELL_EVERY_MS);
    this.untold.add(runId);
  }

  private tellAll(): void {
    const runIds = [...this.untold];
    this.untold.clear();
    notifyAll(this.lab.database.db, 'samples', runIds);
  }

  /** One after another: each encodes thousands of numbers. What fails is tried again with the next frame. */
  private async seal(hostId: string): Promise<void> {
    const loose = this.loose.get(hostId);
    if (!loose) return;
    const { runId } = loose;
    this.loose.delete(hostId);
    try {
      await this.lab.database.transaction((tx) => sealFrames(tx, runId, hostId));
    } catch (error) {
      this.loose.set(hostId, loose);
      this.lab.log.error({ err: error, runId, hostId }, 'sealing frames');
    }
  }
}
