'use client';

import type { Host } from '@contract/host';
import { Ellipsis } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { IconButton } from '@/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/menu';
import { Allowed } from '../../shell/allowed';
import { CloseHostDialog } from './close-host-dialog';
import { HostLabelsDialog } from './host-labels-dialog';
import { RemoveHostConfirm } from './remove-host-confirm';
import { RenameHostDialog } from './rename-host-dialog';
import { useSetAvailability } from './set-availability';

type Action = 'rename' | 'labels' | 'cordoned' | 'draining' | 'remove';

export function HostActions({ host, onRemoved }: { host: Host; onRemoved?: () => void }) {
  const [open, setOpen] = useState<Action | null>(null);
  const { mutate } = useSetAvailability(host);
  // It belongs to its launch, and ends with it; once it is gone its name is part of what was measured.
  if (host.launchId !== undefined)
    return (
      <Allowed needs="operator">
        <Link href={`/cloud/${host.launchId}`} className="hit text-sm text-accent underline-offset-2 hover:underline">
          Its launch
        </Link>
      </Allowed>
    );
  const turn = (which: Action) => (next: boolean) => setOpen(next ? which : null);
  const { availability } = host;
  return (
    <Allowed needs="admin">
      <Menu
        align="end"
        trigger={
          <IconButton label={`Actions on ${host.name}`}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpen('rename')}>Rename …</MenuItem>
        <MenuItem onSelect={() => setOpen('labels')}>Labels …</MenuItem>
        <MenuSeparator />
        {availability !== 'open' && (
          <MenuItem onSelect={() => mutate({ availability: 'open' })}>Open for runs</MenuItem>
        )}
        {availability !== 'cordoned' && <MenuItem onSelect={() => setOpen('cordoned')}>Cordon …</MenuItem>}
        {availability !== 'draining' && <MenuItem onSelect={() => setOpen('draining')}>Drain …</MenuItem>}
        <MenuSeparator />
        <MenuItem danger onSelect={() => setOpen('remove')}>
          Remove …
        </MenuItem>
      </Menu>
      <RenameHostDialog host={host} open={open === 'rename'} onOpenChange={turn('rename')} />
      {open === 'labels' && <HostLabelsDialog host={host} onClose={() => setOpen(null)} />}
      {(open === 'cordoned' || open === 'draining') && (
        <CloseHostDialog host={host} to={open} onClose={() => setOpen(null)} />
      )}
      <RemoveHostConfirm host={host} open={open === 'remove'} onOpenChange={turn('remove')} onRemoved={onRemoved} />
    </Allowed>
  );
}
