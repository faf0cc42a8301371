'use client';

import type { Host } from '@contract/host';
import { isNextChange } from '@rules/next/changes';
import { notAgain } from '@rules/spec/run-again';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { isOwn } from '@/lib/imported';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { NothingYet } from '@/ui/nothing-here';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { useCloud, useLaunchesOfRun } from '../cloud/launches-query';
import { useHosts } from '../hosts/hosts-query';
import { launchedAgain } from './cloud/launched-run';
import type { AskedChange, DraftStart } from './draft-form';
import { NewRunForm } from './new-run-form';
import { NotAgain, OriginalUnread, preloadForm } from './on-demand';
import { useOriginal } from './original-query';

interface NewRunPageProps {
  /** The run that is duplicated and edited; null without any. */
  fromId: string | null;
  /** What its advice asks for, as the address has it; the number of the step that it is about. */
  change: string | null;
  step: string | null;
  /** Its hosts are to be launched. */
  ec2: boolean;
}

export function NewRunPage({ fromId, change, step, ec2 }: NewRunPageProps) {
  useEffect(preloadForm, []);
  const hosts = useHosts();
  const original = useOriginal(fromId);
  const cloud = useCloud();
  const launches = useLaunchesOfRun(fromId ?? '', false, fromId !== null);
  const waiting = hosts.isPending || cloud.isPending || (fromId !== null && (original.isPending || launches.isPending));
  const unread = fromId !== null && original.isError && !original.data;
  const own = original.data && isOwn(original.data) ? original.data : null;
  const launched = own && launchedAgain(own, launches.data?.launches[0]);
  const noHost = hosts.data?.hosts.length === 0;
  const mayLaunch = cloud.data?.ec2 === true;
  const refused = original.data ? notAgain(original.data.spec) : null;
  return (
    <>
      <PageHead title="New run" parent={{ href: '/', label: 'Runs' }} />
      {waiting && (
        <Panel flush>
          <SkeletonRows
            rows={5}
            label={fromId === null ? 'Loading the hosts' : 'Loading the hosts and the run to start from'}
          />
        </Panel>
      )}
      {hosts.isError && !hosts.data && (
        <ErrorNotice title="The hosts could not be loaded" error={hosts.error} retry={() => hosts.refetch()} />
      )}
      {unread && <OriginalUnread id={fromId} error={original.error} retry={() => original.refetch()} />}
      {fromId !== null && refused && <NotAgain id={fromId} {...refused} />}
      {noHost && !mayLaunch && !waiting && <NoHost cloud={cloud.data?.sentence} />}
      {hosts.data && (!noHost || mayLaunch) && !waiting && !unread && !refused && (
        <Forms
          hosts={hosts.data.hosts}
          begin={{
            original: own,
            change: askedChange(change, step),
            launched,
            ec2: ec2 || noHost,
            noCloud: cloud.data?.ec2 === false ? cloud.data.sentence : null,
            region: cloud.data?.region ?? null,
          }}
        />
      )}
    </>
  );
}

function askedChange(change: string | null, step: string | null): AskedChange | null {
  if (!isNextChange(change)) return null;
  const number = Number(step);
  return { change, stepIndex: Number.isInteger(number) && number > 0 ? number - 1 : null };
}

/** A form for each start: its fields begin anew with another run to start from, or when it is started over. */
function Forms({ hosts, begin }: { hosts: Host[]; begin: DraftStart }) {
  const [generation, setGeneration] = useState(0);
  return (
    <NewRunForm
      key={`${begin.original?.id} ${generation}`}
      hosts={hosts}
      begin={generation === 0 ? begin : { ...begin, change: null }}
      restart={() => setGeneration(generation + 1)}
      restarted={generation > 0}
    />
  );
}

function NoHost({ cloud }: { cloud: string | undefined }) {
  const hosts = (
    <Link href="/hosts" className={buttonClass('primary')}>
      Go to hosts
    </Link>
  );
  return (
    <NothingYet title="A run needs a host" actions={hosts}>
      <p>No machine is enrolled yet. Enrolling one is a single command to paste on it.</p>
      {cloud && <p>Hosts in Amazon EC2 could be launched for it instead. {cloud}</p>}
    </NothingYet>
  );
}
