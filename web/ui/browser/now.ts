'use client';

import { useEffect, useState } from 'react';
import { nowMs } from '@/lib/clock';

/** The present in microseconds by the API's clock, renewed at the interval: how long ago something was, and when something ends. */
export const useNowUs = (intervalMs: number): number => useClockUs(nowMs, intervalMs);

/** The same by the browser's clock: how long ago the browser read something. */
export const useBrowserUs = (intervalMs: number): number => useClockUs(Date.now, intervalMs);

function useClockUs(clockMs: () => number, intervalMs: number): number {
  const [nowUs, setNowUs] = useState(() => clockMs() * 1000);
  useEffect(() => {
    const timer = setInterval(() => setNowUs(clockMs() * 1000), intervalMs);
    return () => clearInterval(timer);
  }, [clockMs, intervalMs]);
  return nowUs;
}
