'use client';

import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export const SKIP_LINK =
  'absolute left-2 top-2 z-50 inline-flex -translate-y-16 items-center rounded-control bg-accent px-3 py-1.5 text-sm max-sm:min-h-11 font-medium text-accent-ink focus:translate-y-0';
export const SKIP_LINKS = 'skip-links';
export const CONTENT_SKIP_LINKS = 'content-skip-links';

interface SkipLinkProps {
  to: string;
  children: string;
}

/**
 * One more way past what stands before: to a control of this page, from the page’s beginning and from the beginning of its
 * content, where whoever came from within the app stands.
 */
export function SkipLink({ to, children }: SkipLinkProps) {
  const [places, setPlaces] = useState<HTMLElement[]>([]);
  useEffect(() => setPlaces([SKIP_LINKS, CONTENT_SKIP_LINKS].flatMap((id) => document.getElementById(id) ?? [])), []);
  return places.map((place) =>
    createPortal(
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
      place.id,
    ),
  );
}
