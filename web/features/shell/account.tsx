'use client';

import { useMutation } from '@tanstack/react-query';
import { ChevronsUpDown, LogOut, Settings } from 'lucide-react';
import Link from 'next/link';
import { DropdownMenu } from 'radix-ui';
import { post } from '@/api/client';
import { Skeleton } from '@/components/skeleton';
import { useSession } from './use-session';

const ITEM =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-raised';

/** Who one is, and the ways from there: settings and out. */
export function Account() {
  const { session, isPending } = useSession();
  const leave = useMutation({
    mutationFn: () => post('/api/auth/sign-out', undefined, { stay: true }),
    onSuccess: () => window.location.assign('/sign-in'),
  });
  if (isPending) return <Skeleton className="h-9 w-24 lg:w-full" />;
  if (!session) return null;
  const { name, email, role } = session;
  return (
    <div className="min-w-0 lg:w-full">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label={`Account of ${name}, ${role}`}
          className="flex w-full min-w-0 items-center gap-1.5 rounded-control px-2 py-1 text-left hover:bg-raised data-[state=open]:bg-raised lg:-mx-2 lg:w-[calc(100%+1rem)]"
        >
          <span className="min-w-0 flex-1 text-xs leading-tight">
            <span className="block max-w-20 truncate font-medium sm:max-w-28 lg:max-w-none">{name}</span>
            <span className="block text-muted">{role}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={6}
            collisionPadding={8}
            className="z-40 min-w-52 max-w-[calc(100vw-1rem)] rounded-panel border border-line-strong bg-panel p-1 shadow-[0_12px_32px_rgb(0_0_0/0.3)]"
          >
            <div className="px-2.5 py-1.5 text-xs text-muted [overflow-wrap:anywhere]">{email ?? name}</div>
            <DropdownMenu.Item asChild>
              <Link href="/settings" className={ITEM}>
                <Settings aria-hidden className="size-3.5" />
                Settings
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item className={ITEM} disabled={leave.isPending} onSelect={() => leave.mutate()}>
              <LogOut aria-hidden className="size-3.5" />
              Sign out
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {leave.isError && (
        <p role="alert" className="text-xs text-bad">
          Sign out failed; try again.
        </p>
      )}
    </div>
  );
}
