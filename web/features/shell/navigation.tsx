'use client';

import type { Role } from '@contract/account';
import { Activity, ChartLine, Cloud, FlaskConical, Server, Share2 } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { HoverLink } from '@/ui/hover-link';
import { useSession } from './use-session';

interface Place {
  href: string;
  label: string;
  icon: typeof Activity;
  here: (path: string) => boolean;
  needs: Role;
}

const under =
  (...starts: string[]) =>
  (path: string) =>
    starts.some((start) => path.startsWith(start));

const PLACES: Place[] = [
  {
    href: '/',
    label: 'Runs',
    icon: Activity,
    here: (path) => path === '/' || under('/runs', '/compare', '/imports')(path),
    needs: 'viewer',
  },
  {
    href: '/experiments',
    label: 'Experiments',
    icon: FlaskConical,
    here: under('/experiments'),
    needs: 'viewer',
  },
  { href: '/benchmarks', label: 'Benchmarks', icon: ChartLine, here: under('/benchmarks'), needs: 'viewer' },
  { href: '/shares', label: 'Shares', icon: Share2, here: under('/shares'), needs: 'operator' },
  { href: '/hosts', label: 'Hosts', icon: Server, here: under('/hosts'), needs: 'viewer' },
  { href: '/cloud', label: 'Cloud', icon: Cloud, here: under('/cloud'), needs: 'operator' },
];

export function Navigation() {
  const path = usePathname();
  const { may } = useSession();
  // What everybody may see stands there before it is known who is looking.
  const places = PLACES.filter(({ needs }) => needs === 'viewer' || may(needs));
  return (
    <>
      <HoverLink
        href="/"
        className="hit hidden px-2.5 text-[15px] font-semibold tracking-tight max-md:block lg:block lg:pb-4"
      >
        millionrps
      </HoverLink>
      <nav
        aria-label="Main"
        className="flex gap-0.5 max-md:order-last max-md:w-full max-md:justify-between max-md:overflow-x-auto lg:flex-col"
      >
        {places.map(({ href, label, icon: Icon, here }) => (
          <HoverLink
            key={href}
            href={href}
            aria-current={here(path) ? 'page' : undefined}
            className="flex items-center gap-2.5 rounded-control px-2.5 py-1.5 max-md:min-h-11 max-md:min-w-11 max-md:justify-center max-md:px-1.5 max-md:text-sm max-md:outline-offset-[-2px] text-muted hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            <Icon aria-hidden className="hidden size-4 sm:block" />
            {label}
          </HoverLink>
        ))}
      </nav>
    </>
  );
}
