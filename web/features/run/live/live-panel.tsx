'use client';

import type { Run } from '@contract/run';
import type { RunSeries } from '@contract/samples';
import { queuedFor } from '@rules/run/queued-for';
import { isWaiting } from '@rules/run/run-machine';
import { phaseSentence } from '@rules/run/run-words';
import { formatDuration, formatDurationUs } from '@rules/words/durations';
import { capitalised } from '@rules/words/text';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { useHosts } from '@/features/hosts/hosts-query';
import { serverOf } from '@/features/run/host-order';
import { isOpenEnded } from '@/features/run/steps/search-result';
import type { Feed } from '@/features/run/use-run';
import { progressAt, takesText } from '@/lib/run-state';
import { formatTimeLeft } from '@/lib/time';
import { useBrowserUs } from '@/ui/browser/now';
import { classNames } from '@/ui/class-names';
import { onDemand } from '@/ui/on-demand';
import { Skeleton } from '@/ui/skeleton';
import { areSamplesDue, hasFallenSilent, isReadingOld, type Reading, timeLeftUnheard } from './live-feed';
import { LiveFigures } from './live-figures';
import { LiveStrip } from './live-strip';
import { StepProgress } from './step-progress';

/** Most runs are on hosts that are there. */
const AwaitedLaunch = onDemand(
  async () => (await import('./awaited-launch')).AwaitedLaunch,
  <Skeleton className="mt-4 h-24" />,
);

export interface LivePanelProps {
  run: Run;
  series: RunSeries | undefined;
  /** When `run` was read. */
  readAtMs: number;
  /** When anything came of it the last time. */
  heardAtMs: number;
  feed: Feed;
  /** The last question was not answered. */
  failed: boolean;
}

export function LivePanel({ run, series, readAtMs, heardAtMs, feed, failed }: LivePanelProps) {
  const clockUs = useBrowserUs(250);
  const { data: known } = useHosts(run.state === 'queued');
  const hostIds = run.hosts.map(({ hostId }) => hostId);
  const waits = run.state === 'queued' ? queuedFor(hostIds, known?.hosts ?? []) : null;
  const stale = failed || (feed === 'polling' && hasFallenSilent(clockUs / 1000 - heardAtMs));
  // What is not known to go on stands still, as its figures do.
  const nowUs = stale ? heardAtMs * 1000 : clockUs;
  const live = progressAt(run, nowUs - readAtMs * 1000);
  const reading = useReading(run, series, live.remainingUs);
  const sinceReadingMs = clockUs / 1000 - reading.heardAtMs;
  const old = isReadingOld(sinceReadingMs, run.spec.samplesPerSecond ?? 1);
  const unheard = old && !stale && areSamplesDue(run.state);
  const { remainingUs, fraction } = unheard ? progressAt(run, (reading.heardAtMs - readAtMs) * 1000) : live;
  return (
    <section aria-label="Running now" className="min-w-0 rounded-panel border border-line bg-panel px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-[1.35rem] font-semibold leading-tight tracking-tight" aria-live="polite">
          {waits?.sentence ?? capitalised(phaseSentence(run))}
        </p>
        <p className="text-sm text-muted">
          {stale && 'when last heard: '}
          {run.startedAtUs !== null && `${formatDurationUs(soFarUs(run, nowUs - readAtMs * 1000))} so far · `}
          {unheard ? timeLeftUnheard(reading, clockUs / 1000) : timeLeft(run, remainingUs)}
        </p>
      </div>
      {waits?.next && (
        <p className="mt-1 text-sm">
          {waits.next}{' '}
          <Link href={`/hosts/${waits.hostId}`} className="hit text-accent underline-offset-2 hover:underline">
            Page of {run.hosts.find(({ hostId }) => hostId === waits.hostId)?.name ?? 'the host'}
          </Link>
        </p>
      )}
      {(run.state === 'provisioning' || run.state === 'releasing') && <AwaitedLaunch run={run} />}
      <StepProgress run={run} fraction={fraction} />
      <div className="mt-1 grid min-w-0 gap-x-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <LiveFigures run={run} series={series} stale={stale || old} />
        {/* Room for the strips, where they are about to come. */}
        <div className={classNames('mt-4 min-w-0', !isWaiting(run.state) && 'min-h-56')}>
          <LiveStrip run={run} series={series} />
        </div>
      </div>
      {unheard && (
        <p className="mt-3 text-xs text-warn">
          <span role="status">no reading from {heardOf(run)?.name ?? 'the server’s host'}</span> since{' '}
          {formatDuration(Math.floor(sinceReadingMs / 1000))}
        </p>
      )}
      {feed === 'polling' && (
        <p role="status" className="mt-3 text-xs text-warn">
          {stale
            ? 'The server does not answer. The run goes on without this page; it is asked again every 2 s.'
            : 'Live events do not come through; asking every 2 s instead.'}
        </p>
      )}
    </section>
  );
}

/** By the API's clock, which the browser's may be minutes off: what it said, and the time since it was read. */
const soFarUs = ({ progress }: Run, sinceReadUs: number): number => progress.elapsedUs + Math.max(0, sinceReadUs);

/** Where no agent is on the target's host, a client tells whether samples come. */
const heardOf = (run: Run) => serverOf(run) ?? run.hosts[0];

/** When that host was heard last; before its first sample, when the run came to where it is. */
function useReading(run: Run, series: RunSeries | undefined, remainingUs: number | null): Reading {
  const hostId = heardOf(run)?.hostId;
  const newest = series?.hosts.find((host) => host.hostId === hostId)?.timesUs.at(-1) ?? run.state;
  const [reading, setReading] = useState({ newest, heardAtMs: Date.now(), remainingUs });
  useEffect(() => {
    setReading((known) => (known.newest === newest ? known : { newest, heardAtMs: Date.now(), remainingUs }));
  }, [newest, remainingUs]);
  return reading;
}

function timeLeft(run: Run, remainingUs: number | null): string {
  if (isOpenEnded(run)) return 'a search: how long it takes depends on what its steps give';
  if (remainingUs === null) return 'time left not known yet';
  return isWaiting(run.state) ? takesText(run, remainingUs) : formatTimeLeft(remainingUs);
}
