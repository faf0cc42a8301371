import { classNames } from './class-names';

interface ProgressBarProps {
  /** 0 to 1; null: how much there is to do is not known. */
  fraction: number | null;
  label: string;
}

export function ProgressBar({ fraction, label }: ProgressBarProps) {
  const percent = fraction === null ? null : Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1.5 overflow-hidden rounded-full bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width] duration-500 ease-linear',
          percent === null
            ? 'animate-[pulse-soft_1.6s_ease-in-out_infinite] bg-[repeating-linear-gradient(135deg,var(--accent)_0_5px,transparent_5px_12px)]'
            : 'bg-accent',
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  );
}
