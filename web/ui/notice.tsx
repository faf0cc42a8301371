import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

type Kind = 'bad' | 'warn' | 'info';

const LOOKS: Record<Kind, { box: string; icon: typeof Info; ink: string }> = {
  bad: { box: 'border-bad/40 bg-bad-soft', icon: CircleAlert, ink: 'text-bad' },
  warn: { box: 'border-warn/40 bg-warn-soft', icon: TriangleAlert, ink: 'text-warn' },
  info: { box: 'border-line-strong bg-raised', icon: Info, ink: 'text-muted' },
};

interface NoticeProps {
  kind: Kind;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Read out at once. */
  alert?: boolean;
}

export function Notice({ kind, title, children, actions, alert }: NoticeProps) {
  const { box, icon: Icon, ink } = LOOKS[kind];
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classNames('flex gap-2.5 rounded-panel border px-3.5 py-3 text-sm', box)}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', ink)} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={classNames(Boolean(title) && 'mt-0.5 text-muted')}>{children}</div>}
        {actions && <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
