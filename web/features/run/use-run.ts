'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from '@/api/client';
import type { Run, RunSeries } from '@/api/types';
import { isTerminal } from '@/lib/run-state';
import { mergeSeries, newestCommonUs } from '@/lib/series';

const POLL_MS = 2000;
const RECONNECT_MS = 5000;
const NOTHING: RunSeries = { hosts: [] };

export type Feed = 'stream' | 'polling';

/** A run and its series: streamed while it goes on, polled when the stream fails, read once when it is over. */
export function useRun(id: string) {
  const queries = useQueryClient();
  const [feed, setFeed] = useState<Feed>('stream');
  const poll = (over: boolean): number | false => (!over && feed === 'polling' ? POLL_MS : false);
  const run = useQuery({
    queryKey: ['run', id],
    queryFn: ({ signal }) => get('/api/v1/runs/{runId}', { path: { runId: id }, signal }),
    refetchInterval: ({ state }) => poll(state.data ? isTerminal(state.data.state) : false),
  });
  const over = run.data ? isTerminal(run.data.state) : null;
  const series = useQuery({
    queryKey: ['series', id],
    enabled: run.isSuccess,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: poll(over ?? true),
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<RunSeries>(['series', id]);
      // Once it is over everything is read again: frames that were spooled may have arrived late.
      const afterUs = over || !known ? undefined : newestCommonUs(known);
      const more = await get('/api/v1/runs/{runId}/series', { path: { runId: id }, query: { afterUs }, signal });
      return mergeSeries(queries.getQueryData<RunSeries>(['series', id]) ?? NOTHING, more);
    },
  });
  useEffect(() => {
    if (over !== false) return;
    const close = follow(id, {
      feed: setFeed,
      run: (next) => {
        queries.setQueryData(['run', id], next);
        if (isTerminal(next.state)) queries.invalidateQueries({ queryKey: ['runs'] });
      },
      series: (more) => queries.setQueryData<RunSeries>(['series', id], (known) => mergeSeries(known ?? NOTHING, more)),
    });
    return () => {
      close();
      queries.invalidateQueries({ queryKey: ['series', id] });
    };
  }, [id, over, queries]);
  return { run, series, feed };
}

interface Follower {
  feed: (feed: Feed) => void;
  run: (run: Run) => void;
  series: (series: RunSeries) => void;
}

/** Listens until closed. EventSource reconnects by itself unless the server refused; then it is tried anew. */
function follow(id: string, on: Follower): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(`/api/v1/runs/${encodeURIComponent(id)}/events`);
    source.addEventListener('open', () => on.feed('stream'));
    source.addEventListener('run', (event) => on.run(JSON.parse(event.data) as Run));
    source.addEventListener('series', (event) => on.series(JSON.parse(event.data) as RunSeries));
    source.addEventListener('error', () => {
      on.feed('polling');
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(open, RECONNECT_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
