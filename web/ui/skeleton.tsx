import { classNames } from './class-names';

export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-[pulse-soft_1.6s_ease-in-out_infinite] rounded-control bg-line', className)}
    />
  );
}

export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-2 px-4 py-4 sm:px-5">
      {Array.from({ length: rows }, (_, i) => i).map((i) => (
        <Skeleton key={i} className="h-9" />
      ))}
    </div>
  );
}

/** In the place of a picture that is read once it is needed; on paper it says what is missing. */
export function PictureSkeleton({ of, className }: { of: string; className: string }) {
  return (
    <>
      <Skeleton className={classNames('print:hidden', className)} />
      <p className="hidden text-sm text-muted print:block">{of}: not read yet when this was printed.</p>
    </>
  );
}
