'use client';

import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { Button, IconButton } from './button';
import { classNames } from './class-names';
import { dismissToast, type ShownToast } from './toast';

const STAYS_MS = 10_000;

export function ToastCards({ toasts }: { toasts: ShownToast[] }) {
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

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, title, bad, action } = toast;
  return (
    <RadixToast.Root
      type="foreground"
      onOpenChange={(open) => !open && dismissToast(id)}
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
