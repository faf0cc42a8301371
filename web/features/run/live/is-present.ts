import { useEffect, useState } from 'react';
import { oldAfterMs } from './live-feed';

/** Whether the newest reading is the present one: no longer, once none has followed for as long as makes it old. */
export function useIsPresent(newestUs: number, samplesPerSecond: number): boolean {
  const [oldUs, setOldUs] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOldUs(newestUs), oldAfterMs(samplesPerSecond));
    return () => clearTimeout(timer);
  }, [newestUs, samplesPerSecond]);
  return oldUs !== newestUs;
}
