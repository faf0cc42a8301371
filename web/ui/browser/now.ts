'use client';

import { useEffect, useState } from 'react';
import { nowMs, subscribeToClock } from '@/lib/clock';

/** The present in microseconds by the API's clock, renewed at the interval: how long ago something was, and when something ends. */
export const useNowUs = (intervalMs: number): number => useClockUs(nowMs, intervalMs);

/** The same by the browser's clock: how long ago the browser read something. */
export const useBrowserUs = (intervalMs: number): number => useClockUs(Date.now, intervalMs);

function useClockUs(clockMs: () => number, intervalMs: number): number {
  const [nowUs, setNowUs] = useState(() => clockMs() * 1000);
  useEffect(() => {
    const renew = () => setNowUs(clockMs() * 1000);
    const timer = setInterval(renew, intervalMs);
    const unsubscribe = subscribeToClock(renew);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [clockMs, intervalMs]);
  return nowUs;
}
