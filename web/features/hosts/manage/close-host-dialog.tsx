'use client';

import type { Host } from '@contract/host';
import { MAX_CLOSED_WHY_CHARACTERS } from '@contract/limits';
import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { useSetAvailability } from './set-availability';

const WAYS = {
  cordoned: {
    verb: 'Cordon',
    doing: 'Cordoning …',
    done: 'cordoned',
    description: 'No run starts on it. What runs goes on; what is queued waits until you open it again.',
  },
  draining: {
    verb: 'Drain',
    doing: 'Draining …',
    done: 'draining',
    description: 'It takes no new run. What runs, what is queued and experiments that have begun still run.',
  },
} as const;

interface CloseHostDialogProps {
  host: Host;
  to: keyof typeof WAYS;
  onClose: () => void;
}

export function CloseHostDialog({ host, to, onClose }: CloseHostDialogProps) {
  const { verb, doing, done, description } = WAYS[to];
  const [why, setWhy] = useState('');
  const set = useSetAvailability(host);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    set.mutate({ availability: to, ...(why.trim() !== '' && { why: why.trim() }) }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`${verb} ${host.name}?`} description={description}>
      <form className="grid gap-3" onSubmit={save}>
        {set.isError && (
          <ErrorNotice
            title="It stays as it was"
            unconfirmed={`Not confirmed: ${host.name} may be ${done} by now`}
            error={set.error}
          />
        )}
        <TextField
          id={`why-${host.id}`}
          label="What for (optional)"
          hint="Shown with your name to people whose runs wait or are refused"
          maxLength={MAX_CLOSED_WHY_CHARACTERS}
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={set.isPending}>
            {set.isPending ? doing : verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
