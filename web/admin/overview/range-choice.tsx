import { useMemo } from 'react';
import { Options, SelectField, TextField } from '#ui/field.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { RANGES, type Range, todayIn, USUAL_DAYS } from './range.ts';

const CUSTOM = 'custom';

/** Chooses the days, and the time zone in which they begin. */
export function RangeChoice({ range }: { range: Range }) {
  const t = useT('activity');
  const { search, change } = useSectionSearch();
  const custom = search.to !== undefined;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = useMemo(() => [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [own]);
  const chooseDays = (choice: string) =>
    choice === CUSTOM
      ? change({ from: range.from, to: range.to, days: undefined })
      : change({ days: choice, from: undefined, to: undefined });
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
        value={range.timeZone}
        onChange={({ target }) => change({ zone: target.value })}
      >
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      {custom && (
        <>
          <TextField
            type="date"
            label={t('from')}
            value={range.from}
            max={range.to}
            onChange={({ target }) => target.value && change({ from: target.value })}
          />
          <TextField
            type="date"
            label={t('to')}
            value={range.to}
            min={range.from}
            max={todayIn(range.timeZone)}
            onChange={({ target }) => target.value && change({ to: target.value })}
          />
        </>
      )}
    </div>
  );
}
