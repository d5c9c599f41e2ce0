import { Loading, Skeleton } from '#ui/skeleton.tsx';

const ROWS = ['first', 'second', 'third'];

/** Skeletons of three task rows. */
export function TaskRowsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="divide-y divide-line">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-3 py-3.5">
          <Skeleton className="size-11 shrink-0" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </Loading>
  );
}
