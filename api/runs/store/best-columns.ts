import { type FigureSort, isFigureSort, RUN_SORTS } from '../../contract/choices.ts';
import type { BestPoint } from '../../contract/run.ts';
import { keysOf } from '../../contract/words.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';

type BestColumn = `best${Capitalize<FigureSort>}`;

/** The column of the table of runs that a sort by a figure reads. */
export const bestColumn = (sort: FigureSort): BestColumn =>
  `best${sort.charAt(0).toUpperCase()}${sort.slice(1)}` as BestColumn;

/** What the list is sorted by, which the steps alone could not do; all null without a best point. */
export const bestColumns = (
  best: Record<FigureSort, number | null> | null,
): Pick<Prisma.RunUncheckedCreateInput, BestColumn> =>
  Object.fromEntries(
    keysOf(RUN_SORTS)
      .filter(isFigureSort)
      .map((sort) => [bestColumn(sort), best?.[sort] ?? null]),
  );

/** The load of the best point: what the list is filtered and sorted by. Null of an open loop, and where it is not stated. */
export function loadColumns(
  best: Pick<BestPoint, 'spec'> | null,
): Pick<Prisma.RunUncheckedCreateInput, 'bestPipelining' | 'bestInFlight'> {
  if (best?.spec.loop !== 'closed') return { bestPipelining: null, bestInFlight: null };
  const { connections, pipelining } = best.spec;
  const inFlight = connections === null || pipelining === null ? null : connections * pipelining;
  return { bestPipelining: pipelining, bestInFlight: inFlight };
}
