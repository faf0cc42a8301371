'use client';

import type { Launch } from '@contract/launch';
import { endingSentence } from '@rules/launch/launch-end';
import { launchNumber, launchTitle } from '@rules/launch/launch-words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/client';
import { focusMain } from '@/ui/browser/opener';
import { Button } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { Allowed, NeedsRole } from '../shell/allowed';
import { EndedRuns } from './ended-runs';

/** One button for everything that costs money. */
export function EndAll({ live }: { live: Launch[] }) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => post('/api/v1/launches/end-all', undefined),
    onSuccess: () => {
      setOpen(false);
      focusMain();
      return queries.invalidateQueries({ queryKey: ['launches'] });
    },
  });
  return (
    <Allowed needs="admin" otherwise={<NeedsRole needs="admin" to="end all launches" />}>
      <Button look="danger" onClick={() => setOpen(true)}>
        End all …
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title="End every launch?"
        action="End all"
        acting="Ending …"
        back="Keep them"
        act={end}
        onConfirm={() => end.mutate()}
      >
        <p>{endingSentence(live)} This cannot be taken back. What was measured on them is kept.</p>
        <ul className="list-disc pl-5">
          {live.map(({ id, spec }) => (
            <li key={id}>
              {launchTitle(spec)}, {launchNumber(id)}
            </li>
          ))}
        </ul>
        <EndedRuns runIds={live.flatMap(({ runIds }) => runIds)} />
      </Confirm>
    </Allowed>
  );
}
