'use client';

import { useEffect } from 'react';
import { focusMain } from '@/ui/browser/opener';

/** When what has the focus in the page goes away, the focus goes to the content rather than to the top of the document. */
export function FocusKeeper() {
  useEffect(() => {
    const main = document.getElementById('main');
    if (!main) return;
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent): void => {
      last = target instanceof Element && main.contains(target) ? target : null;
    };
    const forget = (): void => {
      last = null;
    };
    const keep = (): void => {
      if (last === null || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) focusMain();
    };
    const watch = new MutationObserver(keep);
    watch.observe(main, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    // Whoever clicks beside everything means to leave.
    document.addEventListener('pointerdown', forget);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  return null;
}
