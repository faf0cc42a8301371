'use client';

import Link from 'next/link';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { Allowed, NeedsRole } from '../shell/allowed';
import { ShareLinks } from './share-links';
import { useShares } from './shares-query';

/** Every link that was made, open ones first. */
export function SharesPage() {
  return (
    <>
      <PageHead title="Shares" />
      <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="make and see links" />}>
        <AllShares />
      </Allowed>
    </>
  );
}

function AllShares() {
  const shares = useShares();
  const all = shares.data?.shares ?? [];
  const open = all.filter(({ status }) => status === 'open');
  const closed = all.filter(({ status }) => status !== 'open');
  return (
    <div className="grid gap-4">
      {shares.isError && (
        <ErrorNotice title="The links could not be loaded" error={shares.error} retry={() => shares.refetch()} />
      )}
      {shares.isPending && (
        <Panel flush>
          <SkeletonRows rows={4} label="Loading the links" />
        </Panel>
      )}
      {shares.isSuccess && all.length === 0 && <NoShares />}
      {open.length > 0 && (
        <Panel title="Open links" aside="whoever has one sees its frozen copy, without signing in">
          <ShareLinks shares={open} />
        </Panel>
      )}
      {closed.length > 0 && (
        <Panel title="Revoked and expired">
          <ShareLinks shares={closed} />
        </Panel>
      )}
    </div>
  );
}

function NoShares() {
  return (
    <Panel>
      <div className="grid max-w-[44rem] gap-3 py-6">
        <h2 className="text-2xl font-semibold tracking-tight">Nothing is shared</h2>
        <p className="text-muted">
          Open a run or a comparison and choose Share: it makes a link to a frozen copy that opens without signing in,
          and that can be revoked here.
        </p>
        <p>
          <Link href="/" className={buttonClass('primary')}>
            All runs
          </Link>
        </p>
      </div>
    </Panel>
  );
}
