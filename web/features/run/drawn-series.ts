import type { RunSeries } from '@contract/samples';
import { get } from '@/api/client';
import { DRAWN_ROWS } from '@/charts/series';

/** A run's series, or a part of it, in rows that its charts have room for: of a long run a row is of several readings. */
export const readDrawnSeries = (
  runId: string,
  signal: AbortSignal,
  part: { afterUs?: number; toUs?: number } = {},
): Promise<RunSeries> =>
  get('/api/v1/runs/:runId/series', { path: { runId }, query: { rows: DRAWN_ROWS, ...part }, signal });
