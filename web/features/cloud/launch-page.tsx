'use client';

import type { Launch } from '@contract/launch';
import { formatUsd } from '@rules/launch/launch-cost';
import { joinedText } from '@rules/launch/launch-end';
import { launchNumber, launchTitle } from '@rules/launch/launch-words';
import { formatDuration } from '@rules/words/durations';
import type { ReactNode } from 'react';
import { usePageTitle } from '@/ui/browser/page-title';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { Until, When } from '@/ui/when';
import { HostRuns } from '../hosts/host-runs';
import { UnreadPage } from '../shell/unread-page';
import { EndLaunch } from './end-launch';
import { launchFactRows } from './launch-facts';
import { LaunchPlaces } from './launch-places';
import { LaunchRemarks } from './launch-remarks';
import { LaunchStateChip } from './launch-state';
import { Cost, End } from './launches-list';
import { useLaunch } from './launches-query';

const CLOUD = { href: '/cloud', label: 'Cloud' };

export function LaunchPage({ id }: { id: string }) {
  const launch = useLaunch(id);
  usePageTitle(launch.data ? `${launchTitle(launch.data.spec)}, ${launchNumber(id)}` : 'Launch');
  if (launch.isPending) {
    return (
      <>
        <PageHead title="Launch" parent={CLOUD} />
        <Panel flush>
          <SkeletonRows rows={4} label="Loading the launch" />
        </Panel>
      </>
    );
  }
  if (!launch.data) {
    return (
      <UnreadPage what="launch" parent={CLOUD} query={launch}>
        The address may be cut short, or it belongs to another instance of millionrps.
      </UnreadPage>
    );
  }
  return <OneLaunch launch={launch.data} unread={launch.error} retry={() => launch.refetch()} />;
}

function OneLaunch({ launch, unread, retry }: { launch: Launch; unread: unknown; retry: () => void }) {
  const [first] = launch.places;
  return (
    <>
      <PageHead
        title={launchTitle(launch.spec)}
        parent={CLOUD}
        chips={
          <>
            <span className="text-sm text-muted">{launchNumber(launch.id)}</span>
            <LaunchStateChip state={launch.state} />
          </>
        }
        actions={launch.endedAtUs === null && <EndLaunch launch={launch} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {unread ? <ErrorNotice title="The launch could not be read again" error={unread} retry={retry} /> : null}
        {launch.failure && (
          <Notice kind={launch.state === 'failed' ? 'bad' : 'info'} title="Why it ended">
            {launch.failure.sentence}
          </Notice>
        )}
        <Money launch={launch} />
        <Panel title="Hosts" flush>
          <LaunchPlaces launch={launch} />
        </Panel>
        <LaunchRemarks remarks={launch.remarks} />
        {first && <HostRuns host={{ id: first.hostId }} title="Runs" />}
        <Panel title="What was asked for">
          <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 xl:grid-cols-3">
            {launchFactRows(launch).map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </dl>
        </Panel>
      </div>
    </>
  );
}

function Money({ launch }: { launch: Launch }) {
  const { costMicroUsd, microUsdPerHour, createdAtUs, readyAtUs, joinByUs, createdByName, endedAtUs } = launch;
  const hourly =
    endedAtUs === null && microUsdPerHour !== null ? `${formatUsd(microUsdPerHour)} per hour for all hosts; ` : '';
  return (
    <Panel>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-4">
        <Fact name={endedAtUs === null ? 'Cost so far' : 'Cost'}>
          <span className="text-[1.35rem] font-semibold leading-tight tabular-nums">
            <Cost microUsd={costMicroUsd} />
          </span>
          <span className="block text-xs text-muted">{hourly}instances alone, without disks, traffic and taxes</span>
        </Fact>
        <Fact name="Lifetime">
          <End launch={launch} />
        </Fact>
        <Fact name="Launched">
          <When atUs={createdAtUs} />
          {createdByName && <> by {createdByName}</>}
        </Fact>
        <Fact name="Hosts joined">
          {readyAtUs === null ? joinedText(launch) : `all after ${formatDuration((readyAtUs - createdAtUs) / 1e6)}`}
          {joinByUs !== null && (
            <span className="block text-xs text-muted">
              given up <Until atUs={joinByUs} /> unless all join
            </span>
          )}
        </Fact>
      </dl>
    </Panel>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
);
