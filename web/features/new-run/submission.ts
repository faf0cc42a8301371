'use client';

import type { CreateRun } from '@contract/spec';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';
import { forgetDraft } from './draft-storage';

export function useCreateRun() {
  const router = useRouter();
  const [requestKey] = useState(() => new RequestKey());
  return useMutation({
    mutationFn: (run: CreateRun) => post('/api/v1/runs', run, { headers: requestKey.headersFor(run) }),
    onSuccess: (run, { basedOnRunId }) => {
      forgetDraft(basedOnRunId ?? null);
      // The form goes away with the button that has the focus; the landmark stays, and the run appears in it.
      document.getElementById('main')?.focus({ preventScroll: true });
      router.push(`/runs/${run.id}`);
    },
  });
}
