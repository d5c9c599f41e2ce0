import type { Activity } from '#contract/overview.ts';
import { Amount } from '#ui/money.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useCalendarDay } from './use-calendar-day.ts';

const FIGURES = ['earned', 'redeemed', 'reversed', 'newMembers'] as const;

/** Every figure of the chart, the newest day first. */
export function ActivityTable({ days, today }: { days: Activity['days']; today: string }) {
  const t = useT('activity');
  const { number } = useFormats();
  const calendarDay = useCalendarDay();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section aria-label={t('asTable')} tabIndex={0} className="mt-3 overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('heading')}</caption>
        <thead>
          <tr className="border-line border-b text-muted">
            <th scope="col" className="px-2 py-2 text-start font-semibold">
              {t('day')}
            </th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col" className="px-2 py-2 text-end font-semibold">
                {t(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row" className="whitespace-nowrap px-2 py-2 text-start font-normal">
                {day.day === today ? t('todaySoFar', { day: calendarDay(day.day) }) : calendarDay(day.day)}
              </th>
              {FIGURES.map((figure) => (
                <td key={figure} className="px-2 py-2 text-end">
                  <Amount>{number(day[figure])}</Amount>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
