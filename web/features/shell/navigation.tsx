'use client';

import { Activity, Server } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';

const PLACES = [
  { href: '/', label: 'Runs', icon: Activity, here: (path: string) => path === '/' || path.startsWith('/runs') },
  { href: '/hosts', label: 'Hosts', icon: Server, here: (path: string) => path.startsWith('/hosts') },
];

export function Navigation() {
  const path = usePathname();
  return (
    <>
      <Link href="/" className="hidden px-2.5 pb-4 text-[15px] font-semibold tracking-tight lg:block">
        millionrps
      </Link>
      <nav aria-label="Main" className="flex gap-0.5 lg:flex-col">
        {PLACES.map(({ href, label, icon: Icon, here }) => (
          <Link
            key={href}
            href={href}
            aria-current={here(path) ? 'page' : undefined}
            className="flex items-center gap-2.5 rounded-control px-2.5 py-1.5 text-muted hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            <Icon aria-hidden className="hidden size-4 sm:block" />
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
