'use client';

import type { Run } from '@contract/run';
import { cancelSentence } from '@rules/run/run-words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/client';
import { Button } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { onDemand } from '@/ui/on-demand';
import { Allowed } from '../shell/allowed';

const LaunchStays = onDemand(async () => (await import('../cloud/launch-left')).LaunchStays);

const LEAVING = new Set<Run['state']>(['stopping', 'restoring', 'releasing', 'analysing']);

export function CancelRun({ run }: { run: Run }) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => post('/api/v1/runs/:runId/cancel', undefined, { path: { runId: run.id } }),
    onSuccess: (next) => {
      queries.setQueryData(['run', run.id], next);
      setOpen(false);
    },
  });
  if (LEAVING.has(run.state)) return null;
  return (
    <>
      <Allowed needs="operator">
        <Button onClick={() => setOpen(true)}>Cancel run …</Button>
      </Allowed>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title="Cancel this run?"
        action="Cancel the run"
        acting="Canceling …"
        back="Let it go on"
        act={cancel}
        onConfirm={() => cancel.mutate()}
      >
        <p>{cancelSentence(run)}</p>
        <LaunchStays runId={run.id} />
      </Confirm>
    </>
  );
}
