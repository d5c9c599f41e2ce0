import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide';
import type { Offer } from '#contract/offers.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import type { useStart } from './use-start.ts';

interface StartOfferProps {
  offer: Offer;
  starting: ReturnType<typeof useStart>;
}

/** The button that leads to the company, what came of it, and since when the offer is started. */
export function StartOffer({ offer: { startedAt, changed }, starting }: StartOfferProps) {
  const t = useT('offers');
  const { date } = useFormats();
  const { start, isStarting, blocked, failure } = starting;
  return (
    <div className="mt-5 grid gap-3">
      {startedAt !== null && (
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span>{t('startedOn', { date: date(startedAt, 'moment') })}</span>
          <Link to="/offers/started" className="font-semibold underline">
            {t('progress')}
          </Link>
        </p>
      )}
      {changed && <p className="rounded-2xl bg-surface p-3 text-ink text-sm">{t('changed')}</p>}
      <Button
        variant="secondary"
        size="large"
        className="w-full sm:w-auto sm:justify-self-start sm:px-10"
        loading={isStarting}
        onClick={start}
      >
        {t(startedAt === null ? 'start' : 'goOn')}
        <Icon of={ExternalLink} className="size-5 shrink-0 rtl:-scale-x-100" />
      </Button>
      {failure && (
        <p role="alert" className="rounded-2xl bg-surface p-3 font-medium text-danger text-sm">
          {failure}
        </p>
      )}
      {blocked && (
        <div role="alert" className="grid gap-2 rounded-2xl bg-surface p-3 text-ink text-sm">
          <p>{t('blockedText')}</p>
          <a
            href={blocked}
            target="_blank"
            rel="noopener noreferrer"
            className={`${buttonClass('primary', 'small')} justify-self-start`}
          >
            {t('open')}
          </a>
        </div>
      )}
    </div>
  );
}
