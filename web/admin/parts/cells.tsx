import { useFormatter } from 'use-intl';
import { Amount } from '#ui/money.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useRelative } from '#web/shared/language/relative.ts';

/** Whole US cents as dollars. */
export function MoneyCell({ cents }: { cents: number }) {
  const { dollars } = useFormats();
  return <Amount>{dollars(cents)}</Amount>;
}

/** Whole points as a number. */
export function PointsCell({ points }: { points: number }) {
  const { number } = useFormats();
  return <Amount>{number(points)}</Amount>;
}

/** How long ago, or until when. The exact time with its time zone is the tooltip, and screen readers read it. */
export function TimeCell({ at }: { at: string | null }) {
  const t = useT('adminParts');
  const relative = useRelative();
  const format = useFormatter();
  if (at === null) return <span className="text-muted">{t('never')}</span>;
  const moment = format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'long' });
  return (
    <time dateTime={at} title={moment} className="whitespace-nowrap">
      {relative(at)}
      <span className="sr-only"> {t('momentAside', { moment })}</span>
    </time>
  );
}

/** The admin who created an entry, and when. */
export function MadeByCell({ name, at }: { name: string; at: string }) {
  return (
    <div className="grid gap-0.5">
      <bdi className="wrap-anywhere">{name}</bdi>
      <span className="text-muted text-sm">
        <TimeCell at={at} />
      </span>
    </div>
  );
}
