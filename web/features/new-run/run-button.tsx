'use client';

import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { SkipLink } from '@/features/shell/skip-link';
import { SteadyButton } from '@/ui/button';

const ID = 'run-button';

/** Sends its form: by a click, by Ctrl Enter or ⌘ Enter wherever the focus is, and soon reached from the page’s beginning. */
export function RunButton({ busy }: { busy: boolean }) {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // What is open above the page has to be answered first.
      if (event.repeat || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      const button = document.getElementById(ID);
      if (!(button instanceof HTMLButtonElement)) return;
      event.preventDefault();
      // A field may tell the form what was typed only when it is left.
      button.focus();
      button.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <SkipLink to={ID}>Go to Run</SkipLink>
      <SteadyButton
        id={ID}
        look="primary"
        type="submit"
        busy={busy}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title="Ctrl Enter, or ⌘ Enter"
        className="flex-1"
      >
        <Play aria-hidden className="size-3.5" />
        {busy ? 'Starting …' : 'Run'}
      </SteadyButton>
    </>
  );
}
