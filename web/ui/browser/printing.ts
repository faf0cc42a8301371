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

let wanted = false;
const waiting = new Set<() => void>();

/** From now on everything of the page is read, also what was never scrolled to. */
export function wantWhole(): void {
  wanted = true;
  for (const changed of waiting) changed();
}

function subscribeToWhole(changed: () => void): () => void {
  waiting.add(changed);
  return () => waiting.delete(changed);
}

/** Whether the page is about to be printed, or was. */
export const useWhole = (): boolean =>
  useSyncExternalStore(
    subscribeToWhole,
    () => wanted,
    () => false,
  );
