'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from '@/api/client';
import { useDebounced } from '@/features/new-run/use-debounced';
import type { ExperimentReading } from './read-experiment';

const SETTLED_MS = 400;

/** What the design as typed can show, asked once it stands still; nothing is kept by the API. */
export function useDesign({ body, designable }: Pick<ExperimentReading, 'body' | 'designable'>) {
  // Only words of people may be missing: they change nothing of what can be shown.
  const asked = designable ? JSON.stringify({ ...body, question: '?', hypothesis: '', start: false }) : null;
  const settled = useDebounced(asked, SETTLED_MS);
  const query = useQuery({
    queryKey: ['experiment-design', settled],
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => post('/api/v1/experiment-designs', JSON.parse(settled ?? '{}'), { signal }),
  });
  return { query, waiting: asked !== settled || query.isPlaceholderData };
}
