import type { Mission } from '#contract/missions.ts';
import { Card } from '#ui/card.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { TimeProgress } from './time-progress.tsx';
import { useClock } from './use-clock.ts';

type Shop = Extract<Mission['content'], { kind: 'browse' }>;

/** The advertiser's showcase. The time stays visible while the member scrolls. */
export function BrowseWork({ mission, shop }: { mission: Mission; shop: Shop }) {
  const t = useT('missions');
  const clock = useClock(mission, shop.seconds, true);
  return (
    <>
      <Card aria-label={t('time.label')} className="sticky top-2 z-10 low:static">
        <TimeProgress clock={clock} seconds={shop.seconds} />
        <p className="mt-1 text-muted text-sm">{t('browse.hint')}</p>
      </Card>
      <section aria-labelledby="browse" className="grid gap-3">
        <h3 id="browse" className="font-bold text-xl">
          {t('browse.heading')}
        </h3>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shop.items.map((item) => (
            <Card as="li" key={item.title} padded={false} className="overflow-hidden">
              <span
                aria-hidden="true"
                className="grid h-28 place-items-center bg-brand-soft font-bold text-5xl text-on-brand-soft"
              >
                {item.title.slice(0, 1)}
              </span>
              <div className="p-4">
                <div className="flex items-baseline justify-between gap-3">
                  <h4 className="wrap-anywhere font-bold">
                    <bdi>{item.title}</bdi>
                  </h4>
                  {item.price && <bdi className="font-semibold text-brand">{item.price}</bdi>}
                </div>
                <p className="wrap-anywhere mt-1 text-muted text-sm">
                  <bdi>{item.text}</bdi>
                </p>
              </div>
            </Card>
          ))}
        </ul>
      </section>
    </>
  );
}
