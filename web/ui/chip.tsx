import type { ReactNode } from 'react';
import type { Tone } from '@/lib/run-state';
import { classNames } from './class-names';

const TONES: Record<Tone, string> = {
  ok: 'border-transparent bg-ok-soft text-ok',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
  live: 'border-transparent bg-accent-soft text-accent',
  plain: 'border-line-strong text-muted',
};

export function Chip({ tone = 'plain', children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2 text-xs font-medium',
        TONES[tone],
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'size-1.5 rounded-full bg-current',
          tone === 'live' && 'animate-[pulse-soft_1.6s_ease-in-out_infinite]',
        )}
      />
      {children}
    </span>
  );
}
