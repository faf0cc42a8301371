'use client';

import { X } from 'lucide-react';
import { AlertDialog, Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button';
import { ErrorNotice } from './error-notice';

const OVERLAY = 'fixed inset-0 z-40 bg-[rgb(0_0_0/0.55)]';
const BOX =
  'fixed left-1/2 top-[max(1rem,14vh)] z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[34rem] -translate-x-1/2 overflow-y-auto rounded-panel border border-line-strong bg-panel p-5 shadow-[0_24px_60px_rgb(0_0_0/0.4)]';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={OVERLAY} />
        <RadixDialog.Content className={BOX}>
          <div className="flex items-start justify-between gap-3">
            <RadixDialog.Title className="text-lg font-semibold tracking-tight">{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden className="size-4" />
              </IconButton>
            </RadixDialog.Close>
          </div>
          <RadixDialog.Description className="mt-1 text-sm text-muted">{description}</RadixDialog.Description>
          <div className="mt-4">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  action: string;
  back: string;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
}

export function Confirm({ open, onOpenChange, title, children, action, back, busy, error, onConfirm }: ConfirmProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY} />
        <AlertDialog.Content className={BOX}>
          <AlertDialog.Title className="text-lg font-semibold tracking-tight">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1 grid gap-2 text-sm text-muted">{children}</div>
          </AlertDialog.Description>
          {error ? (
            <div className="mt-3">
              <ErrorNotice title="That did not work" error={error} />
            </div>
          ) : null}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{back}</Button>
            </AlertDialog.Cancel>
            <Button look="danger" disabled={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
