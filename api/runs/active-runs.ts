import type { RunSummary } from '../contract/run.ts';
import { type ActiveRuns, MAX_ACTIVE_RUNS } from '../contract/run-list.ts';
import type { Lab } from '../platform/lab.ts';
import { type Plan, type ProgressFacts, progressOf } from '../rules/run/progress.ts';
import { isTerminal } from '../rules/run/run-machine.ts';
import { progressFactsOf, summariesOf } from './run-view.ts';
import { isSameRevision, listRevision, type Revision } from './store/list-revision.ts';
import { listActiveVersions, listSummaries } from './store/run-summaries.ts';

interface ActiveRun {
  summary: RunSummary;
  /** Of all rows that it was read from. */
  version: string;
  plan: Plan;
  facts: ProgressFacts;
  /** No later than by this revision it was as it is. */
  changedBy: bigint;
}

interface Read {
  /** What was read is no older. */
  revision: Revision;
  /** Until when agents were given time after the database was away. */
  settledAtUs: number;
  runs: ReadonlyMap<string, ActiveRun>;
  more: ActiveRuns['more'];
}

const NOTHING: Read = {
  revision: { startedAtUs: -1n, changes: -1n },
  settledAtUs: 0,
  runs: new Map(),
  more: { underWay: 0, queued: 0 },
};

/**
 * Runs that wait or are under way, for however many open pages: each read once for each change of its own. A page gets
 * those that changed since it asked last, from whichever process.
 */
export class ActiveRunList {
  private readonly lab: Lab;
  private last = NOTHING;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(lab: Lab) {
    this.lab = lab;
  }

  async since(asked: string | null): Promise<ActiveRuns> {
    const { revision, runs, more } = await this.read();
    const known = knownBy(asked, revision);
    const nowUs = this.lab.nowUs();
    const all = [...runs.values()].map((run) => ({ ...run, progress: progressOf(run.plan, run.facts, nowUs) }));
    return {
      progress: all.map(({ summary, progress }) => ({ runId: summary.id, ...progress })),
      runs: all.flatMap(({ summary, changedBy, progress }) => (changedBy > known ? [{ ...summary, progress }] : [])),
      more,
      since: `${revision.startedAtUs}-${revision.changes}`,
    };
  }

  /** As it is now, or was while this was asked. */
  private async read(): Promise<Read> {
    if (!this.isStill(await listRevision(this.lab.database.db, 'active'))) {
      // One after the other: each is held against the one before.
      const read = (): Promise<void> => this.readAnew();
      this.reading = this.reading.then(read, read);
      await this.reading;
    }
    return this.last;
  }

  private isStill(revision: Revision): boolean {
    return isSameRevision(this.last.revision, revision) && this.last.settledAtUs === this.lab.settledAtUs;
  }

  private async readAnew(): Promise<void> {
    const { db } = this.lab.database;
    const { settledAtUs } = this.lab;
    const revision = await listRevision(db, 'active');
    // Another page asked meanwhile.
    if (this.isStill(revision)) return;
    const isSameDatabase =
      revision.startedAtUs === this.last.revision.startedAtUs && settledAtUs === this.last.settledAtUs;
    const before = isSameDatabase ? this.last.runs : NOTHING.runs;
    const { versions, more } = await listActiveVersions(db, MAX_ACTIVE_RUNS);
    const changed = await this.readRuns([...versions].filter(([id, version]) => before.get(id)?.version !== version));
    const runs = [...versions.keys()].flatMap((id) => {
      const run = changed.get(id) ?? before.get(id);
      return run && !isTerminal(run.summary.state) ? [[id, run] as const] : [];
    });
    this.last = { revision, settledAtUs, runs: new Map(runs), more };
  }

  private async readRuns(versions: [string, string][]): Promise<Map<string, ActiveRun>> {
    const { db } = this.lab.database;
    const nowUs = this.lab.nowUs();
    const versionOf = new Map(versions);
    const rows = await listSummaries(db, [...versionOf.keys()]);
    const summaries = await summariesOf(db, rows, nowUs);
    // What was read may be as new as this, and another process may have read it before as it was at the first revision.
    const { changes: changedBy } = await listRevision(db, 'active');
    return new Map(
      rows.flatMap((row, at) => {
        const [summary, version] = [summaries[at], versionOf.get(row.id)];
        if (!summary || version === undefined) return [];
        return [[row.id, { summary, version, ...progressFactsOf(row, nowUs), changedBy }] as const];
      }),
    );
  }
}

/** What a page has that was told this: -1 where it is to be told all. A database that was put back counts from an earlier number. */
function knownBy(asked: string | null, revision: Revision): bigint {
  const [startedAtUs, changes] = asked?.split('-') ?? [];
  if (startedAtUs !== String(revision.startedAtUs) || changes === undefined) return -1n;
  return BigInt(changes) > revision.changes ? -1n : BigInt(changes);
}
