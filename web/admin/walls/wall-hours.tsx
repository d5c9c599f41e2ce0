import { VERDICT_GROUPS, type VerdictGroup } from '#contract/postbacks.values.ts';
import type { WallHealth } from '#contract/walls.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';

/**
 * Results of calls by hour: a row of bars for each result, with its name and its own scale, so that colours are not
 * needed to tell them apart; the numbers are below.
 */
export function WallHours({ wall: { hours } }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  const shown = VERDICT_GROUPS.filter((group) => hours.some((hour) => hour[group] > 0));
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{t('hours')}</h3>
      <div className="grid gap-2" aria-hidden="true">
        {shown.map((group) => (
          <Bars key={group} group={group} hours={hours} />
        ))}
      </div>
      <details>
        <summary className="cursor-pointer py-1 font-semibold text-sm">{t('hourTable')}</summary>
        <Numbers hours={hours} groups={shown} />
      </details>
    </div>
  );
}

function Bars({ group, hours }: { group: VerdictGroup; hours: WallHealth['hours'] }) {
  const t = useT('wallHealth');
  const counts = hours.map((hour) => hour[group]);
  const most = Math.max(...counts);
  const count = counts.reduce((sum, one) => sum + one, 0);
  return (
    <div className="grid gap-1">
      <p className="text-muted text-sm">{t('hourRow', { group: t(`groups.${group}`), count, most })}</p>
      <div className="flex h-10 items-end gap-0.5 border-line border-b">
        {hours.map((hour) => (
          <span
            key={hour.at}
            className="min-w-0 grow rounded-t-sm bg-brand"
            style={{ height: `${(hour[group] / most) * 100}%` }}
          />
        ))}
      </div>
    </div>
  );
}

function Numbers({ hours, groups }: { hours: WallHealth['hours']; groups: readonly VerdictGroup[] }) {
  const t = useT('wallHealth');
  const { date, number } = useFormats();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section aria-label={t('hours')} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className="px-2 py-1 text-start">
              {t('hour')}
            </th>
            {groups.map((group) => (
              <th key={group} scope="col" className="px-2 py-1 text-end">
                {t(`groups.${group}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.toReversed().map((hour) => (
            <tr key={hour.at}>
              <th scope="row" className="whitespace-nowrap px-2 py-1 text-start font-normal">
                {date(hour.at, 'moment')}
              </th>
              {groups.map((group) => (
                <td key={group} className="px-2 py-1 text-end tabular-nums">
                  {number(hour[group])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
