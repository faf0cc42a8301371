'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { get, signOut } from '@/api/client';
import { IconButton } from '@/components/button';
import { Skeleton } from '@/components/skeleton';

export function Account() {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => get('/api/v1/session', { signal }),
    staleTime: 60_000,
  });
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => window.location.assign('/sign-in') });
  if (session.isPending) return <Skeleton className="h-7 w-24 lg:w-full" />;
  if (!session.data) return null;
  const { name, email } = session.data;
  return (
    <div className="flex min-w-0 items-center gap-1.5 lg:w-full">
      <div className="min-w-0 flex-1 text-xs leading-tight" title={email ?? undefined}>
        <span className="sr-only">Signed in as </span>
        <span className="block max-w-28 truncate font-medium lg:max-w-none">{name}</span>
        {leave.isError && (
          <span role="alert" className="text-bad">
            Sign out failed
          </span>
        )}
      </div>
      {session.data.via === 'cookie' && (
        <IconButton label="Sign out" disabled={leave.isPending} onClick={() => leave.mutate()}>
          <LogOut aria-hidden className="size-3.5" />
        </IconButton>
      )}
    </div>
  );
}
