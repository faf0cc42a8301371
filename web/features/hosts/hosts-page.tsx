'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { Allowed, NeedsRole } from '../shell/allowed';
import { EnrolDialog } from './enrol-dialog';
import { HostPanel } from './host-panel';
import { useHosts } from './hosts-query';

export function HostsPage() {
  const hosts = useHosts();
  const [enrolling, setEnrolling] = useState(false);
  const list = hosts.data?.hosts ?? [];
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
      <PageHead title="Hosts" actions={list.length > 0 && enrol} />
      <div className="grid gap-4">
        {hosts.isError && (
          <ErrorNotice title="The hosts could not be loaded" error={hosts.error} retry={() => hosts.refetch()} />
        )}
        {hosts.isPending && (
          <Panel flush>
            <SkeletonRows rows={4} label="Loading the hosts" />
          </Panel>
        )}
        {hosts.isSuccess && list.length === 0 && (
          <Panel>
            <div className="grid max-w-[44rem] gap-3 py-6">
              <h2 className="text-2xl font-semibold tracking-tight">No host is enrolled</h2>
              <p className="text-muted">
                A host is a machine with an agent on it: the agent starts the server and the load generator, samples the
                kernel, and puts everything back. It only calls out, so it works behind NAT.
              </p>
              <div>{enrol}</div>
            </div>
          </Panel>
        )}
        {list.map((host) => (
          <HostPanel key={host.id} host={host} />
        ))}
      </div>
      <EnrolDialog open={enrolling} onOpenChange={setEnrolling} hostIds={list.map((host) => host.id)} />
    </>
  );
}
