'use client';

import { hasLabels } from '@rules/hosts/pools';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button, buttonClass } from '@/ui/button';
import { NothingYet } from '@/ui/nothing-here';
import { PageHead } from '@/ui/page-head';
import { QueryState } from '@/ui/query-state';
import { useCloud } from '../cloud/launches-query';
import { Allowed, NeedsRole } from '../shell/allowed';
import { useMay } from '../shell/use-session';
import { UpgradeAll } from './agent-upgrade';
import { EnrolDialog } from './enrol-dialog';
import { LabelFilter } from './host-labels';
import { useHosts } from './hosts-query';
import { HostsTable } from './hosts-table';
import { JoinTokensPanel } from './join-tokens-panel';
import { useLabelFilter } from './url-state';

export function HostsPage() {
  const hosts = useHosts();
  const [enrolling, setEnrolling] = useState(false);
  const [labels] = useLabelFilter();
  const list = hosts.data?.hosts ?? [];
  const shown = list.filter((host) => hasLabels(host, labels));
  const enrol = (
    <Allowed needs="admin" otherwise={<NeedsRole needs="admin" to="enrol hosts" />}>
      <Button look="primary" onClick={() => setEnrolling(true)}>
        <Plus aria-hidden className="size-3.5" />
        Enrol a host
      </Button>
    </Allowed>
  );
  return (
    <>
      <PageHead
        title="Hosts"
        actions={
          list.length > 0 && (
            <>
              <UpgradeAll hosts={list} />
              {enrol}
            </>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryState query={hosts} what="the hosts" rows={4} />
        {hosts.isSuccess && list.length === 0 && (
          <NothingYet title="No host is enrolled" actions={enrol}>
            A host is a machine with an agent on it: the agent starts the server and the load generator, samples the
            kernel, and puts everything back. It only calls out, so it works behind NAT.
          </NothingYet>
        )}
        <LabelFilter hosts={list} />
        {shown.length > 0 && <HostsTable hosts={shown} />}
        {list.length > 0 && shown.length === 0 && (
          <NothingYet title="No host has all of these labels" actions={<AllHosts />}>
            Labels are set in the menu of a host, or when it is enrolled.
          </NothingYet>
        )}
        {list.length > 0 && <GoneHosts />}
        <Allowed needs="admin">
          <JoinTokensPanel />
        </Allowed>
      </div>
      <EnrolDialog
        open={enrolling}
        onOpenChange={setEnrolling}
        hostIds={list.filter(({ status }) => status !== 'awaited').map(({ id }) => id)}
      />
    </>
  );
}

const AllHosts = () => (
  <Link href="/hosts" className={buttonClass()}>
    Show all hosts
  </Link>
);

/** They are many and lead nowhere: the page of launches has them. */
function GoneHosts() {
  const may = useMay('operator');
  const { data } = useCloud(may);
  if (!data?.ec2) return null;
  return (
    <p className="text-sm text-muted">
      Terminated EC2 hosts are not listed here:{' '}
      <Link href="/cloud" className="hit text-accent underline-offset-2 hover:underline">
        all launches
      </Link>
    </p>
  );
}
