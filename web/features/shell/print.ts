'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { wantWhole } from '@/ui/browser/printing';
import { showTheme, storedTheme } from '@/ui/browser/theme';
import { showToast } from '@/ui/toast';

const LOOK_MS = 100;
/** The page asks for the next thing once the one before has come: so many looks in a row find nothing under way. */
const QUIET_LOOKS = 3;
const TELL_AFTER_MS = 500;
const PATIENCE_MS = 20_000;

/**
 * Paper is white, and nobody scrolls on it: while the page is printed it is drawn light, charts too, and by Ctrl+P what was
 * not scrolled to is read first. A browser that prints by its menu does not wait; what is missing then says so.
 */
export function usePrint(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const before = (): void => {
      wantWhole();
      showTheme('light');
    };
    const after = (): void => showTheme(storedTheme());
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'p' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      event.preventDefault();
      if (!event.repeat) void printWhole(queries);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      window.removeEventListener('keydown', press);
    };
  }, [queries]);
}

async function printWhole(queries: QueryClient): Promise<void> {
  wantWhole();
  const startedMs = performance.now();
  let told = false;
  for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() - startedMs < PATIENCE_MS; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    quiet = queries.isFetching() === 0 ? quiet + 1 : 0;
    if (told || performance.now() - startedMs < TELL_AFTER_MS) continue;
    told = true;
    showToast({ title: 'Reading the rest of the page before it is printed.' });
  }
  window.print();
}
