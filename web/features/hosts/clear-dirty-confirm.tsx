'use client';

import { useMutation } from '@tanstack/react-query';
import { post } from '@/api/client';
import type { Host } from '@/api/types';
import { Confirm } from '@/components/dialog';
import { useHostChanged } from './hosts-query';

interface ClearDirtyConfirmProps {
  host: Host;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ClearDirtyConfirm({ host, open, onOpenChange }: ClearDirtyConfirmProps) {
  const changed = useHostChanged();
  const clear = useMutation({
    mutationFn: () => post('/api/v1/hosts/{hostId}/clear-dirty', undefined, { path: { hostId: host.id } }),
    onSuccess: async (next) => {
      await changed(next);
      onOpenChange(false);
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => {
        clear.reset();
        onOpenChange(next);
      }}
      title={`Vouch for ${host.name}?`}
      action="I vouch for it"
      back="Leave it dirty"
      busy={clear.isPending}
      error={clear.error}
      onConfirm={() => clear.mutate()}
    >
      <p>{host.dirtyReason}</p>
      {host.status === 'offline' ? (
        <p>
          Its agent is away and cannot be told. When it starts again it puts back what its journal still holds; if that
          does not read as before, the host is dirty anew.
        </p>
      ) : (
        <p>
          This changes nothing on the host: what reads differently stays as it is, the agent forgets what it would have
          put back, and the next run takes the present settings as they are.
        </p>
      )}
      <p>
        To have the former values written again, close this and choose Put back. Vouch when you have put the host back
        yourself, or mean to keep it as it is.
      </p>
    </Confirm>
  );
}
