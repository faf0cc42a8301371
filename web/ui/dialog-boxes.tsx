'use client';

import { X } from 'lucide-react';
import { AlertDialog, Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { returnFocus } from './browser/opener';
import { Button, IconButton } from './button';
import { ErrorNotice } from './error-notice';

/** As high as a box: a later dialog covers an earlier one. */
const OVERLAY = 'fixed inset-0 z-50 bg-[rgb(0_0_0/0.55)]';
const BOX =
  'fixed left-1/2 top-[max(1rem,14vh)] z-50 max-h-[calc(100dvh-max(1rem,14vh)-1rem)] w-[calc(100vw-2rem)] max-w-[34rem] -translate-x-1/2 overflow-y-auto rounded-panel border border-line-strong bg-panel p-5 shadow-[0_24px_60px_rgb(0_0_0/0.4)]';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  children: ReactNode;
  /** Only its own buttons close it: it shows what cannot be had again. */
  deliberate?: boolean;
}

export interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What it does, what is kept, and whether it can be taken back. */
  children: ReactNode;
  /** On the button that does it, and while it is being done: 'Stop the experiment', 'Stopping …'. */
  action: string;
  acting: string;
  back: string;
  /** What is done: a mutation. Its error shows here and is forgotten when this closes. */
  act: { isPending: boolean; error: unknown; reset: () => void };
  onConfirm: () => void;
}

/** An open one, with what had the focus when it was asked for. */
type Opened<Props> = Omit<Props, 'open'> & { opener: HTMLElement | null };

/** Dialogs are opened by state rather than by a trigger of Radix: the focus finds its own way back. */
const wayBack =
  (opener: HTMLElement | null) =>
  (event: Event): void => {
    event.preventDefault();
    returnFocus(opener);
  };

export function DialogBox({ opener, onOpenChange, title, description, children, deliberate }: Opened<DialogProps>) {
  const goBack = wayBack(opener);
  const stay = (event: Event): void => {
    if (deliberate) event.preventDefault();
  };
  return (
    <RadixDialog.Root open onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={OVERLAY} />
        <RadixDialog.Content className={BOX} onCloseAutoFocus={goBack} onInteractOutside={stay} onEscapeKeyDown={stay}>
          <div className="flex items-start justify-between gap-3">
            <RadixDialog.Title className="min-w-0 text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
              {title}
            </RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden className="size-4" />
              </IconButton>
            </RadixDialog.Close>
          </div>
          <RadixDialog.Description className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
            {description}
          </RadixDialog.Description>
          <div className="mt-4">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export function ConfirmBox(props: Opened<ConfirmProps>) {
  const { opener, onOpenChange, title, children, action, acting, back, act, onConfirm } = props;
  const turn = (next: boolean): void => {
    act.reset();
    onOpenChange(next);
  };
  const goBack = wayBack(opener);
  return (
    <AlertDialog.Root open onOpenChange={turn}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY} />
        <AlertDialog.Content className={BOX} onCloseAutoFocus={goBack}>
          <AlertDialog.Title className="text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1 grid gap-2 text-sm text-muted">{children}</div>
          </AlertDialog.Description>
          {act.error ? (
            <div className="mt-3">
              <ErrorNotice title="That did not work" error={act.error} />
            </div>
          ) : null}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{back}</Button>
            </AlertDialog.Cancel>
            <Button look="danger" disabled={act.isPending} onClick={onConfirm}>
              {act.isPending ? acting : action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
