'use client';

import type { Host } from '@contract/host';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { usePageTitle } from '@/ui/browser/page-title';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SectionBar, sectionProps } from '@/ui/section-bar';
import { When } from '@/ui/when';
import { UnreadPage } from '../shell/unread-page';
import { AgentPanel } from './agent-upgrade';
import { DoctorPanel } from './doctor-panel';
import { FactRow, HostFactsList } from './host-facts';
import { HostLabels } from './host-labels';
import { HostNotices } from './host-notices';
import { HostRuns } from './host-runs';
import { HOSTS, HostSkeleton } from './host-skeleton';
import { HostStatusChips } from './host-status';
import { useHost } from './hosts-query';
import { HostActions } from './manage/host-actions';
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
    return (
      <UnreadPage what="host" parent={HOSTS} query={host}>
        It may have been removed. Runs that were made on it keep its name, its facts and all that was measured.
      </UnreadPage>
    );
  }
  return <OneHost host={host.data} />;
}

const SECTIONS = [
  { id: 'doctor', label: 'Doctor' },
  { id: 'nics', label: 'NICs' },
  { id: 'runs', label: 'Runs' },
  { id: 'facts', label: 'Facts' },
  { id: 'agent', label: 'Agent' },
  { id: 'targets', label: 'Targets' },
  { id: 'load-generators', label: 'Load generators' },
  { id: 'settings', label: 'Present settings' },
];

function OneHost({ host }: { host: Host }) {
  const router = useRouter();
  // An agent that is not there cannot be asked, and what is only expected is no reading.
  const isThere = host.status !== 'awaited' && host.status !== 'gone';
  const wasRead = host.facts.expected !== true;
  return (
    <>
      <PageHead
        title={host.name}
        parent={HOSTS}
        chips={
          <>
            <HostStatusChips host={host} />
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
        <HostLabels host={host} />
        <HostNotices host={host} />
        {isThere ? <Examined host={host} /> : <HostRuns host={host} />}
        {!isThere && wasRead && <Facts host={host} />}
      </div>
    </>
  );
}

function Examined({ host }: { host: Host }) {
  return (
    <>
      <SectionBar sections={SECTIONS} />
      <div {...sectionProps('doctor')}>
        <DoctorPanel host={host} />
      </div>
      <div {...sectionProps('nics')}>
        <NicPanels facts={host.facts} />
      </div>
      <div {...sectionProps('runs')}>
        <HostRuns host={host} />
      </div>
      <div {...sectionProps('facts')}>
        <Facts host={host} />
      </div>
      <div {...sectionProps('agent')}>
        <AgentPanel host={host} />
      </div>
      <div {...sectionProps('targets')}>
        <TargetsPanel facts={host.facts} />
      </div>
      <div {...sectionProps('load-generators')}>
        <ToolsPanel tools={host.facts.tools} />
      </div>
      <div {...sectionProps('settings')}>
        <PresentSettings host={host} />
      </div>
    </>
  );
}

const Facts = ({ host }: { host: Host }) => (
  <Panel title="Facts" aside="as its agent last told them">
    <HostFactsList facts={host.facts} told={host.facts.configurationFault} />
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
);
