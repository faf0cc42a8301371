'use client';

import type { Host } from '@contract/host';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { ApiError } from '@/api/problem';
import { usePageTitle } from '@/ui/browser/page-title';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { When } from '@/ui/when';
import { DoctorPanel } from './doctor-panel';
import { HostActions } from './host-actions';
import { FactRow, HostFactsList } from './host-facts';
import { HostNotices } from './host-notices';
import { HostRuns } from './host-runs';
import { HOSTS, HostSkeleton } from './host-skeleton';
import { HostStatusChip } from './host-status';
import { useHost } from './hosts-query';
import { NicPanels } from './nic-panel';
import { PresentSettings } from './present-settings';
import { Privileges } from './privileges';
import { TargetsPanel } from './targets-panel';
import { ToolsPanel } from './tools-panel';

export function HostPage({ id }: { id: string }) {
  const host = useHost(id);
  usePageTitle(host.data?.name ?? 'Host');
  if (host.isPending) return <HostSkeleton />;
  if (!host.data) {
    if (host.error instanceof ApiError && (host.error.status === 404 || host.error.status === 422))
      return <NoSuchHost />;
    return (
      <>
        <PageHead title="Host" parent={HOSTS} />
        <ErrorNotice title="The host could not be loaded" error={host.error} retry={() => host.refetch()} />
      </>
    );
  }
  return <OneHost host={host.data} />;
}

function OneHost({ host }: { host: Host }) {
  const router = useRouter();
  return (
    <>
      <PageHead
        title={host.name}
        parent={HOSTS}
        chips={
          <>
            <HostStatusChip status={host.status} />
            {host.runId && (
              <Link href={`/runs/${host.runId}`} className="text-sm text-accent underline-offset-2 hover:underline">
                its run
              </Link>
            )}
          </>
        }
        actions={<HostActions host={host} onRemoved={() => router.replace('/hosts')} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <HostNotices host={host} />
        <Panel title="Facts" aside="as its agent read them when it connected">
          <HostFactsList facts={host.facts} />
          <dl className="mt-2 grid gap-2 border-t border-line pt-3">
            <FactRow name="Agent">
              {host.agentVersion}
              <span className="text-muted">
                , heard from <When atUs={host.lastSeenAtUs} />, enrolled <When atUs={host.joinedAtUs} />
              </span>
            </FactRow>
            <FactRow name="May change">
              <Privileges held={host.facts.privileges} />
            </FactRow>
          </dl>
        </Panel>
        <DoctorPanel host={host} />
        <ToolsPanel tools={host.facts.tools} />
        <TargetsPanel facts={host.facts} />
        <NicPanels facts={host.facts} />
        <HostRuns host={host} />
        <PresentSettings host={host} />
      </div>
    </>
  );
}

function NoSuchHost() {
  return (
    <div className="grid max-w-[34rem] gap-3 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">There is no such host</h1>
      <p className="text-muted">
        It may have been removed. Runs that were made on it keep its name, its facts and all that was measured.
      </p>
      <p>
        <Link href="/hosts" className={buttonClass('primary')}>
          All hosts
        </Link>
      </p>
    </div>
  );
}
