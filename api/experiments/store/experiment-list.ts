import type { ListExperimentsQuery } from '../../contract/experiment.ts';
import { type Db, toNumber } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import type { RunPosition } from '../../rules/run/run-cursor.ts';
import { type ExperimentRow, WHOLE } from './experiments.ts';

type Filters = Pick<ListExperimentsQuery, 'status'>;

export interface ExperimentPage {
  rows: ExperimentRow[];
  /** Where the next page begins; null when this is the last. */
  last: RunPosition | null;
}

/** The experiments that come after a position, newest first; those of one moment by id. */
export async function selectExperiments(
  db: Db,
  filters: Filters,
  after: RunPosition | null,
  limit: number,
): Promise<ExperimentPage> {
  const found = await db.experiment.findMany({
    ...WHOLE,
    where: { AND: [where(filters), after ? beyond(after) : {}] },
    orderBy: [{ createdAtUs: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, last: last ? { key: String(toNumber(last.createdAtUs)), id: last.id } : null };
}

export async function countExperiments(db: Db, filters: Filters): Promise<number> {
  return db.experiment.count({ where: where(filters) });
}

const where = ({ status }: Filters): Prisma.ExperimentWhereInput => (status === undefined ? {} : { status });

function beyond({ key, id }: RunPosition): Prisma.ExperimentWhereInput {
  const createdAtUs = BigInt(key ?? 0);
  return { OR: [{ createdAtUs: { lt: createdAtUs } }, { createdAtUs, id: { lt: id } }] };
}
