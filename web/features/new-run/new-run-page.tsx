'use client';

import type { Host } from '@contract/host';
import { notAgain } from '@rules/spec/run-again';
import Link from 'next/link';
import { useState } from 'react';
import { ApiError } from '@/api/problem';
import type { OwnRun } from '@/lib/imported';
import { isOwn } from '@/lib/imported';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { NothingYet } from '@/ui/nothing-here';
import { Notice } from '@/ui/notice';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { useHosts } from '../hosts/hosts-query';
import { BringBackButton } from '../runs/bring-back-button';
import { NewRunForm } from './new-run-form';
import { lastingRefusal, useOriginal } from './original-query';

/** `fromId`: the run that is duplicated and edited; null without any. */
export function NewRunPage({ fromId }: { fromId: string | null }) {
  const hosts = useHosts();
  const original = useOriginal(fromId);
  const waiting = hosts.isPending || (fromId !== null && original.isPending);
  const unread = fromId !== null && original.isError && !original.data;
  const own = original.data && isOwn(original.data) ? original.data : null;
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
      {hosts.data?.hosts.length === 0 && <NoHost />}
      {hosts.data && hosts.data.hosts.length > 0 && !waiting && !unread && !refused && (
        <Forms hosts={hosts.data.hosts} original={own} />
      )}
    </>
  );
}

/** A form for each start: its fields begin anew with another run to start from, or when it is started over. */
function Forms({ hosts, original }: { hosts: Host[]; original: OwnRun | null }) {
  const [generation, setGeneration] = useState(0);
  return (
    <NewRunForm
      key={`${original?.id} ${generation}`}
      hosts={hosts}
      original={original}
      restart={() => setGeneration(generation + 1)}
      restarted={generation > 0}
    />
  );
}

interface OriginalUnreadProps {
  id: string;
  error: unknown;
  retry: () => void;
}

function OriginalUnread({ id, error, retry }: OriginalUnreadProps) {
  const deleted = error instanceof ApiError && error.code === 'run-deleted';
  const lasting = lastingRefusal(error);
  const without = (
    <Link href="/runs/new" className={buttonClass()}>
      New run without it
    </Link>
  );
  if (lasting === null) {
    return (
      <div className="grid gap-3">
        <ErrorNotice title="The run to start from could not be loaded" error={error} retry={retry} />
        <p>{without}</p>
      </div>
    );
  }
  return (
    <Notice
      kind="warn"
      alert
      title={deleted ? 'The run to start from was deleted' : 'The run to start from cannot be opened'}
      actions={
        <>
          {deleted && <BringBackButton runIds={[id]} />}
          {without}
          <Link href="/" className={buttonClass()}>
            All runs
          </Link>
        </>
      }
    >
      {lasting} Whatever you had typed in New run is kept there.
    </Notice>
  );
}

interface NotAgainProps {
  id: string;
  title: string;
  sentence: string;
}

function NotAgain({ id, title, sentence }: NotAgainProps) {
  return (
    <Notice
      kind="warn"
      alert
      title={title}
      actions={
        <>
          <Link href="/runs/new" className={buttonClass()}>
            New run without it
          </Link>
          <Link href={`/runs/${id}`} className={buttonClass()}>
            Back to the run
          </Link>
        </>
      }
    >
      {sentence} Whatever you had typed in New run is kept there.
    </Notice>
  );
}

function NoHost() {
  const hosts = (
    <Link href="/hosts" className={buttonClass('primary')}>
      Go to hosts
    </Link>
  );
  return (
    <NothingYet title="A run needs a host" actions={hosts}>
      No machine is enrolled yet. Enrolling one is a single command to paste on it.
    </NothingYet>
  );
}
