'use client';

import type { Role } from '@contract/account';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { useSession } from './use-session';

interface AllowedProps {
  needs: Role;
  children: ReactNode;
  /** What stands there for those who may not, once that is known; nothing unless given. */
  otherwise?: ReactNode;
}

/** What needs a role: absent, not greyed, for whoever has less. Where a whole page hangs on it, it says when that cannot be known. */
export function Allowed({ needs, children, otherwise = null }: AllowedProps) {
  const { session, may, error, retry } = useSession();
  if (!session) return error && otherwise ? <RoleUnread retry={retry} /> : null;
  return may(needs) ? children : otherwise;
}

function RoleUnread({ retry }: { retry: () => void }) {
  return (
    <span role="alert" className="inline-flex flex-wrap items-center gap-2 text-sm">
      <span className="text-bad">What you may do here could not be read.</span>
      <Button onClick={retry}>Try again</Button>
    </span>
  );
}

export function SessionUnread({ error, retry }: { error: Error; retry: () => void }) {
  return <ErrorNotice title="Who is signed in could not be read" error={error} retry={retry} />;
}

/** The plain hint in place of an action: <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="run" />}>. */
export function NeedsRole({ needs, to }: { needs: Role; to: string }) {
  return (
    <span className="text-xs text-muted">
      Ask an administrator for the {needs} role to {to}.
    </span>
  );
}
