import { findRevisions } from '../benchmarks/store/points.ts';
import type { Bisection, BisectionList, BisectionOutcome } from '../contract/bisection.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { nextOf } from '../rules/watch/bisection.ts';
import { bisectionSentence, outcomeOf, verdictsOf } from '../rules/watch/bisection-words.ts';
import { type BisectionRecord, findBisection, listBisections as listRecords } from './store/bisections.ts';

/** Of one benchmark, the newest. */
const BISECTIONS_SHOWN = 50;

export async function listBisections({ database: { db } }: Lab, benchmarkId: string): Promise<BisectionList> {
  const records = await listRecords(db, benchmarkId, BISECTIONS_SHOWN);
  return { bisections: await Promise.all(records.map((record) => toBisection(db, record))) };
}

export async function getBisection({ database: { db } }: Lab, id: string): Promise<Bisection> {
  const record = await findBisection(db, id);
  if (!record) throw new AppError('not-found', 'There is no such bisection.');
  return toBisection(db, record);
}

async function toBisection(db: Db, record: BisectionRecord): Promise<Bisection> {
  const { id, benchmarkId, benchmarkName, alertId, status, metric, stepIndex, plan, experiments } = record;
  const known = await findRevisions(db, benchmarkId, [...plan.revisions]);
  const subjects = new Map(known.map(({ revision, subject }) => [revision, subject]));
  const verdicts = verdictsOf(plan);
  return {
    ...{ id, benchmarkId, benchmarkName, alertId, status, metric, stepIndex, direction: plan.direction },
    outcome: status === 'done' ? outcomeOfRecord(record) : null,
    sentence: sentenceOf(record),
    revisions: plan.revisions.map((revision, at) => ({
      revision,
      subject: subjects.get(revision) ?? null,
      verdict: verdicts[at]?.verdict ?? 'unknown',
      ratio: verdicts[at]?.ratio ?? null,
      experimentIds: experiments.filter((one) => one.revision === revision).map((one) => one.experimentId),
    })),
    experimentId: record.experimentId,
    waitingSentence: status === 'running' ? record.waitingSentence : null,
    createdAtUs: record.createdAtUs,
    createdByName: record.createdByName,
    endedAtUs: record.endedAtUs,
  };
}

const outcomeOfRecord = ({ faultSentence, plan }: BisectionRecord): BisectionOutcome =>
  faultSentence === null ? (outcomeOf(nextOf(plan)) ?? 'not-measured') : 'not-measured';

function sentenceOf({ status, faultSentence, plan, metric }: BisectionRecord): string {
  if (faultSentence !== null) return faultSentence;
  return status === 'canceled' ? 'It was canceled.' : bisectionSentence(plan, metric);
}
