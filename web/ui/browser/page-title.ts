'use client';

import { useEffect } from 'react';

/** For pages whose title is known only once their data is here. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · millionrps`;
  }, [title]);
}
