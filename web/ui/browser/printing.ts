'use client';

import { useSyncExternalStore } from 'react';

let printing = false;

function subscribe(changed: () => void): () => void {
  const before = (): void => {
    printing = true;
    changed();
  };
  const after = (): void => {
    printing = false;
    changed();
  };
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}

/** Whether the page is being put on paper. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );
