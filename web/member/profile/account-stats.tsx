import type { ReactNode } from 'react';
import type { Member } from '#contract/member.ts';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Amount } from '#ui/money.tsx';
import { SkeletonWord } from '#ui/skeleton.tsx';
import { useTaskTotals } from '#web/shared/api/queries.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** The member's figures so far. */
export function AccountStats({ member }: { member: Member }) {
  const t = useT('profile');
  const { date, number } = useFormats();
  const reward = useReward('profile');
  const totals = useTaskTotals();
  return (
    <HeadedCard id="stats" title={t('stats')} heading="text-lg">
      <dl className="mt-2 divide-y divide-line">
        <Stat label={t('earned', { unit: reward.unit })}>
          {totals.isPending && <SkeletonWord />}
          {totals.isLoadingError && '–'}
          {totals.data && reward.amount(totals.data.points)}
        </Stat>
        <Stat label={t('daysActive')}>{number(member.daysActive)}</Stat>
        <Stat label={t('memberSince')}>{date(member.createdAt)}</Stat>
      </dl>
    </HeadedCard>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="grow text-end font-bold">
        <Amount>{children}</Amount>
      </dd>
    </div>
  );
}
