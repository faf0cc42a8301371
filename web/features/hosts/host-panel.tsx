'use client';

import { Pencil, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import type { Host } from '@/api/types';
import { Button, IconButton } from '@/components/button';
import { Notice } from '@/components/notice';
import { When } from '@/components/when';
import { Allowed, NeedsRole } from '../shell/allowed';
import { ClearDirtyConfirm } from './clear-dirty-confirm';
import { HostFactsList } from './host-facts';
import { HostStatusChip } from './host-status';
import { RemoveHostConfirm } from './remove-host-confirm';
import { RenameHostDialog } from './rename-host-dialog';

export function HostPanel({ host }: { host: Host }) {
  const [open, setOpen] = useState<'clear' | 'rename' | 'remove' | null>(null);
  const turn = (which: 'clear' | 'rename' | 'remove') => (next: boolean) => setOpen(next ? which : null);
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
        <Allowed needs="admin">
          <div className="ml-auto flex gap-1 sm:order-last sm:ml-0">
            <IconButton label={`Rename ${host.name} …`} onClick={() => setOpen('rename')}>
              <Pencil aria-hidden className="size-3.5" />
            </IconButton>
            <IconButton label={`Remove ${host.name} …`} onClick={() => setOpen('remove')}>
              <Trash2 aria-hidden className="size-3.5" />
            </IconButton>
          </div>
        </Allowed>
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
            actions={
              <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="clear it" />}>
                <Button onClick={() => setOpen('clear')}>Clear …</Button>
              </Allowed>
            }
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
      <ClearDirtyConfirm host={host} open={open === 'clear'} onOpenChange={turn('clear')} />
      <RenameHostDialog host={host} open={open === 'rename'} onOpenChange={turn('rename')} />
      <RemoveHostConfirm host={host} open={open === 'remove'} onOpenChange={turn('remove')} />
    </section>
  );
}
