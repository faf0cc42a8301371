'use client';

import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classNames } from '@/ui/class-names';
import { controlClass } from './control';
import { Field } from './field';

export interface ComboboxOption {
  value: string;
  /** Said beneath it, and searched too. */
  about: string;
}

interface ComboboxProps {
  id: string;
  label: string;
  options: ComboboxOption[];
  placeholder?: string;
  hint?: string;
  /** What is said when nothing matches. */
  nothing: (typed: string) => string;
  onChoose: (value: string) => void;
}

/** Takes one of many names, found by any part of it or of what is said about it; empty again once one is chosen. */
export function Combobox({ id, label, options, placeholder, hint, nothing, onChoose }: ComboboxProps) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const found = matching(options, typed);
  const current = found[Math.min(marked, found.length - 1)];

  const mark = (place: number): void => {
    setOpen(true);
    setMarked(place);
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (value: string): void => {
    setTyped('');
    setMarked(0);
    setOpen(false);
    onChoose(value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (found.length > 0) mark(open ? (marked + step + found.length) % found.length : marked);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Never sends the form: Enter chooses, or does nothing.
      event.preventDefault();
      if (open && current) choose(current.value);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <Field id={id} label={label} hint={hint}>
      <div className="relative">
        <input
          id={id}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && current ? `${listId}-${current.value}` : undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          placeholder={placeholder}
          className={controlClass(false)}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {open && (
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={label}
            className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-panel border border-line-strong bg-panel p-1 shadow-[0_12px_32px_rgb(0_0_0/0.35)]"
          >
            {found.map((option, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's, which keeps the focus
              <div
                key={option.value}
                id={`${listId}-${option.value}`}
                role="option"
                tabIndex={-1}
                aria-selected={option === current}
                className={classNames(
                  'cursor-pointer rounded-[4px] px-2 py-1',
                  option === current && 'bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)]',
                )}
                onPointerMove={() => setMarked(place)}
                // The input keeps the focus, and with it the list; a finger that scrolls the list chooses nothing.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option.value)}
              >
                <div className="font-mono text-xs [overflow-wrap:anywhere]">{option.value}</div>
                <div className="text-xs text-muted">{option.about}</div>
              </div>
            ))}
            {found.length === 0 && <p className="px-2 py-1 text-xs text-muted">{nothing(typed)}</p>}
          </div>
        )}
      </div>
    </Field>
  );
}

function matching(options: ComboboxOption[], typed: string): ComboboxOption[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ value, about }) => {
    const text = `${value} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
