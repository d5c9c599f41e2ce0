import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Award } from '#contract/awards.ts';
import { REDEMPTION_STATUSES } from '#contract/redemptions.values.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { MoneyCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { whileUnderWay } from '#web/admin/parts/under-way.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { AdjustmentForm } from './adjustment-form.tsx';
import { AwardForm } from './award-form.tsx';
import { type ChosenMember, MemberSelect } from './member-select.tsx';

/** Forms for awards and adjustments, and the awarded cards with their state. */
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

function ManualCashRewards() {
  const t = useT('awards');
  return (
    <HeadedCard id="manual-cash-rewards" title={t('heading')} className="grid gap-4">
      <AwardForm />
    </HeadedCard>
  );
}

function Adjustments() {
  const t = useT('adjustments');
  const [member, setMember] = useState<ChosenMember>();
  return (
    <HeadedCard id="adjustments" title={t('heading')} className="grid gap-4">
      <MemberSelect label={t('user')} chosen={member} onChoose={setMember} />
      {member ? (
        <AdjustmentForm key={member.id} userId={member.id} />
      ) : (
        <p className="text-muted text-sm">{t('chooseFirst')}</p>
      )}
    </HeadedCard>
  );
}

function Given() {
  const t = useT('awards');
  const awards = useQuery({
    ...adminQuery('GET /api/admin/awards'),
    refetchInterval: ({ state }) => whileUnderWay(state.data),
  });
  return (
    <section aria-labelledby="given" className="grid gap-3">
      <h2 id="given" className="font-bold text-xl">
        {t('latest')}
      </h2>
      <QueryView
        query={awards}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-20', 'h-20']} className="grid gap-2" />}
        empty={<EmptyCard title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(given) => (
          <Card as="div" padded={false}>
            <ul className="divide-y divide-line">
              {given.map((award) => (
                <GivenAward key={award.id} award={award} />
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
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
        <Badge tone={toneOf(award.status)}>{t(`statuses.${award.cause ?? statusOf(award.status)}`)}</Badge>
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
