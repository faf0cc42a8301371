'use client';

import { experimentOnLaunch } from '@rules/launch/planned-hosts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';
import type { HostOf } from '@/features/draft/run-facts';
import { Launches } from '@/features/new-run/cloud/launches';
import { focusMain } from '@/ui/browser/opener';
import { forgetExperiment } from './experiment-storage';
import type { ExperimentReading } from './read-experiment';

interface AskedExperiment extends Pick<ExperimentReading, 'body' | 'specs' | 'launch'> {
  hostOf: HostOf;
  start: boolean;
}

export function useCreateExperiment(baselineKey: string) {
  const router = useRouter();
  const queries = useQueryClient();
  const [requestKey] = useState(() => new RequestKey());
  const [launches] = useState(() => new Launches());
  const create = useMutation({
    mutationFn: async ({ start, ...asked }: AskedExperiment) => {
      const body = asked.launch === null ? asked.body : await launched(asked, launches);
      // Planned or run is no other question: what was planned, and whose answer got lost, is run.
      return post('/api/v1/experiments', { ...body, start }, { headers: requestKey.headersFor(body) });
    },
    onSuccess: (experiment) => {
      forgetExperiment(baselineKey);
      queries.setQueryData(['experiments', experiment.id], experiment);
      void queries.invalidateQueries({ queryKey: ['experiments', 'list'] });
      // The form goes away with the button that has the focus; the landmark stays, and the experiment appears in it.
      focusMain();
      router.push(`/experiments/${experiment.id}`);
    },
  });
  return { create, launches };
}

/** What the API would refuse of the experiment is refused before its hosts are launched. */
async function launched(
  { body, specs, launch, hostOf }: Omit<AskedExperiment, 'start'>,
  launches: Launches,
): Promise<ExperimentReading['body']> {
  if (launch === null) return body;
  const { plannedDesign } = await import('@/features/experiments/cloud/planned-design');
  plannedDesign({ body, specs }, hostOf);
  return experimentOnLaunch(body, await launches.launch(launch));
}
