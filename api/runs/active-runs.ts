import type { RunSummary } from '../contract/run.ts';
import type { ActiveRuns } from '../contract/run-list.ts';
import type { Lab } from '../platform/lab.ts';
import { type Plan, type ProgressFacts, progressOf } from '../rules/run/progress.ts';
import { progressFactsOf, summariesOf } from './run-view.ts';
import { listRevision } from './store/list-revision.ts';
import { listActiveSummaries, listActiveVersions } from './store/run-summaries.ts';

interface ActiveRun {
  summary: RunSummary;
  /**
   * The summary without its progress, to tell whether anything of it changed. And the version of its row: what was changed
   * and changed back may have been read in between by another process.
   */
  text: string;
  plan: Plan;
  facts: ProgressFacts;
  /** No later than by this revision it was as it is. */
  changedBy: bigint;
}

interface Read {
  /** What was read is no older. */
  revision: bigint;
  runs: ReadonlyMap<string, ActiveRun>;
}

/**
 * Runs that wait or are under way, for however many open pages: read once for each change of theirs. A page gets those
 * that changed since it asked last, from whichever process.
 */
export class ActiveRunList {
  private readonly lab: Lab;
  private last: Read = { revision: -1n, runs: new Map() };
  private reading: Promise<unknown> = Promise.resolve();

  constructor(lab: Lab) {
    this.lab = lab;
  }

  async since(asked: string | null): Promise<ActiveRuns> {
    const { revision, runs } = await this.read();
    // A database that was put back counts from an earlier number.
    const known = asked === null || BigInt(asked) > revision ? -1n : BigInt(asked);
    const nowUs = this.lab.nowUs();
    const all = [...runs.values()].map((run) => ({ ...run, progress: progressOf(run.plan, run.facts, nowUs) }));
    return {
      progress: all.map(({ summary, progress }) => ({ runId: summary.id, ...progress })),
      runs: all.flatMap(({ summary, changedBy, progress }) => (changedBy > known ? [{ ...summary, progress }] : [])),
      since: String(revision),
    };
  }

  /** As it is now, or was while this was asked. */
  private async read(): Promise<Read> {
    if (this.last.revision !== (await listRevision(this.lab.database.db, 'active'))) {
      // One after the other: each is held against the one before.
      const read = (): Promise<void> => this.readAnew();
      this.reading = this.reading.then(read, read);
      await this.reading;
    }
    return this.last;
  }

  private async readAnew(): Promise<void> {
    const { db } = this.lab.database;
    const revision = await listRevision(db, 'active');
    // Another page asked meanwhile.
    if (this.last.revision === revision) return;
    const nowUs = this.lab.nowUs();
    const versions = await listActiveVersions(db);
    const rows = await listActiveSummaries(db);
    const summaries = await summariesOf(db, rows, nowUs);
    // What was read may be as new as this, and another process may have read it before as it was at the first revision.
    const changedBy = await listRevision(db, 'active');
    const runs = new Map<string, ActiveRun>();
    for (const [at, summary] of summaries.entries()) {
      const row = rows[at];
      if (!row) continue;
      const text = JSON.stringify([versions.get(summary.id), { ...summary, progress: null }]);
      const before = this.last.runs.get(summary.id);
      runs.set(summary.id, {
        ...{ summary, text, ...progressFactsOf(row, nowUs) },
        changedBy: before?.text === text ? before.changedBy : changedBy,
      });
    }
    this.last = { revision, runs };
  }
}
