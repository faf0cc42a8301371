import type { ReactNode } from 'react';
import { Panel } from '@/ui/panel';
import { sectionProps } from '@/ui/section-bar';

interface SpecimenProps {
  /** The file in web/ui, without its ending; of what draws, in web/charts. */
  of: string;
  children: ReactNode;
}

/** A part of the design system in each of its states, under the name of its file. */
export function Specimen({ of, children }: SpecimenProps) {
  return (
    <article data-part={of} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line py-4 first:border-t-0">
      <p className="font-mono text-xs text-muted">{of}</p>
      {children}
    </article>
  );
}

export function Room({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div {...sectionProps(id)}>
      <Panel title={title}>{children}</Panel>
    </div>
  );
}

/** States side by side. */
export const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
