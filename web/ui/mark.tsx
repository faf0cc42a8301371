import { Check, CircleX, Hourglass, Minus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Mark } from '@/lib/tuning-rows';
import { classNames } from './class-names';

const LOOKS: Record<Mark, { icon: typeof Check; ink: string }> = {
  ok: { icon: Check, ink: 'text-ok' },
  warn: { icon: TriangleAlert, ink: 'text-warn' },
  bad: { icon: CircleX, ink: 'text-bad' },
  wait: { icon: Hourglass, ink: 'text-muted' },
  none: { icon: Minus, ink: 'text-muted' },
};

/** A state in a word, with a sign of its own: colour is never the only one. */
export function Marked({ mark, children, className }: { mark: Mark; children: ReactNode; className?: string }) {
  const { icon: Icon, ink } = LOOKS[mark];
  return (
    <span className={classNames('inline-flex items-start gap-1.5 font-medium', ink, className)}>
      <Icon aria-hidden className="mt-[0.2rem] size-3.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
