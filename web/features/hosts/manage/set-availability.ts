'use client';

import type { Host } from '@contract/host';
import type { SetAvailability } from '@contract/host-availability';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '@/api/client';
import { isUnconfirmed } from '@/api/problem';
import { showToast } from '@/ui/toast';
import { useHostChanged } from '../hosts-query';

const DONE: Record<SetAvailability['availability'], string> = {
  open: 'takes runs',
  cordoned: 'is cordoned',
  draining: 'drains',
};

export function useSetAvailability(host: Host) {
  const changed = useHostChanged();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SetAvailability) =>
      post('/api/v1/hosts/:hostId/availability', body, { path: { hostId: host.id } }),
    onSuccess: (next) => {
      showToast({ title: `${next.name} ${DONE[next.availability]}.`, about: [next.id] });
      return changed(next);
    },
    onError: (error) => {
      const what = isUnconfirmed(error) ? `Not confirmed for ${host.name}` : `${host.name} stays as it was`;
      showToast({ title: `${what}: ${error.message}`, about: [host.id] });
      return queries.invalidateQueries({ queryKey: ['hosts'] });
    },
  });
}
