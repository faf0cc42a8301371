'use client';

import type { Host } from '@contract/host';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { remove } from '@/api/client';
import { Confirm } from '@/ui/dialog';

interface RemoveHostConfirmProps {
  host: Host;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Before the lists are read again: where the page of the host itself goes. */
  onRemoved?: () => void;
}

export function RemoveHostConfirm({ host, open, onOpenChange, onRemoved }: RemoveHostConfirmProps) {
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => remove('/api/v1/hosts/:hostId', { path: { hostId: host.id } }),
    onSuccess: () => {
      onRemoved?.();
      return queries.invalidateQueries({ queryKey: ['hosts'], exact: true });
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${host.name}?`}
      action="Remove the host"
      acting="Removing …"
      back="Keep it"
      act={removal}
      onConfirm={() => removal.mutate()}
    >
      <p>
        It takes no more runs, and its agent can no longer connect. Past runs keep its name, its facts and their
        figures.
      </p>
      <p>
        Uninstall the agent on the machine, too. An agent with an unused join token joins again as a new host; the one
        of <code className="font-mono text-xs">npm start</code> has such a token.
      </p>
    </Confirm>
  );
}
