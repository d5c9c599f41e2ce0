import { useMemo } from 'react';
import { ACTIVITY_DAYS_MAX } from '#contract/overview.values.ts';
import { Options, SelectField } from '#ui/field.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { TypedFilter } from '#web/shared/forms/typed-filter.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { isCustom, RANGES, rangeFault, rangeOf, timeZoneOf, USUAL_DAYS } from './range.ts';

const CUSTOM = 'custom';

/** Chooses the days, and the time zone in which they begin. */
export function RangeChoice() {
  const t = useT('activity');
  const exports = useT('exportPage');
  const { search, change } = useSectionSearch();
  const custom = isCustom(search);
  const fault = rangeFault(search);
  const error = fault === 'tooLong' ? t('tooLong', { max: ACTIVITY_DAYS_MAX }) : fault && exports(fault);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = useMemo(() => [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [own]);
  const chooseDays = (choice: string) => {
    const range = rangeOf(search);
    if (choice !== CUSTOM) change({ days: choice, from: undefined, to: undefined });
    else change({ from: range?.from, to: range?.to, days: undefined });
  };
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label={t('range')}
        value={custom ? CUSTOM : (search.days ?? String(USUAL_DAYS))}
        onChange={({ target }) => chooseDays(target.value)}
      >
        <Options values={RANGES} label={(days) => t('lastDays', { count: Number(days) })} />
        <option value={CUSTOM}>{t('custom')}</option>
      </SelectField>
      <SelectField
        label={t('timeZone')}
        value={timeZoneOf(search)}
        onChange={({ target }) => change({ zone: target.value })}
      >
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      {custom && (
        <>
          <TypedFilter
            type="date"
            label={t('from')}
            error={error}
            value={search.from}
            onValue={(value) => change({ from: value ?? '' })}
          />
          <TypedFilter
            type="date"
            label={t('to')}
            value={search.to}
            onValue={(value) => change({ to: value ?? '' })}
          />
        </>
      )}
    </div>
  );
}
