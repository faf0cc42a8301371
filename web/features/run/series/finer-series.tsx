'use client';

import type { HostSeries } from '@contract/samples';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StripView } from '@/charts/strip-spans';
import { readDrawnSeries } from '@/features/run/drawn-series';

/** Readings at the edges, so that lines come in from outside of what is shown. */
const MARGIN_US = 1_000_000;
/** Of a larger part the rows that are there are about as many. */
const PART = 0.75;

interface FinerSeriesProps {
  runId: string;
  host: HostSeries;
  view: StripView;
  children: (host: HostSeries) => ReactNode;
}

/** A part of a run whose rows are of several readings each, in rows of its own; until they have come, in those that are there. */
export function FinerSeries({ runId, host, view, children }: FinerSeriesProps) {
  const lengthUs = (host.timesUs.at(-1) ?? 0) - (host.timesUs[0] ?? 0);
  const part = { afterUs: Math.floor(view.fromUs) - MARGIN_US, toUs: Math.ceil(view.toUs) + MARGIN_US };
  const { data } = useQuery({
    queryKey: ['series', runId, part],
    queryFn: ({ signal }) => readDrawnSeries(runId, signal, part),
    enabled: host.readings !== undefined && part.toUs - part.afterUs < lengthUs * PART,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return children(data?.hosts.find(({ hostId, timesUs }) => hostId === host.hostId && timesUs.length > 0) ?? host);
}
