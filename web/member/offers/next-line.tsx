import type { StartedOffer } from '#contract/offers.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { nextStep } from './next-step.ts';
import { useServerNow } from './use-server-now.ts';

/** What is next in a started offer, and how long there is for it. */
export function NextLine({ offer, className }: { offer: StartedOffer; className?: string }) {
  const t = useT('offers');
  const { relative } = useFormats();
  const now = useServerNow();
  const next = nextStep(offer);
  if (!next) return <p className={className}>{t('nothingNext')}</p>;
  return (
    <p className={className}>
      <bdi className="wrap-anywhere">{t('next', { step: next.name || offer.title })}</bdi>
      {next.until && (
        <span className="block text-muted">{t('ends', { time: relative(next.until, now) })}</span>
      )}
    </p>
  );
}
