'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDraft } from './draft-form';
import { type PartName, partOf } from './parts';

interface FormPartProps {
  part: PartName;
  title: string;
  /** What is set in it, in a line. */
  said: ReactNode;
  /** It begins open. */
  open?: boolean;
  children: ReactNode;
}

/** A part of the form in a line until it is edited. Its fields stay in the page: a fault in one is found and focused. */
export function FormPart({ part, title, said, open = false, children }: FormPartProps) {
  const { faults, errors, errorAt } = useDraft();
  const faulty = Object.keys(faults).some((field) => partOf(field) === part && errorAt(field) !== undefined);
  const unreadable = Object.keys(errors).some((field) => partOf(field) === part);
  // Only where it begins: afterwards it is the reader's.
  const [openAtFirst] = useState(faulty || open);
  return (
    <details open={openAtFirst} className="group/part border-t border-line first:border-t-0">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-3 rounded-panel px-3 py-2 outline-offset-[-2px] hover:bg-raised sm:min-h-10 sm:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open/part:rotate-90"
        />
        <h2 className="w-24 shrink-0 text-sm font-semibold sm:w-32">{title}</h2>
        <span className="min-w-0 text-pretty sm:line-clamp-2 flex-1 text-sm [overflow-wrap:anywhere] group-open/part:text-muted">
          {faulty && <span className="mr-1.5 font-medium text-bad">needs a look</span>}
          {!unreadable && said}
        </span>
        <span aria-hidden className="shrink-0 text-xs text-accent group-open/part:hidden">
          Edit
        </span>
      </summary>
      <div className="px-4 pb-5 pt-2 sm:pl-11 sm:pr-5">{children}</div>
    </details>
  );
}

/** Parts that stand together, under a name of their own for who does not see them. */
export function FormParts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="min-w-0 rounded-panel border border-line bg-panel">
      {children}
    </section>
  );
}
