import { MAX_REVISIONS } from '../contract/limits.ts';
import type { RunSpec } from '../contract/spec.ts';
import { listRevisions } from '../hosts/examine-host.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { revisionOf, shortCommit } from '../rules/spec/revision-words.ts';
import { designOf, newestOf } from './benchmark-view.ts';
import { timeInZone } from './cron.ts';
import { measureRevision } from './measure-revision.ts';
import type { BenchmarkRow } from './store/benchmarks.ts';
import { wasMeasured } from './store/points.ts';
import { changeOccurrence, type OccurrenceRecord, type ScheduleRecord } from './store/schedules.ts';

interface Due {
  benchmark: BenchmarkRow;
  schedule: ScheduleRecord;
  occurrence: OccurrenceRecord;
}

/**
 * Begins the experiment of a time that is due: of the newest commit of the branch, or of a build without a commit, by its date. Null; or
 * why there is nothing to measure. Throws what keeps it from its hosts.
 */
export async function measureScheduled(
  lab: Lab,
  { benchmark, schedule, occurrence }: Due,
  closed: AbortSignal,
): Promise<string | null> {
  const version = newestOf(benchmark);
  const { spec } = designOf(version);
  const commit = revisionOf(spec) === null ? null : await newestCommit(lab, spec as RunSpec, closed);
  const { db } = lab.database;
  if (commit !== null && !schedule.everyTime && (await wasMeasured(db, benchmark.id, version.number, commit)))
    return `${shortCommit(commit)} is the newest commit still, and was measured before.`;
  const wanted = commit === null ? { label: labelOf(occurrence, schedule) } : { commit };
  const asked = {
    byName: 'schedule',
    idempotencyKey: `schedule ${occurrence.id}`,
    scheduled: true,
    alongside: async (tx: typeof db, experimentId: string): Promise<void> => {
      const begun = await changeOccurrence(tx, occurrence, { outcome: 'began', sentence: null, experimentId });
      if (!begun) throw new AppError('conflict', 'Another process has begun it.');
    },
  };
  await measureRevision(lab, benchmark.id, wanted, asked, closed);
  return null;
}

const labelOf = ({ dueAtUs }: OccurrenceRecord, { timeZone }: ScheduleRecord): string =>
  `scheduled ${timeInZone(dueAtUs, timeZone)}`;

async function newestCommit(lab: Lab, { server, target }: RunSpec, closed: AbortSignal): Promise<string> {
  if (!server || target.kind !== 'named') throw new Error('a target that is built has a host and a name');
  const request = { target: target.name, most: MAX_REVISIONS };
  const { revisions } = await listRevisions(lab, server.hostId, request, closed);
  const [newest] = revisions;
  if (!newest) throw new AppError('refused', `The branch of ${target.name} has no commit.`);
  return newest.commit;
}
