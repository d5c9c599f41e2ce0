import { HeadedCard } from '#ui/headed-card.tsx';
import { AdjustmentForm } from '#web/admin/awards/adjustment-form.tsx';
import { AwardForm } from '#web/admin/awards/award-form.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Forms that give the member a reward or points, or take points. */
export function MemberMoney({ id }: { id: string }) {
  const t = useT('member');
  const awards = usePermission('payouts.work');
  const adjusts = usePermission('points.adjust');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {awards && (
        <HeadedCard id="award" title={t('award')} heading="text-lg" className="grid gap-4">
          <AwardForm userId={id} />
        </HeadedCard>
      )}
      {adjusts && (
        <HeadedCard id="adjustment" title={t('adjustment')} heading="text-lg" className="grid gap-4">
          <AdjustmentForm userId={id} />
        </HeadedCard>
      )}
    </div>
  );
}
