import { CircleAlert, CircleCheck } from 'lucide';
import type { ReactNode } from 'react';
import type { AdminMember } from '#contract/members.ts';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Icon } from '#ui/icon.tsx';
import { MoneyCell, PointsCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberStatusBadge } from './member-status.tsx';
import { useCodeName } from './use-code-name.ts';

/** The member's data and status, and whether their balance agrees with the ledger. */
export function MemberSummary({ member }: { member: AdminMember }) {
  const t = useT('member');
  const roles = useT('members');
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <HeadedCard id="balance" title={t('balance')} heading="text-lg">
        <Facts>
          <Fact label={t('points')}>
            <PointsCell points={member.points} />
          </Fact>
          <Fact label={t('cash')}>
            <MoneyCell cents={member.cashRewardedUSD} />
          </Fact>
          <Fact label={t('cardTier')}>{member.cardTierLastChosen ?? roles('none')}</Fact>
          <Fact label={t('lastRewarded')}>
            <TimeCell at={member.lastRewardedAt} />
          </Fact>
        </Facts>
        <Proof member={member} />
      </HeadedCard>
      <HeadedCard id="standing" title={t('standing')} heading="text-lg">
        <Facts>
          <Fact label={t('status')}>
            {member.leftAt ? (
              <Badge>{t('left')}</Badge>
            ) : (
              <MemberStatusBadge status={member.status} isAdmin={member.isAdmin} />
            )}
          </Fact>
          <Fact label={t('joined')}>
            <TimeCell at={member.createdAt} />
          </Fact>
          <Fact label={t('twoFactor')}>
            <TimeCell at={member.twoFactorSince} />
          </Fact>
          <Fact label={t('phone')}>
            <bdi>{member.phone ?? roles('none')}</bdi>
          </Fact>
          <Fact label={t('id')}>
            <span className="block select-all font-mono text-xs">
              <Identifier>{member.id}</Identifier>
            </span>
          </Fact>
        </Facts>
        <Measure kind="suspendedFor" measure={member.suspension} />
        <Measure kind="pausedFor" measure={member.pause} />
        <MemberActions member={member} />
        <Signals member={member} />
      </HeadedCard>
    </div>
  );
}

/** The cached balance beside the sum of the transfers. */
function Proof({ member }: { member: AdminMember }) {
  const t = useT('member');
  const { number, dollars } = useFormats();
  const { points, cents, transfers } = member.proof;
  const proven = points === member.points && cents === member.cashRewardedUSD;
  const icon = proven ? CircleCheck : CircleAlert;
  return (
    <p
      className={classes(
        'mt-4 flex items-start gap-2 rounded-2xl p-3 text-sm',
        proven ? 'bg-brand-soft text-on-brand-soft' : 'bg-danger-soft text-on-danger-soft',
      )}
    >
      <Icon of={icon} className="size-5 shrink-0" />
      {proven
        ? t('proven', { count: transfers })
        : t('unproven', { points: number(points), cash: dollars(cents) })}
    </p>
  );
}

/** A pause or suspension in force, with the text shown to the member. */
function Measure({
  kind,
  measure,
}: {
  kind: 'pausedFor' | 'suspendedFor';
  measure: AdminMember['pause'] | AdminMember['suspension'];
}) {
  const t = useT('member');
  const appeals = useT('appeals');
  const { date } = useFormats();
  if (!measure) return null;
  const { reason, since, text } = measure;
  return (
    <div
      className={classes(
        'mt-4 rounded-2xl p-3 text-sm',
        kind === 'pausedFor' ? 'bg-accent-soft text-on-accent-soft' : 'bg-danger-soft text-on-danger-soft',
      )}
    >
      <p className="font-semibold">
        {t(kind, { reason: appeals(`reasons.${reason}`), date: date(since, 'moment') })}
      </p>
      {text && (
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
          {text}
        </p>
      )}
    </div>
  );
}

function Signals({ member }: { member: AdminMember }) {
  const t = useT('member');
  const nameOf = useCodeName('member.signalNames');
  return (
    <div className="mt-4 text-sm">
      <h3 className="font-semibold">{t('signals')}</h3>
      {member.signals.length === 0 && <p className="text-muted">{t('noSignals')}</p>}
      <ul className="divide-y divide-line">
        {member.signals.map(({ id, signal, details, at }) => (
          <li key={id} className="py-2">
            <span className="font-semibold">{nameOf(signal)}</span>{' '}
            <span className="text-muted">
              <TimeCell at={at} />
            </span>
            <code className="wrap-anywhere block text-muted text-xs">{JSON.stringify(details)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="mt-3 grid gap-2 text-sm">{children}</dl>
);

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-end font-semibold">{children}</dd>
    </div>
  );
}
