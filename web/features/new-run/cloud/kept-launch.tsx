'use client';

import { formatUsd } from '@rules/launch/launch-cost';
import { keepingAfter, keptBounds } from '@rules/launch/launch-end';
import { launchNumber } from '@rules/launch/launch-words';
import { formatDuration } from '@rules/words/durations';
import { capitalised } from '@rules/words/text';
import Link from 'next/link';
import { useLaunch } from '@/features/cloud/launches-query';
import { useNowUs } from '@/ui/browser/now';
import { ErrorNotice } from '@/ui/error-notice';
import { Skeleton } from '@/ui/skeleton';
import { Until } from '@/ui/when';

/** The launch that is used in place of a new one: what it costs, and by what of its own it ends. */
export function KeptLaunch({ id, plannedMinutes }: { id: string; plannedMinutes: number }) {
  const { data: launch, error, refetch } = useLaunch(id);
  const nowUs = useNowUs(10_000);
  const keeping = launch ? keepingAfter(launch, plannedMinutes, nowUs) : null;
  return (
    <div className="grid gap-1 text-sm">
      <p>
        {capitalised(launchNumber(id))} of this shape is kept and free: it is used, and nothing new is launched.{' '}
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
          {keeping && (
            <p>
              Run now: it ends <Until atUs={keeping.untilUs} /> if no other run takes it
              {keeping.microUsd !== null && <>; keeping it costs {formatUsd(keeping.microUsd)}</>}.
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
