import type { FeedHealth } from '#contract/feeds.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';

const FIGURES = ['offers', 'goals', 'added', 'changed', 'gone', 'returned', 'paidLess'] as const;

/** Each figure with its text. Why pictures are missing is in `ops feeds check`. */
const figuresOf = (feed: FeedHealth) => [
  ...FIGURES.map((figure) => [figure, feed[figure]] as const),
  ['pictured', feed.pictures.shown] as const,
  ['unpictured', feed.pictures.faults.reduce((sum, { offers }) => sum + offers, 0)] as const,
];

/** One catalogue: its age, its figures, and what was left out. */
export function FeedCard({ feed }: { feed: FeedHealth }) {
  const t = useT('feeds');
  const { number } = useFormats();
  const heading = `feed-${feed.wall}`;
  return (
    <Card as="article" aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={heading} className="wrap-anywhere font-bold text-xl">
            <bdi>{feed.title}</bdi>
          </h2>
          {feed.fault && <Badge tone="danger">{t('failures', { count: feed.failures })}</Badge>}
        </div>
        <p className="text-muted text-sm">
          {feed.pulledAt ? t.rich('confirmed', { time: () => <TimeCell at={feed.pulledAt} /> }) : t('never')}
          {feed.nextAt && (
            <>
              {' · '}
              {t.rich('next', { time: () => <TimeCell at={feed.nextAt} /> })}
            </>
          )}
        </p>
        {feed.fault && (
          <p className="wrap-anywhere">
            {t(`faults.${feed.fault}`)}{' '}
            {feed.faultStatus !== null && t('status', { status: String(feed.faultStatus) })}{' '}
            {feed.pulledAt && t('kept')}
          </p>
        )}
      </header>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-9">
        {figuresOf(feed).map(([figure, value]) => (
          <div key={figure} className="grid gap-0.5 rounded-2xl bg-sunken px-4 py-3">
            <dt className="text-muted text-sm">{t(figure)}</dt>
            <dd className="font-semibold">
              <Amount>{number(value)}</Amount>
            </dd>
          </div>
        ))}
      </dl>
      <LeftOut feed={feed} />
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        <AdminLink path="feeds/$id" id={feed.wall} className={buttonClass('secondary')}>
          {t('show')}
        </AdminLink>
        <AdminLink path="feeds/$id/results" id={feed.wall} className={buttonClass('secondary')}>
          {t('showResults')}
        </AdminLink>
        <AdminLink path="feeds/$id/categories" id={feed.wall} className={buttonClass('secondary')}>
          {t('showCategories')}
        </AdminLink>
      </div>
    </Card>
  );
}

function LeftOut({ feed: { leftOut } }: { feed: FeedHealth }) {
  const t = useT('feeds');
  const { number } = useFormats();
  if (leftOut.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('leftOut')}</h3>
      <ul className="grid gap-2">
        {leftOut.map(({ reason, count, examples }) => (
          <li key={reason} className="grid gap-0.5">
            <span className="flex justify-between gap-x-3">
              <span className="first-letter:uppercase">{t(`reasons.${reason}`)}</span>
              <Amount className="font-semibold">{number(count)}</Amount>
            </span>
            <span className="wrap-anywhere text-muted text-sm">
              {examples.map(({ offerId, detail }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the vendor may repeat an offer
                <bdi key={index} className="me-3 inline-block">
                  {[offerId, detail].filter(Boolean).join(': ')}
                </bdi>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
