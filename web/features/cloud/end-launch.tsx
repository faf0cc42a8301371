'use client';

import type { Launch } from '@contract/launch';
import { endingSentence } from '@rules/launch/launch-end';
import { launchNumber, launchTitle } from '@rules/launch/launch-words';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/client';
import { focusMain } from '@/ui/browser/opener';
import { Button } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { Allowed } from '../shell/allowed';
import { EndedRuns } from './ended-runs';
import { useLaunchChanged } from './launches-query';

export function EndLaunch({ launch }: { launch: Launch }) {
  const [open, setOpen] = useState(false);
  const changed = useLaunchChanged();
  const end = useMutation({
    mutationFn: () => post('/api/v1/launches/:launchId/end', undefined, { path: { launchId: launch.id } }),
    onSuccess: (next) => {
      setOpen(false);
      focusMain();
      return changed(next);
    },
  });
  // It has been asked for; what is left to do is AWS's.
  if (launch.state === 'releasing') return null;
  const title = `${launchTitle(launch.spec)}, ${launchNumber(launch.id)}`;
  return (
    <Allowed needs="operator">
      <Button aria-label={`End ${title} …`} onClick={() => setOpen(true)}>
        End …
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={`End ${title}?`}
        action="End the launch"
        acting="Ending …"
        back="Keep it"
        act={end}
        onConfirm={() => end.mutate()}
      >
        <p>{endingSentence([launch])} This cannot be taken back. What was measured on them is kept.</p>
        <EndedRuns runIds={launch.runIds} />
      </Confirm>
    </Allowed>
  );
}
