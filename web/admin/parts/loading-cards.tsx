import { Loading, Skeleton } from '#ui/skeleton.tsx';

interface LoadingCardsProps {
  /** The text for screen readers. */
  label: string;
  /** The height of each card, such as `h-24`. */
  heights: readonly string[];
  className?: string;
}

/** Grey cards in place of those that are loading. */
export function LoadingCards({ label, heights, className = 'grid gap-4' }: LoadingCardsProps) {
  return (
    <Loading label={label} className={className}>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without content
        <Skeleton key={index} className={`${height} rounded-card`} />
      ))}
    </Loading>
  );
}
