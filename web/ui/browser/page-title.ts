'use client';

import { useEffect } from 'react';

/** For pages with a title that only their data gives. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · millionrps`;
  }, [title]);
}
