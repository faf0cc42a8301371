'use client';

import { TERMS, type TermKey, termNamed } from '@rules/words/terms';
import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { onDemand } from './on-demand';

// The first that is opened brings what draws them all: pages have many, and few are asked for.
const TermNote = onDemand(async () => (await import('./term-note')).TermNote);

/** Long enough to get from the word to what it opened. */
const CLOSES_AFTER_MS = 200;

/** A term of a heading that says what it means: at a click, a key, or a mouse that rests on it. Escape closes it. */
export function Term({ of, children }: { of: TermKey; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
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
    <>
      <button
        ref={button}
        type="button"
        data-term=""
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={enter}
        onPointerLeave={leave}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        // The mouse has opened it already: a click would close what was asked for.
        onClick={({ detail }) => setOpen((was) => !was || detail > 0)}
        className="hit relative cursor-help rounded underline decoration-dotted underline-offset-4 sm:after:absolute sm:after:-inset-x-1 sm:after:-inset-y-3 sm:after:content-[''] hover:text-ink print:no-underline"
      >
        {children}
      </button>
      {open && (
        <TermNote
          id={id}
          of={of}
          button={button}
          onPointerEnter={enter}
          onPointerLeave={leave}
          onClose={() => setOpen(false)}
        />
      )}
    </>
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
