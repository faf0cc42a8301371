'use client';

import { ROLE_SENTENCE } from '@rules/people/roles';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { get } from '@/api/client';
import { ApiError } from '@/api/problem';
import { formatDate } from '@/lib/time';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { SkeletonRows } from '@/ui/skeleton';
import { DoorFrame } from '../sign-in/door-frame';
import { AcceptForm } from './accept-form';

export function InvitePage({ secret }: { secret: string }) {
  const invite = useQuery({
    queryKey: ['invite', secret],
    queryFn: ({ signal }) => get('/api/v1/invites/by-secret/:secret', { path: { secret }, signal, stay: true }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invite.isPending) {
    return (
      <DoorFrame title="Your invite">
        <SkeletonRows rows={3} label="Loading the invite" />
      </DoorFrame>
    );
  }
  if (!invite.data) {
    const gone = invite.error instanceof ApiError && [404, 422].includes(invite.error.status);
    return gone ? <GoneInvite /> : <UnreadInvite error={invite.error} retry={() => invite.refetch()} />;
  }
  const { email, role, createdByName, expiresAtUs } = invite.data;
  return (
    <DoorFrame title="You are invited">
      <p>
        {createdByName} invites <strong className="font-semibold [overflow-wrap:anywhere]">{email}</strong> as{' '}
        <strong className="font-semibold">{role}</strong>, who {ROLE_SENTENCE[role]}.
      </p>
      <SignedInAlready />
      <AcceptForm secret={secret} email={email} />
      <p className="text-xs text-muted">The link makes one account and works until {formatDate(expiresAtUs)}.</p>
    </DoorFrame>
  );
}

/** A new account takes the place of the present one in this browser, so the page says so first. */
function SignedInAlready() {
  const session = useQuery({
    queryKey: ['session', 'invite'],
    queryFn: ({ signal }) => get('/api/v1/session', { signal, stay: true }),
    retry: false,
  });
  if (!session.data) return null;
  const { name, email } = session.data;
  return (
    <Notice
      kind="warn"
      title={`You are signed in as ${name}`}
      actions={
        <Link href="/" className={buttonClass()}>
          Go on as {name}
        </Link>
      }
    >
      Creating the account signs {email ?? name} out in this browser.
    </Notice>
  );
}

function GoneInvite() {
  return (
    <DoorFrame title="This invite does not work">
      <p className="text-muted">
        It was used, revoked or has expired, or the link is not complete. Ask whoever sent it for a new one. If you have
        made your account already, sign in with it.
      </p>
      <p>
        <Link href="/sign-in" className={buttonClass('primary')}>
          Sign in
        </Link>
      </p>
    </DoorFrame>
  );
}

function UnreadInvite({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <DoorFrame title="Your invite">
      <ErrorNotice title="The invite could not be read" error={error} retry={retry} />
    </DoorFrame>
  );
}
