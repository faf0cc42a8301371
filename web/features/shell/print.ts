'use client';

import { useEffect } from 'react';
import { showTheme, storedTheme } from '@/ui/browser/theme';

/** Paper is white: while the page is printed it is drawn light, charts too. */
export function usePrintInLight(): void {
  useEffect(() => {
    const before = (): void => showTheme('light');
    const after = (): void => showTheme(storedTheme());
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
