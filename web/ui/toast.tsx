'use client';

import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Button, IconButton } from './button';
import { classNames } from './class-names';

export interface ToastMessage {
  title: string;
  bad?: boolean;
  action?: { label: string; run: () => void };
  /** Ids of what it is about: what was said of any of them before is over. */
  about?: string[];
}

type Shown = ToastMessage & { id: number };

const NONE: Shown[] = [];
const STAYS_MS = 10_000;
let shown: Shown[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Shown[]): void {
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

const dismiss = (id: number): void => set(shown.filter((toast) => toast.id !== id));

export function Toaster() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
  return (
    <RadixToast.Provider duration={STAYS_MS} label="Notification">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport
        label="Notifications ({hotkey})"
        className="fixed bottom-[calc(max(3.75rem,var(--below-toasts,0px))+1.25rem)] right-4 z-50 grid w-[min(26rem,calc(100vw-2rem))] gap-2 outline-none"
      />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: Shown }) {
  const { id, title, bad, action } = toast;
  return (
    <RadixToast.Root
      type="foreground"
      onOpenChange={(open) => !open && dismiss(id)}
      className={classNames(
        'flex items-center gap-2 rounded-panel border bg-panel py-2 pl-3.5 pr-2 text-sm shadow-[0_12px_32px_rgb(0_0_0/0.35)]',
        bad ? 'border-bad' : 'border-line-strong',
      )}
    >
      <RadixToast.Title className={classNames('min-w-0 flex-1 break-words', bad && 'text-bad')}>
        {title}
      </RadixToast.Title>
      {action && (
        <RadixToast.Action asChild altText={`${action.label}: press F8 to come here`}>
          <Button onClick={action.run}>{action.label}</Button>
        </RadixToast.Action>
      )}
      <RadixToast.Close asChild>
        <IconButton label="Dismiss">
          <X aria-hidden className="size-3.5" />
        </IconButton>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
