import { Skeleton } from '@/ui/skeleton';

export function RunSkeleton() {
  return (
    <div role="status" aria-label="Loading the run" className="grid gap-4">
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="h-36" />
      <Skeleton className="h-56" />
      <Skeleton className="h-72" />
    </div>
  );
}
