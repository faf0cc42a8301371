import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  title: string;
  bad?: boolean;
  action?: { label: string; run: () => void };
  /** Ids of what it is about: what was said of any of them before is over. */
  about?: string[];
}

export type ShownToast = ToastMessage & { id: number };

const NONE: ShownToast[] = [];
let shown: ShownToast[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says something for ten seconds, longer while it is pointed at or has the focus, on whatever page the person goes to. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  const standing = shown.filter(({ about }) => !about?.some((one) => message.about?.includes(one)));
  set([...standing.slice(-2), { ...message, id: lastId }]);
}

export const dismissToast = (id: number): void => set(shown.filter((toast) => toast.id !== id));

export const useToasts = (): ShownToast[] =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
