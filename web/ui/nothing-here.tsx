import type { ReactNode } from 'react';
import { Panel } from './panel';

interface NothingProps {
  title: string;
  /** Why, in a sentence or more. */
  children: ReactNode;
  /** The next steps, the first one best. */
  actions?: ReactNode;
}

/** In the place of a page that leads nowhere. */
export function DeadEnd({ title, children, actions }: NothingProps) {
  return (
    <div className="grid max-w-[34rem] gap-3 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="text-muted">{children}</p>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  );
}

/** In the place of a list that nothing is in yet. */
export function NothingYet({ title, children, actions }: NothingProps) {
  return (
    <Panel>
      <div className="grid max-w-[44rem] gap-3 py-6">
        <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
        <div className="grid gap-3 text-muted">{children}</div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </Panel>
  );
}
