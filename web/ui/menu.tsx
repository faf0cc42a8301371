'use client';

import { Slot } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { CheckProps, MenuItemProps, MenuProps, OpenMenu } from './menu-parts';

type Parts = typeof import('./menu-parts');

let parts: Parts | null = null;

async function load(): Promise<void> {
  parts = await import('./menu-parts');
}

type AskedBy = ComponentProps<typeof OpenMenu>['askedBy'];

/**
 * A menu under its button. Lists have one in every row and few are ever opened: what draws them comes when a button is pointed
 * at or has the focus.
 */
export function Menu(props: MenuProps) {
  const { trigger, onOpen } = props;
  const [askedBy, setAskedBy] = useState<AskedBy | null>(null);
  if (askedBy !== null && parts) return <parts.OpenMenu {...props} askedBy={askedBy} />;
  const ask = async (by: AskedBy): Promise<void> => {
    await load();
    onOpen?.();
    setAskedBy(by);
  };
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={(event: MouseEvent) => void ask(event.detail === 0 ? 'keyboard' : 'pointer')}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        void ask('keyboard');
      }}
    >
      {trigger}
    </Slot.Root>
  );
}

// What stands in a menu is drawn only while it is open.
export const MenuItem = (props: MenuItemProps) => parts && <parts.MenuItem {...props} />;
export const MenuCheck = (props: CheckProps) => parts && <parts.MenuCheck {...props} />;
export const MenuLabel = (props: ComponentProps<Parts['MenuLabel']>) => parts && <parts.MenuLabel {...props} />;
export const MenuSeparator = () => parts && <parts.MenuSeparator />;
