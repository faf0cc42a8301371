'use client';

import type { CreateExperiment } from '@contract/experiment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';
import { focusMain } from '@/ui/browser/opener';
import { forgetExperiment } from './experiment-storage';

export function useCreateExperiment(baselineKey: string) {
  const router = useRouter();
  const queries = useQueryClient();
  const [requestKey] = useState(() => new RequestKey());
  return useMutation({
    // Planned or run is no other question: what was planned, and whose answer got lost, is run.
    mutationFn: ({ start, ...asked }: CreateExperiment) =>
      post('/api/v1/experiments', { ...asked, start }, { headers: requestKey.headersFor(asked) }),
    onSuccess: (experiment) => {
      forgetExperiment(baselineKey);
      queries.setQueryData(['experiments', experiment.id], experiment);
      void queries.invalidateQueries({ queryKey: ['experiments', 'list'] });
      // The form goes away with the button that has the focus; the landmark stays, and the experiment appears in it.
      focusMain();
      router.push(`/experiments/${experiment.id}`);
    },
  });
}
