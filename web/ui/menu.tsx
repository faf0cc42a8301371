'use client';

import { Slot } from 'radix-ui';
import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useState } from 'react';
import type { MenuProps } from './menu-parts';

const load = () => import('./menu-parts');
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }));
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }));
export const MenuCheck = lazy(async () => ({ default: (await load()).MenuCheck }));
export const MenuLabel = lazy(async () => ({ default: (await load()).MenuLabel }));
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }));

/**
 * A menu under its button. Lists have one in every row and few are ever opened: what draws them comes when a button is pointed
 * at or has the focus.
 */
export function Menu({ trigger, onOpen, ...rest }: MenuProps) {
  const [asked, setAsked] = useState<'pointer' | 'keyboard' | null>(null);
  const ask = (by: 'pointer' | 'keyboard'): void => {
    setAsked(by);
    onOpen?.();
  };
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={(event: MouseEvent) => ask(event.detail === 0 ? 'keyboard' : 'pointer')}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        ask('keyboard');
      }}
    >
      {trigger}
    </Slot.Root>
  );
  if (asked === null) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} onOpen={onOpen} byKeyboard={asked === 'keyboard'} {...rest} />
    </Suspense>
  );
}
