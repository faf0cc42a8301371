'use client';

import type { Session } from '@contract/account';
import { useMutation } from '@tanstack/react-query';
import { ChevronsUpDown, LogOut, Settings } from 'lucide-react';
import Link from 'next/link';
import { post } from '@/api/client';
import { Button } from '@/ui/button';
import { Menu, MenuItem, MenuLabel } from '@/ui/menu';
import { Skeleton } from '@/ui/skeleton';
import { ThemeItems } from './theme-toggle';
import { useSession } from './use-session';

/** Who one is, and the ways from there: settings and out. */
export function Account() {
  const { session, error, retry } = useSession();
  if (session) return <AccountMenu session={session} />;
  if (!error) return <Skeleton className="h-9 w-24 lg:w-full" />;
  return (
    <div role="alert" className="grid justify-items-start gap-1 text-xs">
      <span className="text-bad max-sm:sr-only">Account not read</span>
      <Button onClick={retry} title={error.message}>
        Try again
      </Button>
    </div>
  );
}

function AccountMenu({ session: { name, email, role } }: { session: Session }) {
  const leave = useMutation({
    mutationFn: () => post('/api/auth/sign-out', undefined, { stay: true }),
    onSuccess: () => window.location.assign('/sign-in'),
  });
  return (
    <div className="min-w-0 lg:w-full">
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            className="flex w-full min-w-0 items-center gap-1.5 rounded-control px-2 py-1 text-left hover:bg-raised data-[state=open]:bg-raised lg:-mx-2 lg:w-[calc(100%+1rem)]"
          >
            <span className="sr-only">Account: </span>
            <span className="min-w-0 flex-1 text-xs leading-tight">
              <span className="block max-w-20 truncate font-medium sm:max-w-28 lg:max-w-none">{name}</span>
              <span className="block text-muted">{role}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        }
      >
        <MenuLabel>{email ?? name}</MenuLabel>
        <MenuItem asChild>
          <Link href="/settings">
            <Settings aria-hidden className="size-3.5" />
            Settings
          </Link>
        </MenuItem>
        <ThemeItems />
        <MenuItem disabled={leave.isPending} onSelect={() => leave.mutate()}>
          <LogOut aria-hidden className="size-3.5" />
          Sign out
        </MenuItem>
      </Menu>
      {leave.isError && (
        <p role="alert" className="text-xs text-bad">
          Sign out failed; try again.
        </p>
      )}
    </div>
  );
}
