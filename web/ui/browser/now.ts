'use client';

import { useEffect, useState } from 'react';

/** The present in microseconds, renewed at the interval: relative times and progress move by it. */
export function useNowUs(intervalMs: number): number {
  const [nowUs, setNowUs] = useState(() => Date.now() * 1000);
  useEffect(() => {
    const timer = setInterval(() => setNowUs(Date.now() * 1000), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return nowUs;
}
