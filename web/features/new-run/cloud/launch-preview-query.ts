'use client';

import type { CreateLaunch, LaunchFault, LaunchPreview } from '@contract/launch';
import { useQuery } from '@tanstack/react-query';
import { post } from '@/api/client';
import { draftField } from '@/features/draft/draft-field';
import { useDraft } from '@/features/new-run/draft-form';
import { useDebounced } from '@/features/new-run/use-debounced';

const SETTLED_MS = 600;
/** Quotas and prices change slowly, and each question is several to AWS. */
const FRESH_MS = 60_000;

/** What AWS says to a launch, once nothing more is typed. Null asks nothing. */
export function useLaunchPreview(asked: CreateLaunch | null) {
  const text = asked === null ? null : JSON.stringify(asked);
  const settled = useDebounced(text, SETTLED_MS);
  const query = useQuery({
    queryKey: ['launch-preview', settled],
    enabled: settled !== null && text !== null,
    retry: false,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => post('/api/v1/launches/preview', JSON.parse(settled ?? '{}') as CreateLaunch, { signal }),
  });
  const asking = text !== settled || query.isFetching;
  return {
    preview: asking ? null : (query.data ?? null),
    asking,
    error: asking ? null : query.error,
    retry: query.refetch,
  };
}

/** Why the launch would be refused, but where one that is kept is used in its place. */
export const faultsOf = (preview: LaunchPreview | null): LaunchFault[] =>
  preview === null || preview.adoptsLaunchId !== null ? [] : preview.faults;

/** The fault to show at a field of the launch: of what is typed, or what AWS says to it. */
export function useLaunchFaultAt(): (field: string) => string | undefined {
  const { draft, launch, errors, faults, errorAt } = useDraft();
  const readable = Object.keys(errors).length === 0 && faults.hardware === undefined;
  const { preview } = useLaunchPreview(readable ? launch : null);
  return (field) => errorAt(field) ?? faultsOf(preview).find(({ path }) => draftField(path, draft) === field)?.message;
}
