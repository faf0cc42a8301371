'use client';

import Link from 'next/link';
import type { Host } from '@/api/types';
import { buttonClass } from '@/components/button';
import { ErrorNotice } from '@/components/error-notice';
import { PageHead } from '@/components/page-head';
import { Panel } from '@/components/panel';
import { SkeletonRows } from '@/components/skeleton';
import { useHosts } from '../hosts/hosts-query';
import { DraftFormProvider, useDraftForm } from './draft-form';
import { HardwareCard } from './hardware-card';
import { LoadCard } from './load-card';
import { SidePanel } from './side-panel';
import { useCreateRun } from './submission';
import { TargetCard } from './target-card';

export function NewRunPage() {
  const hosts = useHosts();
  return (
    <>
      <PageHead title="New run" parent={{ href: '/', label: 'Runs' }} />
      {hosts.isPending && (
        <Panel flush>
          <SkeletonRows rows={5} label="Loading the hosts" />
        </Panel>
      )}
      {hosts.isError && !hosts.data && (
        <ErrorNotice title="The hosts could not be loaded" error={hosts.error} retry={() => hosts.refetch()} />
      )}
      {hosts.data?.hosts.length === 0 && <NoHost />}
      {hosts.data && hosts.data.hosts.length > 0 && <NewRunForm hosts={hosts.data.hosts} />}
    </>
  );
}

function NewRunForm({ hosts }: { hosts: Host[] }) {
  const draftForm = useDraftForm(hosts);
  const create = useCreateRun();
  const submit = (): void => {
    if (create.isPending) return;
    if (Object.keys(draftForm.errors).length > 0) return draftForm.showAll();
    create.mutate(draftForm.run, { onError: draftForm.refuse });
  };
  return (
    <DraftFormProvider value={draftForm}>
      <form
        noValidate
        className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid min-w-0 gap-4">
          <HardwareCard />
          <TargetCard />
          <LoadCard />
        </div>
        <SidePanel busy={create.isPending || create.isSuccess} error={create.error} />
      </form>
    </DraftFormProvider>
  );
}

function NoHost() {
  return (
    <Panel>
      <div className="grid max-w-[44rem] gap-3 py-6">
        <h2 className="text-2xl font-semibold tracking-tight">A run needs a host</h2>
        <p className="text-muted">No machine is enrolled yet. Enrolling one is a single command to paste on it.</p>
        <p>
          <Link href="/hosts" className={buttonClass('primary')}>
            Go to hosts
          </Link>
        </p>
      </div>
    </Panel>
  );
}
