'use client';

import { formatAbsolute, formatRelative } from '@/lib/time';
import { useNowUs } from './now';

/** Relative, with the absolute time as its title. */
export function When({ atUs }: { atUs: number }) {
  const nowUs = useNowUs(10_000);
  return (
    <time dateTime={new Date(atUs / 1000).toISOString()} title={formatAbsolute(atUs)}>
      {formatRelative(atUs, nowUs)}
    </time>
  );
}
