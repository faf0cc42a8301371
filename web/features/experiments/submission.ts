'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { post } from '@/api/client';
import type { CreateExperiment } from '@/api/types';
import { focusMain } from '@/components/opener';
import { forgetExperiment } from './experiment-storage';

export function useCreateExperiment(baselineKey: string) {
  const router = useRouter();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (experiment: CreateExperiment) => post('/api/v1/experiments', experiment),
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
