'use client';

import type { Host } from '@contract/host';
import { useMutation } from '@tanstack/react-query';
import { post } from '@/api/client';
import { Confirm } from '@/ui/dialog';
import { useHostChanged } from '../hosts-query';

interface ClearDirtyConfirmProps {
  host: Host;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ClearDirtyConfirm({ host, open, onOpenChange }: ClearDirtyConfirmProps) {
  const changed = useHostChanged();
  const clear = useMutation({
    mutationFn: () => post('/api/v1/hosts/:hostId/clear-dirty', undefined, { path: { hostId: host.id } }),
    onSuccess: async (next) => {
      await changed(next);
      onOpenChange(false);
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Vouch for ${host.name}?`}
      action="I vouch for it"
      acting="Vouching …"
      back="Leave it dirty"
      act={clear}
      onConfirm={() => clear.mutate()}
    >
      <p>{host.dirtyReason}</p>
      {host.status === 'offline' ? (
        <p>
          Its agent is away. When it starts again, it puts back what its journal still holds; if that does not read as
          before, the host is dirty anew.
        </p>
      ) : (
        <p>
          The agent tries once more to put back what it changed. What still reads differently stays, and the agent
          forgets what it was. The next run takes the present settings as they are.
        </p>
      )}
      <p>
        Choose Put back instead to restore it only: a host that reads as before is clean. Vouch when that fails and you
        have looked at the host.
      </p>
    </Confirm>
  );
}
