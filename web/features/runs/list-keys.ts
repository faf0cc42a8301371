'use client';

import { useRouter } from 'next/navigation';
import { type KeyboardEvent as FieldKeyEvent, useEffect } from 'react';
import { compareHref, MIN_COMPARED, parseChosen } from '@/lib/run-selection';
import { MAX_SIDES } from '@/ui/sides';
import { showToast } from '@/ui/toast';
import { isForPage } from '../shell/page-keys';
import { keptSelection } from './selection';

/** One key each, for whoever goes through the list without a pointer; a field that is typed into has its letters. */
export function useListKeys(): void {
  const router = useRouter();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isForPage(event)) return;
      const act = ACTIONS[event.key];
      if (!act) return;
      event.preventDefault();
      act((href) => router.push(href));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [router]);
}

type Go = (href: string) => void;

const ACTIONS: Record<string, (go: Go) => void> = {
  '/': () => document.querySelector<HTMLInputElement>('[data-search-runs]')?.focus(),
  j: () => step(1),
  k: () => step(-1),
  x: () => inRow('[data-select-run]'),
  f: () => inRow('[data-favour-run]'),
  v: () => document.querySelector<HTMLButtonElement>('[data-saved-views]')?.click(),
  b: () => inRow('button[data-pin-run]', currentRow()?.querySelector<HTMLElement>('[data-no-pin]')?.dataset.noPin),
  c: (go) => {
    const chosen = parseChosen(keptSelection());
    if (chosen.length >= MIN_COMPARED && chosen.length <= MAX_SIDES) go(compareHref(chosen.map(({ id }) => id)));
    else
      refuse(
        `A comparison takes ${MIN_COMPARED} to ${MAX_SIDES} runs; ${chosen.length || 'none'} selected. Select by x.`,
      );
  },
};

const LINKS = '[data-open-run]';
/** A toast takes the place of the one before: a key is often pressed twice. */
const refuse = (title: string): void => showToast({ title, bad: true, about: ['list-keys'] });

/** Presses what the current row has there; says why where it has nothing. */
function inRow(control: string, why = 'This row is no single run: open it, or go on with j.'): void {
  const row = currentRow();
  const found = row?.querySelector<HTMLElement>(control);
  if (found) found.click();
  else refuse(row?.querySelector(LINKS) ? why : 'Go to a run first: j is the next row, k the row before.');
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(LINKS)];
const currentRow = (): Element | null => document.activeElement?.closest('tr, li, [data-row]') ?? null;

/** From the search to what it found: the first row, which Enter then opens. */
export function toFirstRow(event: FieldKeyEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
  const [first] = rows();
  if (!first) return;
  event.preventDefault();
  reach(first);
}

/** The link of a row is what Enter opens. */
function step(by: 1 | -1): void {
  const links = rows();
  const here = currentRow()?.querySelector<HTMLElement>(LINKS);
  const next = here ? links[links.indexOf(here) + by] : links[0];
  if (next) reach(next);
}

function reach(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
