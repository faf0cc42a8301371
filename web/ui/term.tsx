'use client';

import { TERMS, type TermKey, termNamed } from '@rules/words/terms';
import { Popover } from 'radix-ui';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';

/** Long enough to get from the word to what it opened. */
const CLOSES_AFTER_MS = 200;

/** A term of a heading that says what it means: at a click, a key, or a mouse that rests on it. Escape closes it. */
export function Term({ of, children }: { of: TermKey; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { name, text, docs } = TERMS[of];
  const stay = () => clearTimeout(closing.current);
  const enter = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    stay();
    setOpen(true);
  };
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    stay();
    closing.current = setTimeout(() => setOpen(false), CLOSES_AFTER_MS);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        type="button"
        data-term=""
        onPointerEnter={enter}
        onPointerLeave={leave}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        // The mouse has opened it already: a click would close what was asked for.
        onClick={(event) => open && event.detail > 0 && event.preventDefault()}
        className="hit relative cursor-help rounded underline decoration-dotted underline-offset-4 sm:after:absolute sm:after:-inset-x-1 sm:after:-inset-y-3 sm:after:content-[''] hover:text-ink print:no-underline"
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={name}
          sideOffset={6}
          collisionPadding={8}
          onPointerEnter={enter}
          onPointerLeave={leave}
          // The focus stays where it is: a term that is given it opens.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-40 max-w-[min(20rem,calc(100vw-1rem))] rounded-panel border border-line-strong bg-panel p-3 text-sm text-ink shadow-[0_12px_32px_rgb(0_0_0/0.35)]"
        >
          <p>{text}</p>
          <p className="mt-1.5 text-xs text-muted">More: {docs}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A label, which says what it means where it is a term. */
export function Label({ text }: { text: string }) {
  const key = termNamed(text);
  return key === null ? text : <Term of={key}>{text}</Term>;
}

/** Beside the label of a field, in which no other button may stand. */
export const TermMark = ({ of }: { of: TermKey }) => (
  <Term of={of}>
    <span aria-hidden>?</span>
    <span className="sr-only">{`What ${TERMS[of].name} means`}</span>
  </Term>
);
