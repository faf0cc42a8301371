'use client';

import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export const SKIP_LINK =
  'absolute left-2 top-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-1.5 text-sm font-medium text-accent-ink focus:translate-y-0';
export const SKIP_LINKS = 'skip-links';

/** One more way past what stands before: to a control of this page, from the page’s beginning. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(SKIP_LINKS)), []);
  if (!place) return null;
  return createPortal(
    <a
      href={`#${to}`}
      className={SKIP_LINK}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
    >
      {children}
    </a>,
    place,
  );
}
