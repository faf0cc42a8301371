'use client';

import type { CreateLaunch } from '@contract/launch';
import type { CreateRun } from '@contract/spec';
import { onLaunch } from '@rules/launch/planned-hosts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';
import { Launches } from './cloud/launches';
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
  const create = useMutation({
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
  return { create, launches };
}
