'use client';

import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { isTerminal } from '@rules/run/run-machine';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from '@/api/client';
import { DRAWN_ROWS, newestCommonUs } from '@/charts/series';
import { laterRun } from '@/features/run/live/live-feed';
import { readDrawnSeries } from './drawn-series';
import { followRun } from './follow-run';
import { grown } from './live/live-rows';

const POLL_MS = 2000;
/** A server that takes longer does not answer, as far as a live page is concerned. */
const POLL_TIMEOUT_MS = 4000;

export type Feed = 'stream' | 'polling';

/** A run and its series: streamed while it goes on, polled when the stream brings nothing, read once when it is over. */
export function useRun(id: string) {
  const queries = useQueryClient();
  const [polling, setPolling] = useState(false);
  const [streamedAtMs, setStreamedAtMs] = useState(0);
  const pollEvery = (over: boolean) => (polling && !over ? POLL_MS : false);
  // A poll that failed is followed by another one anyway.
  const patience = polling ? { retry: false } : {};
  const inTime = (signal: AbortSignal): AbortSignal =>
    polling ? AbortSignal.any([signal, AbortSignal.timeout(POLL_TIMEOUT_MS)]) : signal;
  const run = useQuery({
    queryKey: ['run', id],
    queryFn: async ({ signal }) => {
      const read = await get('/api/v1/runs/:runId', { path: { runId: id }, signal: inTime(signal) });
      return laterRun(queries.getQueryData<Run>(['run', id]), read);
    },
    refetchInterval: ({ state }) => pollEvery(state.data ? isTerminal(state.data.state) : false),
    ...patience,
  });
  const over = run.data ? isTerminal(run.data.state) : null;
  const series = useQuery({
    queryKey: ['series', id],
    // The stream begins with the rows there are.
    // An imported run has none.
    enabled: run.data?.imported === null && (over === true || (over === false && polling)),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: pollEvery(over ?? true),
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<RunSeries>(['series', id]);
      // Once it is over everything is read again: frames that were spooled may have arrived late.
      if (over) return readDrawnSeries(id, signal);
      const query = { afterUs: known && newestCommonUs(known), rows: DRAWN_ROWS };
      const more = await get('/api/v1/runs/:runId/series', { path: { runId: id }, query, signal: inTime(signal) });
      return grown(queries.getQueryData<RunSeries>(['series', id]), more, queries.getQueryData<Run>(['run', id]));
    },
    ...patience,
  });
  useEffect(() => {
    if (over !== false) return;
    const close = followRun(id, {
      polling: setPolling,
      heard: () => setStreamedAtMs(Date.now()),
      run: (next) => {
        queries.setQueryData<Run>(['run', id], (known) => laterRun(known, next));
        if (isTerminal(next.state)) queries.invalidateQueries({ queryKey: ['runs'] });
      },
      series: (more) =>
        queries.setQueryData<RunSeries>(['series', id], (known) =>
          grown(known, more, queries.getQueryData<Run>(['run', id])),
        ),
    });
    return () => {
      close();
      setPolling(false);
      queries.invalidateQueries({ queryKey: ['series', id] });
    };
  }, [id, over, queries]);
  const feed: Feed = polling ? 'polling' : 'stream';
  const heardAtMs = Math.max(streamedAtMs, run.dataUpdatedAt, series.dataUpdatedAt);
  return { run, series, feed, heardAtMs };
}
