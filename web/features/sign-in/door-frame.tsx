import type { ReactNode } from 'react';
import { ThemeToggle } from '../shell/theme-toggle';

/** The frame of pages that one sees before being signed in. */
export function DoorFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-[31rem] content-center gap-5 px-5 py-10">
      <header className="flex items-center justify-between">
        <span className="text-[15px] font-semibold tracking-tight">millionrps</span>
        <ThemeToggle />
      </header>
      <section className="min-w-0 rounded-panel border border-line bg-panel p-6">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <div className="mt-4 grid gap-4">{children}</div>
      </section>
    </main>
  );
}
