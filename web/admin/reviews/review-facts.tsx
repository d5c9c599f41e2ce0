import type { ReactNode } from 'react';
import type { Review } from '#contract/reviews.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';

/** Why the redemption is held, and what the site knew at that time. */
export function ReviewFacts({ review: { rules, facts } }: { review: Review }) {
  const t = useT('reviews');
  const { number } = useFormats();
  const rows: [string, ReactNode][] = [];
  const add = (label: string, value: number | null | undefined) => {
    if (value !== undefined && value !== null) rows.push([label, number(value)]);
  };
  add(t('facts.accountHours'), facts.accountHours);
  add(t('facts.balance'), facts.balance);
  add(t('facts.addressMembers'), facts.addressMembers);
  add(t('facts.mailboxMembers'), facts.mailboxMembers);
  add(t('facts.deviceMembers'), facts.deviceMembers);
  add(t('facts.offerMembers'), facts.offerMembers);
  add(t('facts.tasks'), facts.tasks);
  add(t('facts.reversals'), facts.reversals);
  add(t('facts.busiestHourPoints'), facts.busiestHourPoints);
  add(t('facts.usualHourPoints'), facts.usualHourPoints);
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-bold text-sm">{t('why')}</h3>
        <ul className="mt-1 grid list-disc gap-1 ps-5">
          {rules.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </div>
      {rows.length > 0 && (
        <div>
          <h3 className="font-bold text-sm">{t('known')}</h3>
          <dl className="mt-1 divide-y divide-line text-sm">
            {rows.map(([label, value]) => (
              <div key={label} className="flex justify-between gap-4 py-1.5">
                <dt className="text-muted">{label}</dt>
                <dd className="font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}
