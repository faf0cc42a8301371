'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { focusMain } from '@/ui/browser/opener';

/** The path that the browser's history led back or forward to; null once another one was opened by a link. */
let returnedTo: string | null = null;

if (typeof window !== 'undefined') {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (loaded && loaded.type !== 'navigate') returnedTo = window.location.pathname;
  window.addEventListener('popstate', () => {
    returnedTo = window.location.pathname;
  });
}

/** The page that is shown was come back to, or loaded again: what was left on it is still meant. */
export const cameBack = (): boolean => returnedTo === window.location.pathname;

/** What had the focus last on each page of this visit, as a selector: pages are drawn anew when they are come back to. */
const left = new Map<string, string>();

/** Rows and lists may be on their way still. */
const WAITED_MS = 4000;

/** A page that was gone to within the app begins at its content, for the keyboard too; one that is come back to, where it was left. */
export function Arrival() {
  const path = usePathname();
  const shown = useRef(path);
  useEffect(() => rememberFocus(path), [path]);
  useEffect(() => {
    if (returnedTo !== path) returnedTo = null;
    if (shown.current === path) return;
    shown.current = path;
    const main = document.getElementById('main');
    const focused = document.activeElement;
    if (!main || (main !== focused && main.contains(focused))) return;
    const wanted = returnedTo === path ? left.get(path) : undefined;
    focusMain();
    if (wanted !== undefined) return focusWhenThere(main, wanted);
  }, [path]);
  return null;
}

function rememberFocus(path: string): () => void {
  const remember = ({ target }: FocusEvent): void => {
    const selector = target instanceof HTMLElement && target.closest('#main') ? selectorOf(target) : null;
    if (selector !== null) left.set(path, selector);
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/** Null for what could not be told apart on the page as it is drawn next. */
function selectorOf(element: HTMLElement): string | null {
  if (element.id === 'main') return null;
  const { selectRun } = element.dataset;
  if (selectRun !== undefined) return `[data-select-run="${CSS.escape(selectRun)}"]`;
  const href = element.getAttribute('href');
  return href === null ? null : `a[href="${CSS.escape(href)}"]`;
}

function focusWhenThere(main: HTMLElement, selector: string): () => void {
  const focus = (): void => {
    const now = document.activeElement;
    // Whoever has gone on by then is not called back.
    if (now !== main && now !== document.body && !now?.matches(selector)) return stop();
    if (now?.matches(selector)) return;
    main.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  };
  // What was found may be drawn once more: it is watched for a while.
  const watch = new MutationObserver(focus);
  const timer = setTimeout(() => stop(), WAITED_MS);
  function stop(): void {
    watch.disconnect();
    clearTimeout(timer);
  }
  watch.observe(main, { childList: true, subtree: true });
  focus();
  return stop;
}
