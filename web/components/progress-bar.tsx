interface ProgressBarProps {
  /** 0 to 1. */
  fraction: number;
  label: string;
}

export function ProgressBar({ fraction, label }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-500 ease-linear"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
