'use client';

import type { Session } from '@contract/account';
import type { Found } from '@contract/search';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Confirm, Dialog } from '@/ui/dialog';
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu';
import { onDemand } from '@/ui/on-demand';
import { showToast } from '@/ui/toast';
import { Palette } from '../shell/palette/palette';
import { Line, Room, Specimen } from './specimen';

const IDLE = { isPending: false, error: null, reset: () => {} };
const FAILED = { ...IDLE, error: new Error('The host is offline.') };

export function Overlays() {
  return (
    <Room id="overlays" title="Dialogs, menus, toasts">
      <Dialogs />
      <Menus />
      <Specimen of="toaster">
        <Line>
          <Button onClick={() => showToast({ title: 'Run ‘nightly’ was deleted.' })}>Show a toast</Button>
        </Line>
      </Specimen>
      <Specimen of="toast-cards">
        <Line>
          <Button
            onClick={() => showToast({ title: 'Run ‘nightly’ was deleted.', action: { label: 'Undo', run: () => {} } })}
          >
            Show a toast with an action
          </Button>
          <Button onClick={() => showToast({ title: 'The run was not deleted.', bad: true })}>Show a bad toast</Button>
        </Line>
      </Specimen>
      <Specimen of="on-demand">
        <OnDemand />
      </Specimen>
      <Specimen of="palette">
        <PalettePieces />
      </Specimen>
    </Room>
  );
}

function Dialogs() {
  return (
    <>
      <Specimen of="dialog">
        <OpenedDialog />
      </Specimen>
      <Specimen of="dialog-boxes">
        <Questions />
      </Specimen>
    </>
  );
}

function OpenedDialog() {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Line>
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      </Line>
      <Dialog open={open} onOpenChange={close} title="Rename the run" description="Links to it stay.">
        <Button look="primary" onClick={close}>
          Rename
        </Button>
      </Dialog>
    </>
  );
}

function Questions() {
  const [shown, setShown] = useState<'confirm' | 'failed' | null>(null);
  const close = (): void => setShown(null);
  return (
    <>
      <Line>
        <Button onClick={() => setShown('confirm')}>Ask before it is done</Button>
        <Button onClick={() => setShown('failed')}>Ask, and fail</Button>
      </Line>
      <Confirm
        open={shown !== null}
        onOpenChange={close}
        title="Delete the run?"
        action="Delete the run"
        acting="Deleting …"
        back="Keep it"
        act={shown === 'failed' ? FAILED : IDLE}
        onConfirm={close}
      >
        <p>It can be brought back for seven days.</p>
      </Confirm>
    </>
  );
}

function Menus() {
  const [checked, setChecked] = useState(true);
  const parts = (
    <>
      <MenuLabel>Columns</MenuLabel>
      <MenuCheck checked={checked} onCheckedChange={setChecked} aside="12">
        Hosts
      </MenuCheck>
      <MenuSeparator />
      <MenuItem>Duplicate and edit</MenuItem>
      <MenuItem disabled>Share, disabled</MenuItem>
      <MenuItem danger>Delete</MenuItem>
    </>
  );
  return (
    <>
      <Specimen of="menu">
        <Line>
          <Menu trigger={<Button>Open a menu</Button>}>{parts}</Menu>
        </Line>
      </Specimen>
      <Specimen of="menu-parts">
        <Line>
          <Menu align="end" trigger={<Button look="ghost">Open a menu from its end</Button>}>
            {parts}
          </Menu>
        </Line>
      </Specimen>
    </>
  );
}

const Loaded = onDemand(
  async () => () => <p className="text-sm">A part that came when it was shown.</p>,
  <p className="text-sm text-muted">Loading …</p>,
);

function OnDemand() {
  const [shown, setShown] = useState(false);
  if (shown) return <Loaded />;
  return (
    <Line>
      <Button onClick={() => setShown(true)}>Load a part</Button>
    </Line>
  );
}

const SESSION: Session = { userId: null, name: 'admin', email: null, role: 'admin', via: 'token' };
const FOUND: Found[] = [
  { kind: 'run', id: 'r', name: 'nightly /simple', path: '#', about: 'finished · valid', createdAtUs: 1.7e15 },
  { kind: 'host', id: 'h', name: 'lab-1', path: '#', about: '32 CPUs', createdAtUs: 1.7e15 },
];

/** The palette over names that are here rather than in a database. */
function PalettePieces() {
  const [open, setOpen] = useState(false);
  const [client] = useState(() => {
    const made = new QueryClient({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
    });
    made.setQueryData(['session'], SESSION);
    made.setQueryData(['search', ''], { found: FOUND });
    return made;
  });
  return (
    <QueryClientProvider client={client}>
      <Line>
        <Button onClick={() => setOpen(true)}>Open the palette</Button>
      </Line>
      {open && <Palette onClose={() => setOpen(false)} />}
    </QueryClientProvider>
  );
}
