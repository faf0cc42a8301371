'use client';

import Link from 'next/link';
import { buttonClass } from '@/ui/button';
import { NothingYet } from '@/ui/nothing-here';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { Allowed, NeedsRole } from '../shell/allowed';
import { OnlyHere } from '../shell/only-here';
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
      <QueryState query={shares} what="the links" rows={4} />
      {shares.isSuccess && all.length === 0 && <NoShares />}
      {open.length > 0 && (
        <OnlyHere
          url={window.location.origin}
          then="These links stay good: open this page under the new address, and copy them there."
        />
      )}
      {open.length > 0 && (
        <Panel title="Open links" aside="anyone with the link sees the frozen copy, without signing in" flush>
          <ShareLinks label="Open links" shares={open} />
        </Panel>
      )}
      {closed.length > 0 && (
        <Panel title="Revoked and expired" flush>
          <ShareLinks label="Revoked and expired" shares={closed} />
        </Panel>
      )}
    </div>
  );
}

function NoShares() {
  const runs = (
    <Link href="/" className={buttonClass('primary')}>
      All runs
    </Link>
  );
  return (
    <NothingYet title="Nothing is shared" actions={runs}>
      Open a run or a comparison and choose Share: it makes a link to a frozen copy that opens without signing in, and
      that can be revoked here.
    </NothingYet>
  );
}
