import type { ReactNode } from 'react';
import { classNames } from './class-names';

interface PanelProps {
  title?: ReactNode;
  /** Said beside the title, quieter. */
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Anchor for links. */
  id?: string;
  /** The body reaches the panel's edges: for tables. */
  flush?: boolean;
}

export function Panel({ title, aside, actions, children, className, id, flush }: PanelProps) {
  return (
    <section id={id} className={classNames('min-w-0 rounded-panel border border-line bg-panel', className)}>
      {(title || actions) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3.5 sm:px-5">
          {title && <h2 className="text-sm font-semibold">{title}</h2>}
          {aside && <p className="text-xs text-muted">{aside}</p>}
          {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? 'pt-2' : 'px-4 py-4 sm:px-5'}>{children}</div>
    </section>
  );
}
