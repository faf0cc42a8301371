'use client';

import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, type MouseEvent, type ReactNode, useCallback, useState } from 'react';
import { classNames } from './class-names';

const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-[4px] px-2 py-1 text-sm outline-none data-[highlighted]:bg-raised data-[highlighted]:shadow-[inset_0_0_0_1px_var(--line-strong)]';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  onOpen?: () => void;
  /** Where the focus goes when what the menu belongs to is about to change. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** A menu that was asked for before its parts had come: it begins open, by the keyboard with its first item chosen. */
export function OpenMenu({
  trigger,
  children,
  align = 'start',
  onOpen,
  onCloseAutoFocus,
  askedBy,
}: MenuProps & { askedBy: 'pointer' | 'keyboard' }) {
  const [open, setOpen] = useState(true);
  const [by, setBy] = useState(askedBy);
  const content = useCallback(
    (drawn: HTMLDivElement | null): void => {
      if (!drawn || by !== 'keyboard') return;
      const first = drawn.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])');
      // The menu itself takes the focus when it is drawn.
      requestAnimationFrame(() => first?.focus());
    },
    [by],
  );
  const change = (next: boolean): void => {
    setOpen(next);
    setBy('pointer');
    if (next) onOpen?.();
  };
  /** The menu itself hears pointers and keys alone: a shortcut, or a reading aid, clicks without either. */
  const click = (event: MouseEvent): void => {
    if (event.detail !== 0) return;
    change(!open);
    setBy('keyboard');
  };
  return (
    <DropdownMenu.Root open={open} modal={false} onOpenChange={change}>
      <DropdownMenu.Trigger asChild onClick={click}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={content}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
          className="z-40 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] min-w-44 max-w-[min(22rem,calc(100vw-1rem))] overflow-y-auto rounded-panel border border-line-strong bg-panel p-1 shadow-[0_12px_32px_rgb(0_0_0/0.35)]"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export type MenuItemProps = ComponentProps<typeof DropdownMenu.Item> & { danger?: boolean };

export function MenuItem({ danger, className, ...rest }: MenuItemProps) {
  return <DropdownMenu.Item className={classNames(ITEM, danger && 'text-bad', className)} {...rest} />;
}

/** Stays open: several are chosen one after another. */
export function MenuCheck({ children, aside, ...rest }: CheckProps) {
  return (
    <DropdownMenu.CheckboxItem className={ITEM} onSelect={(event) => event.preventDefault()} {...rest}>
      <span aria-hidden data-state={rest.checked ? 'checked' : 'unchecked'} className="check-box size-3.5" />
      <span className="min-w-0 flex-1 break-words">{children}</span>
      {aside !== undefined && <span className="text-xs text-muted">{aside}</span>}
    </DropdownMenu.CheckboxItem>
  );
}

export interface CheckProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
  aside?: ReactNode;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2 py-1 text-xs text-muted [overflow-wrap:anywhere]">
      {children}
    </DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
