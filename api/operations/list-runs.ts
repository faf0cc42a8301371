import { z } from 'zod';
import type { RunSummary } from '../contract/run.ts';
import { listRuns as readRuns } from '../store/runs.ts';
import { AppError } from './app-error.ts';
import type { Lab } from './lab.ts';
import { toSummary } from './run-view.ts';

const DEFAULT_LIMIT = 50;

/** Newest first. Ids sort by creation, so the cursor is the last id of the page before. */
export async function listRuns(
  lab: Lab,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ runs: RunSummary[]; nextCursor: string | null }> {
  if (query.cursor !== undefined && !z.uuid().safeParse(query.cursor).success) {
    throw new AppError('invalid-input', 'The cursor is not one that this list gave out; start without one.');
  }
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await readRuns(lab.database.db, limit + 1, query.cursor ?? null);
  const page = rows.slice(0, limit);
  return {
    runs: page.map((row) => toSummary(row, lab.nowUs())),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
