'use client';

import { TERMS, type TermKey } from '@rules/words/terms';
import { Popover } from 'radix-ui';
import type { PointerEventHandler, RefObject } from 'react';

interface TermNoteProps {
  id: string;
  of: TermKey;
  button: RefObject<HTMLButtonElement | null>;
  onPointerEnter: PointerEventHandler;
  onPointerLeave: PointerEventHandler;
  onClose: () => void;
}

/** What a term means, beside its button. */
export function TermNote({ id, of, button, onClose, ...pointer }: TermNoteProps) {
  const { name, text, docs } = TERMS[of];
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          aria-label={name}
          sideOffset={6}
          collisionPadding={8}
          {...pointer}
          // The focus stays where it is: a term that is given it opens.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // Its button closes it by itself.
          onInteractOutside={(event) => button.current?.contains(event.target as Node) && event.preventDefault()}
          className="z-40 max-w-[min(20rem,calc(100vw-1rem))] rounded-panel border border-line-strong bg-panel p-3 text-sm text-ink shadow-[0_12px_32px_rgb(0_0_0/0.35)]"
        >
          <p>{text}</p>
          <p className="mt-1.5 text-xs text-muted">More: {docs}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
