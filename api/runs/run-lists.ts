import type { ListRunsQuery, RunGroups, RunGroupsQuery, RunList } from '../contract/run-list.ts';
import type { RunPoints } from '../contract/run-points.ts';
import type { KeptAnswer } from '../platform/kept-answer.ts';
import type { Lab } from '../platform/lab.ts';
import { KeptAnswers } from './kept-answers.ts';
import { listRunGroups } from './list-groups.ts';
import { listRunPoints } from './list-points.ts';
import { listRuns } from './list-runs.ts';
import { endedRevision } from './store/list-revision.ts';

/** The line of a running experiment tells how long it takes still, and what it waits for. */
const RUNNING_US = 2_000_000;

/**
 * Lists of runs that are over: derived once for each change of what they show, however many ask, and sent only to those
 * who have another. Lists with runs that go on move with the clock and are derived each time.
 */
export class RunLists {
  private readonly lab: Lab;
  private readonly answers = new KeptAnswers();

  constructor(lab: Lab) {
    this.lab = lab;
  }

  runs(query: ListRunsQuery, readerId: string | null, gone: AbortSignal): Promise<RunList | KeptAnswer> {
    return this.keptOr('runs', query, readerId, gone, () => listRuns(this.lab, query, readerId));
  }

  groups(query: RunGroupsQuery, readerId: string | null, gone: AbortSignal): Promise<RunGroups | KeptAnswer> {
    return this.keptOr('groups', query, readerId, gone, () => listRunGroups(this.lab, query, readerId));
  }

  points(query: RunGroupsQuery, readerId: string | null, gone: AbortSignal): Promise<RunPoints | KeptAnswer> {
    return this.keptOr('points', query, readerId, gone, () => listRunPoints(this.lab, query, readerId));
  }

  private async keptOr<T>(
    what: string,
    query: ListRunsQuery | RunGroupsQuery,
    readerId: string | null,
    gone: AbortSignal,
    derive: () => Promise<T>,
  ): Promise<T | KeptAnswer> {
    if (query.view !== 'ended') return derive();
    // Before the answer is derived: what changes meanwhile makes it be derived anew.
    const { startedAtUs, changes, isExperimentRunning } = await endedRevision(this.lab.database.db);
    // Nothing is kept from before the database was away.
    const revision = `${this.lab.settledAtUs} ${startedAtUs} ${changes}`;
    const moves = 'fold' in query && query.fold !== undefined && isExperimentRunning;
    const state = moves ? `${revision} ${Math.floor(this.lab.nowUs() / RUNNING_US)}` : revision;
    return this.answers.of(JSON.stringify([what, query, readerId]), state, gone, derive);
  }
}
