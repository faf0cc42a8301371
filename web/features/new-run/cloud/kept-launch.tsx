'use client';

import { formatUsd } from '@rules/launch/launch-cost';
import { keptBounds } from '@rules/launch/launch-end';
import { formatDuration } from '@rules/words/durations';
import Link from 'next/link';
import { useLaunch } from '@/features/cloud/launches-query';
import { ErrorNotice } from '@/ui/error-notice';
import { Skeleton } from '@/ui/skeleton';
import { Until } from '@/ui/when';

/** The launch that is used in place of a new one: what it costs, and by what of its own it ends. */
export function KeptLaunch({ id, plannedMinutes }: { id: string; plannedMinutes: number }) {
  const { data: launch, error, refetch } = useLaunch(id);
  return (
    <div className="grid gap-1 text-sm">
      <p>
        A kept launch of this shape is free: it is used, and nothing new is launched.{' '}
        <Link href={`/cloud/${id}`} className="hit text-accent underline-offset-2 hover:underline">
          Look at it
        </Link>
      </p>
      {error && !launch ? <ErrorNotice title="Its bounds are not known" error={error} retry={() => refetch()} /> : null}
      {!launch && !error && <Skeleton className="h-10" />}
      {launch && (
        <>
          {launch.microUsdPerHour !== null && (
            <p>
              {formatUsd((launch.microUsdPerHour * plannedMinutes) / 60)} for {formatDuration(plannedMinutes * 60)},{' '}
              {formatUsd(launch.microUsdPerHour)} per hour, without disks, traffic and taxes
            </p>
          )}
          <p className="text-xs text-muted">
            Its own bounds hold: its TTL ends <Until atUs={launch.expiresAtUs} />, {keptBounds(launch)}.
          </p>
        </>
      )}
    </div>
  );
}
