import { Card } from '#ui/card.tsx';
import { EmptyState, type EmptyStateProps } from '#ui/empty-state.tsx';

/** A card that says that there is nothing, and what that means. */
export function EmptyCard(props: EmptyStateProps) {
  return (
    <Card as="div">
      <EmptyState {...props} />
    </Card>
  );
}
