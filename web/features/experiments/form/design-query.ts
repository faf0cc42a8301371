'use client';

import type { Host } from '@contract/host';
import { hostIdsOf } from '@rules/spec/hosts-of-spec';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from '@/api/client';
import type { HostOf } from '@/features/draft/run-facts';
import { useDebounced } from '@/features/new-run/use-debounced';
import type { ExperimentReading } from './read-experiment';

const SETTLED_MS = 400;

type Designed = Pick<ExperimentReading, 'body' | 'specs' | 'launch' | 'designable'>;

/** Of hosts to come, what their catalogue tells once it is loaded. */
const sizeOf = (host: Host | null): string => `${host?.facts.instanceType} ${host?.facts.cpus}`;

/** What the design as typed can show, asked once it stands still; nothing is kept by the API. */
export function useDesign({ body, specs, launch, designable }: Designed, hostOf: HostOf) {
  // Only words of people may be missing: they change nothing of what can be shown.
  const asked = designable ? JSON.stringify({ ...body, question: '?', hypothesis: '', start: false }) : null;
  const settled = useDebounced(asked, SETTLED_MS);
  const onHosts = launch && [...new Set(specs.flatMap(hostIdsOf))].map((id) => sizeOf(hostOf(id)));
  const query = useQuery({
    queryKey: ['experiment-design', settled, onHosts],
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      if (launch === null) return post('/api/v1/experiment-designs', JSON.parse(settled ?? '{}'), { signal });
      const { plannedDesign } = await import('@/features/experiments/cloud/planned-design');
      return plannedDesign({ body, specs }, hostOf);
    },
  });
  return { query, waiting: asked !== settled || query.isPlaceholderData };
}
