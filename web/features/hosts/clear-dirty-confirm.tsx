'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '@/api/client';
import type { Host } from '@/api/types';
import { Confirm } from '@/components/dialog';

interface ClearDirtyConfirmProps {
  host: Host;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ClearDirtyConfirm({ host, open, onOpenChange }: ClearDirtyConfirmProps) {
  const queries = useQueryClient();
  const clear = useMutation({
    mutationFn: () => post('/api/v1/hosts/{hostId}/clear-dirty', undefined, { path: { hostId: host.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['hosts'] });
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
      title={`Clear ${host.name}?`}
      action="I vouch for it: clear"
      back="Leave it dirty"
      busy={clear.isPending}
      error={clear.error}
      onConfirm={() => clear.mutate()}
    >
      <p>{host.dirtyReason}</p>
      <p>Clearing changes nothing on the host. It says that you looked and that the next run may trust its settings.</p>
    </Confirm>
  );
}
