'use client';

import type { CreateLaunch, Launch } from '@contract/launch';
import type { CreateRun } from '@contract/spec';
import { isComing } from '@rules/launch/launch-machine';
import { onLaunch } from '@rules/launch/planned-hosts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { get, post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';
import { forgetDraft } from './draft-storage';

/** `launch`: what the run's planned hosts are launched as; null: its hosts are there. */
export interface AskedRun {
  run: CreateRun;
  launch: CreateLaunch | null;
}

export function useCreateRun() {
  const router = useRouter();
  const [requestKey] = useState(() => new RequestKey());
  const [launches] = useState(() => new Launches());
  return useMutation({
    mutationFn: async ({ run, launch }: AskedRun) => {
      const on = launch === null ? null : await launches.launch(launch);
      const asked = on === null ? run : { ...run, spec: onLaunch(run.spec, on) };
      return post('/api/v1/runs', asked, { headers: requestKey.headersFor(asked) });
    },
    onSuccess: (made, { run: { basedOnRunId } }) => {
      forgetDraft(basedOnRunId ?? null);
      // The form goes away with the button that has the focus; the landmark stays, and the run appears in it.
      document.getElementById('main')?.focus({ preventScroll: true });
      router.push(`/runs/${made.id}`);
    },
  });
}

/**
 * What this form has launched. A run that was refused is changed and asked for again: it goes to the hosts that it was
 * launched for, while they are there.
 */
class Launches {
  private key = new RequestKey();
  private made: { spec: string; id: string } | null = null;

  async launch(asked: CreateLaunch): Promise<Launch> {
    const spec = JSON.stringify(asked.spec);
    const before = this.made?.spec === spec ? await read(this.made.id) : null;
    if (before && isComing(before.state)) return before;
    if (before) this.key = new RequestKey();
    const launch = await post('/api/v1/launches', asked, { headers: this.key.headersFor(asked.spec) });
    this.made = { spec, id: launch.id };
    return launch;
  }
}

const read = (launchId: string): Promise<Launch> => get('/api/v1/launches/:launchId', { path: { launchId } });
