'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { post } from '@/api/client';
import { joinCommand } from '@/lib/command-text';
import { formatAbsolute, formatUntil } from '@/lib/time';
import { useNowUs } from '@/ui/browser/now';
import { Button } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { OnlyHere } from '../shell/only-here';

interface EnrolDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hostIds: string[];
}

export function EnrolDialog({ open, onOpenChange, hostIds }: EnrolDialogProps) {
  const token = useMutation({ mutationFn: () => post('/api/v1/join-tokens', undefined) });
  const [before, setBefore] = useState<string[]>([]);
  const { mutate, reset } = token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one token for each opening, whatever joins meanwhile
  useEffect(() => {
    if (!open) return reset();
    setBefore(hostIds);
    mutate();
  }, [open, mutate, reset]);
  const joined = token.isSuccess && hostIds.some((id) => !before.includes(id));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enrol a host"
      description="Copy agent and server from .build/bin of this checkout into one folder on the machine to measure on, and run this in that folder. It brings a load generator of its own, volley; others such as wrk or autocannon are found when they are on its PATH, also when they are installed later. The token is good for one agent."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {token.isError && (
          <ErrorNotice title="No join token could be made" error={token.error} retry={() => mutate()} />
        )}
        {token.isPending && (
          <p role="status" className="text-sm text-muted">
            Making a join token …
          </p>
        )}
        {token.data && <TokenCommand token={token.data.token} expiresAtUs={token.data.expiresAtUs} />}
        {token.data && (
          <p role="status" className="text-sm text-muted">
            {joined
              ? 'A host has joined. You can close this.'
              : 'Waiting for the host to join; it appears in the list by itself.'}
          </p>
        )}
        <div className="flex justify-end">
          <Button look={joined ? 'primary' : 'plain'} onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function TokenCommand({ token, expiresAtUs }: { token: string; expiresAtUs: number }) {
  const nowUs = useNowUs(5000);
  const { origin } = window.location;
  return (
    <>
      <CodeLine text={joinCommand(origin, token)} copyLabel="Copy the command" />
      <p className="text-xs text-muted">
        Shown once: closing this forgets it. It expires{' '}
        <time title={formatAbsolute(expiresAtUs)} className="font-medium text-ink">
          {formatUntil(expiresAtUs, nowUs)}
        </time>
        .
      </p>
      <OnlyHere url={origin} then="Then open this page there." />
    </>
  );
}
