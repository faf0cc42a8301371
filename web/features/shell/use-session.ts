'use client';

import type { Role, Session } from '@contract/account';
import { mayAct } from '@rules/people/roles';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';

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
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => get('/api/v1/session', { signal }),
    staleTime: 60_000,
  });
  return {
    session: data,
    isPending,
    error: data ? null : error,
    retry: () => void refetch(),
    may: (role) => data !== undefined && mayAct(data.role, role),
  };
}

/** Whether the person may do what needs that role. Until it is known they may not. */
export const useMay = (role: Role): boolean => useSession().may(role);
