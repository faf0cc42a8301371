'use client';

import { useSession } from '../shell/use-session';

/** False for a viewer; true as long as it is not known, for the API decides. */
export function useMayRun(): boolean {
  const { session, may } = useSession();
  return session === undefined || may('operator');
}
