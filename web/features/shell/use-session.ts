'use client';

import type { Role, Session } from '@contract/account';
import { mayAct } from '@rules/people/roles';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { useHydrated } from '@/ui/browser/hydrated';

export interface SessionView {
  /** Undefined until it is known. */
  session: Session | undefined;
  isPending: boolean;
  /** Why it is not known; null while it is, or while it is being asked for. */
  error: Error | null;
  retry: () => void;
  /** False until it is known. */
  may: (role: Role) => boolean;
}

/** Who is signed in, and what they may do. The API decides again on every call. */
export function useSession(): SessionView {
  // The server sent its part of the page without: what is taken over first has to be the same.
  const hydrated = useHydrated();
  const query = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => get('/api/v1/session', { signal }),
    staleTime: 60_000,
  });
  const { error, refetch } = query;
  const data = hydrated ? query.data : undefined;
  return {
    session: data,
    isPending: query.isPending || !hydrated,
    error: data ? null : error,
    retry: () => void refetch(),
    may: (role) => data !== undefined && mayAct(data.role, role),
  };
}

/** Whether the person may do what needs that role. Until it is known they may not. */
export const useMay = (role: Role): boolean => useSession().may(role);
