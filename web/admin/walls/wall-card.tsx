import type { ReactNode } from 'react';
import { type CallVerdict, VERDICT_GROUPS } from '#contract/postbacks.values.ts';
import type { WallHealth } from '#contract/walls.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { MoneyCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { WallActions } from './wall-actions.tsx';
import { WallAddress } from './wall-address.tsx';
import { WallHours } from './wall-hours.tsx';
import { costOf, MarginCell, RevenueCell } from './wall-money.tsx';
import { WallProof } from './wall-proof.tsx';

/** One wall: its figures, its hours, why calls were rejected, its address, and the actions. */
export function WallCard({ wall }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  const mayChange = usePermission('catalogue.edit');
  const seesCalls = usePermission('members.read');
  const alarms = useT('wallAlarms');
  const seesAlarms = usePermission('queues.work');
  const heading = `wall-${wall.id}`;
  return (
    <Card as="article" aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={heading} className="wrap-anywhere font-bold text-xl">
            <bdi>{wall.title}</bdi>
          </h2>
          <span className="flex flex-wrap gap-1.5">
            {wall.shown === 'none' && <Badge>{t('hiddenByNature')}</Badge>}
            {wall.openAlarms > 0 && <Badge tone="danger">{t('alarms', { count: wall.openAlarms })}</Badge>}
            {wall.pause && <Badge tone="danger">{t('paused')}</Badge>}
          </span>
        </div>
        <p className="text-muted text-sm">
          {wall.lastPostbackAt
            ? t.rich('lastPostback', { time: () => <TimeCell at={wall.lastPostbackAt} /> })
            : t('noPostback')}
        </p>
        {wall.pause && (
          <p className="wrap-anywhere text-sm">
            {t.rich('pausedSince', {
              time: () => <TimeCell at={wall.pause?.since ?? null} />,
              reason: wall.pause.reason,
            })}
          </p>
        )}
      </header>
      <Figures wall={wall} />
      <WallHours wall={wall} />
      <Reasons wall={wall} />
      <WallProof wall={wall} />
      <WallAddress wall={wall} />
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        {seesAlarms && wall.openAlarms > 0 && (
          <AdminLink path="alarms" className={buttonClass('primary')}>
            {alarms('title')}
          </AdminLink>
        )}
        {mayChange && <WallActions wall={wall} />}
        {seesCalls && (
          <AdminLink path="postbacks" search={{ wall: wall.id }} className={buttonClass('secondary')}>
            {t('log')}
          </AdminLink>
        )}
      </div>
    </Card>
  );
}

function Figures({ wall: { counts, money, handling } }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  const activity = useT('activity');
  const { number } = useFormats();
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {VERDICT_GROUPS.map((group) => (
          <Figure key={group} label={t(`groups.${group}`)}>
            <Amount>{number(counts[group])}</Amount>
          </Figure>
        ))}
      </dl>
      <dl className="grid gap-3 md:grid-cols-3">
        <Figure label={activity('cost')}>
          <MoneyCell cents={costOf(money)} />
        </Figure>
        <Figure label={activity('revenue')}>
          <RevenueCell money={money} />
        </Figure>
        <Figure label={activity('margin')}>
          <MarginCell money={money} />
        </Figure>
      </dl>
      <p className="text-muted text-sm">
        {handling
          ? t('handling', { calls: handling.calls, median: handling.medianMs, p95: handling.p95Ms })
          : t('noHandling')}{' '}
        {t('noDelay')}
      </p>
    </div>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl bg-sunken px-4 py-3">
      <dt className="wrap-anywhere text-muted text-sm">{label}</dt>
      <dd className="font-bold text-2xl">{children}</dd>
    </div>
  );
}

function Reasons({ wall: { reasons } }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  if (reasons.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('reasons')}</h3>
      <ul className="grid gap-1.5 text-sm">
        {reasons.map(({ verdict, reason, count }) => (
          <li key={`${verdict} ${reason}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere min-w-0">
              {t(`verdicts.${verdict as CallVerdict}`)}
              {reason && (
                <>
                  {' · '}
                  <bdi className="text-muted">{reason}</bdi>
                </>
              )}
            </span>
            <Amount>{t('reasonCount', { count })}</Amount>
          </li>
        ))}
      </ul>
    </div>
  );
}
