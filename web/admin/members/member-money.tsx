import { Card } from '#ui/card.tsx';
import { AdjustmentForm } from '#web/admin/awards/adjustment-form.tsx';
import { AwardForm } from '#web/admin/awards/award-form.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';

/** What staff give the member or take: a reward, points. */
export function MemberMoney({ id }: { id: string }) {
  const t = useT('member');
  const awards = usePermission('payouts.work');
  const adjusts = usePermission('points.adjust');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {awards && (
        <Card aria-labelledby="award" className="grid gap-4">
          <h2 id="award" className="font-bold font-display text-lg">
            {t('award')}
          </h2>
          <AwardForm userId={id} />
        </Card>
      )}
      {adjusts && (
        <Card aria-labelledby="adjustment" className="grid gap-4">
          <h2 id="adjustment" className="font-bold font-display text-lg">
            {t('adjustment')}
          </h2>
          <AdjustmentForm userId={id} />
        </Card>
      )}
    </div>
  );
}
