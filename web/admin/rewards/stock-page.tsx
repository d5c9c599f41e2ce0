import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StockCounts } from '#contract/rewards.ts';
import { Card } from '#ui/card.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useSectionParams } from '#web/admin/parts/use-section.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { plannedRewardsQuery, stockQuery } from './rewards-query.ts';
import { StockUpload } from './stock-upload.tsx';
import { StockUploads } from './stock-uploads.tsx';

/** The voucher codes of one reward: counts, uploads, and voiding. */
export function StockPage() {
  const t = useT('stock');
  const rewards = useT('rewards');
  const { id = '' } = useSectionParams();
  const planned = useQuery(plannedRewardsQuery);
  const stock = useQuery(stockQuery(id));
  const editable = usePermission('catalogue.edit');
  const reward = planned.data?.rewards.find((one) => one.id === id);
  return (
    <AdminScreen
      title={reward ? t('titleOf', { title: reward.title }) : t('title')}
      intro={t('intro')}
      trail={[{ path: 'rewards', label: rewards('title') }]}
    >
      <QueryView
        query={stock}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-28', 'h-64']} />}
      >
        {(found) => (
          <>
            <Counts counts={found.counts} waiting={reward?.waitingForStock ?? 0} />
            {editable && reward?.servedBy === 'stock' && (
              <StockUpload rewardId={id} amountUSD={reward.amountUSD} />
            )}
            {!editable && reward?.servedBy === 'stock' && (
              <Card as="div" tone="accent">
                <p>{t('ownerOnly')}</p>
              </Card>
            )}
            {reward && reward.servedBy !== 'stock' && (
              <Card as="div" tone="accent">
                <p>{t('otherProvider')}</p>
              </Card>
            )}
            <StockUploads rewardId={id} stock={found} editable={editable} />
          </>
        )}
      </QueryView>
    </AdminScreen>
  );
}

function Counts({ counts, waiting }: { counts: StockCounts; waiting: number }) {
  const t = useT('stock');
  const { number } = useFormats();
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <Count label={t('free')}>{number(counts.free)}</Count>
      <Count label={t('waiting')}>{number(waiting)}</Count>
      <Count label={t('given')}>{number(counts.given)}</Count>
      <Count label={t('void')}>{number(counts.void)}</Count>
      <Count label={t('expired')}>{number(counts.expired)}</Count>
    </dl>
  );
}

function Count({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card as="div" padded={false} className="p-4">
      <dt className="font-semibold text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-bold text-2xl tabular-nums">{children}</dd>
    </Card>
  );
}
