'use client';

import type { Host } from '@contract/host';
import { closedFault } from '@rules/hosts/availability';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { When } from '@/ui/when';

/** What a person needs to know of a host that is not simply ready. */
export function HostTrouble({ host }: { host: Host }) {
  const closed = closedFault(host);
  if (closed !== null) {
    return (
      <Told>
        {closed} <Inline href={`/hosts/${host.id}`}>{`Page of ${host.name}`}</Inline>
      </Told>
    );
  }
  if (host.status === 'offline') {
    return (
      <Told>
        Its agent was last heard from <When atUs={host.lastSeenAtUs} />. Once it runs again, this page notices.
      </Told>
    );
  }
  if (host.status === 'dirty') {
    return (
      <Told>
        {host.dirtyReason} <Inline href="/hosts">Look at it and clear it</Inline>
      </Told>
    );
  }
  if (host.status === 'busy') {
    return (
      <Told>
        A new run waits in the queue until{' '}
        {host.runId ? <Inline href={`/runs/${host.runId}`}>the present one</Inline> : 'the present one'} has ended.
      </Told>
    );
  }
  return null;
}

function Told({ children }: { children: ReactNode }) {
  return <p className="break-words border-l-2 border-line-strong pl-3 text-sm text-muted">{children}</p>;
}

function Inline({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="text-accent underline-offset-2 hover:underline">
      {children}
    </Link>
  );
}
