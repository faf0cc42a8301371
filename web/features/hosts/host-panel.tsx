'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { Host } from '@/api/types';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { When } from '@/components/when';
import { ClearDirtyConfirm } from './clear-dirty-confirm';
import { HostFactsList } from './host-facts';
import { HostStatusChip } from './host-status';

export function HostPanel({ host }: { host: Host }) {
  const [clearing, setClearing] = useState(false);
  return (
    <section aria-labelledby={`host-${host.id}`} className="min-w-0 rounded-panel border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={`host-${host.id}`} className="min-w-0 break-words font-semibold">
          {host.name}
        </h2>
        <HostStatusChip status={host.status} />
        {host.runId && (
          <Link href={`/runs/${host.runId}`} className="text-sm text-accent underline-offset-2 hover:underline">
            its run
          </Link>
        )}
        <p className="text-xs text-muted sm:ml-auto">
          agent {host.agentVersion} · heard from <When atUs={host.lastSeenAtUs} /> · enrolled{' '}
          <When atUs={host.joinedAtUs} />
        </p>
      </div>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        {host.dirtyReason !== null && (
          <Notice
            kind="warn"
            title="Takes no run until it is put back or a person clears it"
            actions={<Button onClick={() => setClearing(true)}>Clear …</Button>}
          >
            {host.dirtyReason}
          </Notice>
        )}
        {host.status === 'offline' && (
          <Notice kind="bad" title="Its agent has not been heard from">
            Start it again on the host; with its data folder it needs no new token:{' '}
            <code className="font-mono text-xs">agent run --data /var/lib/millionrps-agent</code>
          </Notice>
        )}
        <HostFactsList facts={host.facts} />
      </div>
      <ClearDirtyConfirm host={host} open={clearing} onOpenChange={setClearing} />
    </section>
  );
}
