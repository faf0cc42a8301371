import { Skeleton } from '@/ui/skeleton';

export function CompareSkeleton() {
  return (
    <div role="status" aria-label="Loading the comparison" className="grid gap-4">
      <Skeleton className="h-7 w-40" />
      <div className="grid grid-cols-2 gap-2">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
      <Skeleton className="h-28" />
      <Skeleton className="h-44" />
      <Skeleton className="h-72" />
    </div>
  );
}
