'use client';

import type { Run } from '@contract/run';
import type { HostSeries } from '@contract/samples';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StripView } from '@/charts/strip-spans';
import { finerOf, finerQuery } from './finer-query';

interface Shown {
  host: HostSeries;
  view: StripView;
  children: (host: HostSeries) => ReactNode;
}

/** Strips of a part that is zoomed to, of as many readings as there is room for. */
export type FinerStrips = (shown: Shown) => ReactNode;

export function FinerSeries({ run, host, view, children }: Shown & { run: Run }) {
  const { data } = useQuery(finerQuery(run, host, view));
  return children(finerOf(host, data));
}
