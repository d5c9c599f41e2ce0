import { classes } from '#ui/classes.ts';
import { Amount } from '#ui/money.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

interface OfferPointsProps {
  /** Null: no fixed amount. */
  points: number | null;
  className?: string;
  /** Of the second unit and of words. */
  quiet?: string;
}

/** What an offer pays, large, with its worth beside it; words where that is not fixed. */
export function OfferPoints({
  points,
  className = 'text-brand text-xl',
  quiet = 'text-muted',
}: OfferPointsProps) {
  const t = useT('offers');
  const reward = useReward('tasks');
  if (points === null) return <span className={classes('font-semibold text-sm', quiet)}>{t('varies')}</span>;
  const second = reward.secondAmount(points);
  return (
    <span className="flex flex-wrap items-baseline gap-x-1.5">
      <Amount className={classes('font-bold leading-tight', className)}>{reward.figure(points)}</Amount>
      {second && <Amount className={classes('text-sm', quiet)}>{second}</Amount>}
    </span>
  );
}
