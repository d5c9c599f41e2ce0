import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Award } from '#contract/awards.ts';
import { REDEMPTION_STATUSES } from '#contract/redemptions.values.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { MoneyCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { AdjustmentForm } from './adjustment-form.tsx';
import { AwardForm } from './award-form.tsx';
import { type ChosenMember, MemberSelect } from './member-select.tsx';

/** What admins give by hand: cards, points, and what became of the cards. */
export function AwardsPage() {
  const t = useT('awards');
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ManualCashRewards />
        {usePermission('points.adjust') && <Adjustments />}
      </div>
      <Given />
    </AdminScreen>
  );
}

/** The form of the overview and of this screen. */
export function ManualCashRewards() {
  const t = useT('awards');
  return (
    <Card aria-labelledby="manual-cash-rewards" className="grid gap-4">
      <h2 id="manual-cash-rewards" className="font-bold font-display text-xl">
        {t('heading')}
      </h2>
      <AwardForm />
    </Card>
  );
}

function Adjustments() {
  const t = useT('adjustments');
  const [member, setMember] = useState<ChosenMember>();
  return (
    <Card aria-labelledby="adjustments" className="grid gap-4">
      <h2 id="adjustments" className="font-bold font-display text-xl">
        {t('heading')}
      </h2>
      <MemberSelect label={t('user')} chosen={member} onChoose={setMember} />
      {member ? (
        <AdjustmentForm key={member.id} userId={member.id} />
      ) : (
        <p className="text-muted text-sm">{t('chooseFirst')}</p>
      )}
    </Card>
  );
}

function Given() {
  const t = useT('awards');
  const awards = useQuery({
    queryKey: ['GET /api/admin/awards'],
    queryFn: ({ signal }) => call('GET /api/admin/awards', { signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="given" className="grid gap-3">
      <h2 id="given" className="font-bold font-display text-xl">
        {t('latest')}
      </h2>
      {awards.isPending && (
        <Loading label={t('loading')} className="grid gap-2">
          <Skeleton className="h-20 rounded-card" />
          <Skeleton className="h-20 rounded-card" />
        </Loading>
      )}
      {awards.isError && <Failure query={awards} />}
      {awards.data?.length === 0 && (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Card>
      )}
      {awards.data && awards.data.length > 0 && (
        <Card as="div" padded={false}>
          <ul className="divide-y divide-line">
            {awards.data.map((award) => (
              <GivenAward key={award.id} award={award} />
            ))}
          </ul>
        </Card>
      )}
      <ListEnd count={awards.data?.length ?? 0} />
    </section>
  );
}

function GivenAward({ award }: { award: Award }) {
  const t = useT('awards');
  return (
    <li className="grid gap-1 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="wrap-anywhere font-semibold">
          <MoneyCell cents={award.amountUSD} /> ·{' '}
          <AdminLink path="users/$id" id={award.userId} className="underline underline-offset-2">
            <bdi>{award.name}</bdi>
          </AdminLink>
        </span>
        <Badge tone={toneOf(award.status)}>{t(`statuses.${statusOf(award.status)}`)}</Badge>
      </div>
      {award.reason && (
        <p className="wrap-anywhere text-sm">
          <bdi>{award.reason}</bdi>
        </p>
      )}
      <p className="text-muted text-sm">
        {award.givenBy && t.rich('by', { name: () => <bdi>{award.givenBy}</bdi> })}
        {award.givenBy && ' · '}
        <TimeCell at={award.createdAt} />
      </p>
    </li>
  );
}

const STATUSES = ['awaiting_approval', 'declined', ...REDEMPTION_STATUSES] as const;

const statusOf = (status: string): (typeof STATUSES)[number] =>
  STATUSES.find((known) => known === status) ?? 'pending';

const toneOf = (status: string): BadgeTone =>
  status === 'issued'
    ? 'brand'
    : status === 'failed'
      ? 'danger'
      : status === 'declined'
        ? 'neutral'
        : 'accent';
