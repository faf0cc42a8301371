'use client';

import type { Run } from '@contract/run';
import { awaitedSentence, launchTitle } from '@rules/launch/launch-words';
import { capitalised } from '@rules/words/text';
import Link from 'next/link';
import { LaunchPlaces } from '@/features/cloud/launch-places';
import { LaunchRemarks } from '@/features/cloud/launch-remarks';
import { useLaunchesOfRun } from '@/features/cloud/launches-query';
import { ErrorNotice } from '@/ui/error-notice';
import { Skeleton } from '@/ui/skeleton';
import { Until, When } from '@/ui/when';

const EVERY_MS = 2000;

/** What a run waits for while its hosts are launched, or terminated after it. */
export function AwaitedLaunch({ run }: { run: Run }) {
  const launches = useLaunchesOfRun(run.id, EVERY_MS);
  const since = run.transitions.findLast(({ state }) => state === run.state);
  if (launches.isPending) return <Skeleton className="mt-4 h-24" />;
  if (!launches.data) {
    return (
      <div className="mt-4">
        <ErrorNotice
          title="What it waits for could not be loaded"
          error={launches.error}
          retry={() => launches.refetch()}
        />
      </div>
    );
  }
  return launches.data.launches.map((launch) => (
    <div key={launch.id} className="mt-4 grid min-w-0 gap-3">
      <p className="text-sm">
        <span aria-live="polite">{awaitedSentence(launch)}</span>{' '}
        {since && (
          <span className="text-muted">
            {capitalised(run.state)} since <When atUs={since.atUs} />.{' '}
          </span>
        )}
        {launch.joinByUs !== null && (
          <span className="text-muted">
            Given up <Until atUs={launch.joinByUs} /> unless all join.{' '}
          </span>
        )}
        <Link href={`/cloud/${launch.id}`} className="hit text-accent underline-offset-2 hover:underline">
          {launchTitle(launch.spec)}
        </Link>
      </p>
      <div className="min-w-0 rounded-control border border-line">
        <LaunchPlaces launch={launch} />
      </div>
      <LaunchRemarks remarks={launch.remarks} />
    </div>
  ));
}
