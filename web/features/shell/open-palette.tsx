'use client';

import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/ui/button';
import { onDemand } from '@/ui/on-demand';

const Palette = onDemand(
  async () => (await import('./palette/palette')).Palette,
  <p
    role="status"
    className="fixed inset-x-0 top-20 z-50 mx-auto w-fit rounded-panel border border-line-strong bg-panel px-4 py-3 text-sm"
  >
    Loading the search …
  </p>,
);

/** Opens the palette by a button, and by Ctrl-K or ⌘K wherever the focus is. */
export function OpenPalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // What is typed next is for the field, not for the page.
      if (event.key === 'Control' || event.key === 'Meta') Palette.preload();
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // What is open above the page has to be answered first.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button
        look="ghost"
        aria-keyshortcuts="Control+K Meta+K"
        title="Find or go to (Ctrl K)"
        className="px-2 lg:w-full lg:justify-start"
        onPointerEnter={Palette.preload}
        onFocus={Palette.preload}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-4" />
        <span className="max-lg:sr-only">Find</span>
        <kbd aria-hidden className="ml-auto text-xs max-lg:hidden">
          Ctrl K
        </kbd>
      </Button>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
