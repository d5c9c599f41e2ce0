import type { StartedOffer } from '#contract/offers.ts';
import { useServerNow } from '#web/shared/api/use-server-now.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useRelative } from '#web/shared/language/relative.ts';
import { endOf, nextStep } from './next-step.ts';

/** What is next in a started offer, and how long there is for it. */
export function NextLine({ offer, className }: { offer: StartedOffer; className?: string }) {
  const t = useT('offers');
  const relative = useRelative();
  const now = useServerNow();
  const next = nextStep(offer, now);
  if (!next) return <p className={className}>{t('nothingNext')}</p>;
  const end = endOf(next);
  return (
    <p className={className}>
      <bdi className="wrap-anywhere">{t('next', { step: next.name || offer.title })}</bdi>
      {end && <span className="block text-muted">{t('ends', { time: relative(end) })}</span>}
    </p>
  );
}
