'use client';

import type { Launch } from '@contract/launch';
import { formatUsd } from '@rules/launch/launch-cost';
import { plural } from '@rules/words/numbers';
import { useEffect } from 'react';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { LoadMore, QueryState } from '@/ui/query-state';
import { Allowed, NeedsRole } from '../shell/allowed';
import { EndAll } from './end-all';
import { isLaunchOver } from './launch-state';
import { LaunchesList } from './launches-list';
import { useLaunches } from './launches-query';
import { NoCredentials, NoLaunches } from './no-launches';

/** Everything that was ever launched; first what may cost money now. */
export function CloudPage() {
  return (
    <Allowed
      needs="operator"
      otherwise={
        <>
          <PageHead title="Cloud" />
          <NeedsRole needs="operator" to="see and end what was launched" />
        </>
      }
    >
      <AllLaunches />
    </Allowed>
  );
}

function AllLaunches() {
  const launches = useLaunches();
  const pages = launches.data?.pages ?? [];
  const [newest] = pages;
  const all = pages.flatMap((page) => page.launches);
  const live = all.filter((launch) => !isLaunchOver(launch));
  const over = all.filter(isLaunchOver);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = launches;
  // One that lives may be older than a page of those that are over.
  const missesLive = newest !== undefined && live.length < newest.live && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (missesLive) void fetchNextPage();
  }, [missesLive, fetchNextPage]);
  return (
    <>
      <PageHead title="Cloud" actions={live.length > 0 && <EndAll live={live} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryState query={launches} what="the launches" rows={4} />
        {launches.isSuccess && all.length === 0 ? <NoLaunches /> : <NoCredentials />}
        {newest && all.length > 0 && <Live live={live} />}
        {over.length > 0 && (
          <Panel title="Ended" flush>
            <LaunchesList label="Ended launches" launches={over} />
          </Panel>
        )}
        {newest && all.length > 0 && (
          <p className="text-sm text-muted">
            All launches together: <span className="text-ink tabular-nums">{formatUsd(newest.costMicroUsd)}</span> so
            far, {OF_WHAT}.
          </p>
        )}
        <LoadMore query={launches}>Show older launches</LoadMore>
      </div>
    </>
  );
}

const OF_WHAT = 'as far as prices are known: instances alone, without disks, traffic and taxes';

function Live({ live }: { live: Launch[] }) {
  return (
    <Panel title="Running now" aside={live.length > 0 ? priceText(live) : undefined} flush={live.length > 0}>
      {live.length > 0 ? (
        <LaunchesList label="Running now" launches={live} />
      ) : (
        <p className="text-sm text-muted">Nothing is running in EC2 that this instance launched.</p>
      )}
    </Panel>
  );
}

/** What all of them cost together, as far as it is known. */
function priceText(live: Launch[]): string {
  const known = live.flatMap(({ runningMicroUsdPerHour }) => runningMicroUsdPerHour ?? []);
  if (known.length === 0) return 'price not known';
  const unknown = live.length - known.length;
  const beside = unknown > 0 ? `, and ${plural(unknown, 'launch', 'launches')} of unknown price` : '';
  return `${formatUsd(known.reduce((sum, one) => sum + one, 0))} per hour: instances alone${beside}`;
}
