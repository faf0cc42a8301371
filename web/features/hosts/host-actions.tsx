'use client';

import type { Host } from '@contract/host';
import { Pencil, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { IconButton } from '@/ui/button';
import { Allowed } from '../shell/allowed';
import { RemoveHostConfirm } from './remove-host-confirm';
import { RenameHostDialog } from './rename-host-dialog';

export function HostActions({ host, onRemoved }: { host: Host; onRemoved?: () => void }) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  // It belongs to its launch, and ends with it; once it is gone its name is part of what was measured.
  if (host.launchId !== undefined)
    return (
      <Allowed needs="operator">
        <Link href={`/cloud/${host.launchId}`} className="hit text-sm text-accent underline-offset-2 hover:underline">
          Its launch
        </Link>
      </Allowed>
    );
  const turn = (which: 'rename' | 'remove') => (next: boolean) => setOpen(next ? which : null);
  return (
    <Allowed needs="admin">
      <div className="flex gap-1">
        <IconButton label={`Rename ${host.name} …`} onClick={() => setOpen('rename')}>
          <Pencil aria-hidden className="size-3.5" />
        </IconButton>
        <IconButton label={`Remove ${host.name} …`} onClick={() => setOpen('remove')}>
          <Trash2 aria-hidden className="size-3.5" />
        </IconButton>
      </div>
      <RenameHostDialog host={host} open={open === 'rename'} onOpenChange={turn('rename')} />
      <RemoveHostConfirm host={host} open={open === 'remove'} onOpenChange={turn('remove')} onRemoved={onRemoved} />
    </Allowed>
  );
}
