import type { ReactNode } from 'react';
import { Account } from './account';
import { Arrival } from './arrival';
import { FocusKeeper } from './focus-keeper';
import { Navigation } from './navigation';
import { OpenPalette } from './open-palette';
import { ProofDialog } from './proof-dialog';
import { Shortcuts } from './shortcuts';
import { SilenceNotice } from './silence-notice';
import { CONTENT_SKIP_LINKS, SKIP_LINK, SKIP_LINKS } from './skip-link';
import { ThemeToggle } from './theme-toggle';

export function AppShell({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[200px_minmax(0,1fr)] print:!block">
      <div id={SKIP_LINKS} className="contents">
        <a href="#main" className={SKIP_LINK}>
          Skip to the content
        </a>
      </div>
      <Arrival />
      <header className="print:hidden flex items-center gap-2 border-b border-line px-3 py-2 max-md:flex-wrap max-md:gap-y-0 max-md:py-1 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:gap-0 lg:border-b-0 lg:border-r lg:px-2.5 lg:py-4">
        <Navigation />
        <div className="ml-auto flex min-w-0 items-center gap-2 lg:ml-0 lg:gap-3 lg:mt-auto lg:grid lg:justify-items-start lg:px-2.5">
          <OpenPalette />
          <div className="max-lg:hidden">
            <ThemeToggle />
          </div>
          <Account />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="w-full min-w-0 max-w-[1400px] px-4 pb-16 pt-4 outline-none sm:px-7 sm:pt-5 print:!p-0"
      >
        <div id={CONTENT_SKIP_LINKS} className="contents" />
        <SilenceNotice />
        {children}
      </main>
      <FocusKeeper />
      <Shortcuts />
      <ProofDialog />
    </div>
  );
}
