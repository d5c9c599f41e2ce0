import { useId } from 'react';
import type { Activity } from '#contract/overview.ts';
import { classes } from '#ui/classes.ts';
import { useFormats, useLanguage, useT } from '#web/shared/language/language.tsx';
import { linesUpTo, spread } from './chart-scale.ts';
import { useCalendarDay } from './use-calendar-day.ts';
import { useChartCursor } from './use-chart-cursor.ts';

type Day = Activity['days'][number];

const HEIGHT = 240;
/** A day is one unit wide: its two bars, with a gap on both sides. */
const BAR = 0.4;
const NAMED_DAYS = 7;
/** On a phone every third of those. */
const NAMED_ON_PHONES = 3;
const FIGURES = ['earned', 'redeemed', 'reversed'] as const;
/** To be told apart without colours: full, striped, dashed. */
const MARKS = {
  earned: 'h-3 bg-brand',
  redeemed: 'h-3 bg-[repeating-linear-gradient(var(--accent)_0_3px,var(--accent-soft)_3px_6px)]',
  reversed: 'border-danger border-t-2 border-dashed',
};

/**
 * Points earned and redeemed as bars, reversed points as a line. A slider through the days shows the figures of one and
 * reads them to screen readers; the table below holds all of them. Time runs from left to right in every language.
 */
export function ActivityChart({ days, today }: { days: Day[]; today: string }) {
  const t = useT('activity');
  const { number } = useFormats();
  const calendarDay = useCalendarDay();
  const { column, props } = useChartCursor(days.length);
  const lines = linesUpTo(Math.max(...days.flatMap((day) => FIGURES.map((figure) => day[figure]))));
  const shown = column ?? days.length - 1;
  const nameOf = ({ day }: Day) =>
    day === today ? t('todaySoFar', { day: calendarDay(day) }) : calendarDay(day);
  const figuresOf = (day: Day) => FIGURES.map((figure) => `${t(figure)} ${number(day[figure])}`);
  const words = days.slice(shown, shown + 1).flatMap((day) => [nameOf(day), ...figuresOf(day)]);
  return (
    <div className="grid gap-4 text-sm">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {FIGURES.map((figure) => (
          <li key={figure} className="flex items-center gap-2">
            <span aria-hidden="true" className={classes('w-4', MARKS[figure])} />
            {t(figure)}
          </li>
        ))}
      </ul>
      <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-2">
        <ol
          aria-hidden="true"
          className="flex flex-col-reverse justify-between text-end text-muted leading-none"
        >
          {lines.map((line) => (
            <li key={line} className="-my-2 grid h-4 items-center">
              {number(line)}
            </li>
          ))}
        </ol>
        <div
          role="slider"
          tabIndex={0}
          aria-label={t('heading')}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={shown + 1}
          aria-valuetext={words.join(' · ')}
          {...props}
          className="relative touch-pan-y"
        >
          <Plot days={days} lines={lines} column={column} />
          {column !== undefined && <Figures words={words} left={(column + 0.5) / days.length} />}
        </div>
        <DayNames days={days} />
      </div>
    </div>
  );
}

interface PlotProps {
  days: Day[];
  lines: number[];
  column: number | undefined;
}

/** Stretched to the width there is; heights are pixels. */
function Plot({ days, lines, column }: PlotProps) {
  const stripes = useId();
  const y = (points: number) => HEIGHT - (points / (lines.at(-1) ?? 1)) * HEIGHT;
  const bars = (figure: 'earned' | 'redeemed', from: number) =>
    days.map((day, at) => `M${at + from} ${HEIGHT}V${y(day[figure]).toFixed(1)}h${BAR}V${HEIGHT}z`).join('');
  return (
    <svg
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block w-full overflow-visible"
    >
      <pattern id={stripes} width="1" height="6" patternUnits="userSpaceOnUse">
        <path d="M0 0h1v6h-1z" className="fill-accent-soft" />
        <path d="M0 0h1v3h-1z" className="fill-accent" />
      </pattern>
      {column !== undefined && <path d={`M${column} 0h1v${HEIGHT}h-1z`} className="fill-sunken" />}
      <path
        d={lines.map((line) => `M0 ${y(line)}H${days.length}`).join('')}
        vectorEffect="non-scaling-stroke"
        className="stroke-line"
      />
      <path d={bars('earned', 0.5 - BAR)} className="fill-brand" />
      <path d={bars('redeemed', 0.5)} fill={`url(#${stripes})`} />
      <polyline
        points={days.map(({ reversed }, at) => `${at + 0.5},${y(reversed).toFixed(1)}`).join(' ')}
        fill="none"
        strokeWidth="2"
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
        className="stroke-danger"
      />
    </svg>
  );
}

/** The figures of one day, above its column but within the chart. `left`: 0 to 1. */
function Figures({ words: [name, ...figures], left }: { words: string[]; left: number }) {
  const { direction } = useLanguage();
  return (
    <div
      dir={direction}
      aria-hidden="true"
      style={{ left: `max(0px, min(${left * 100}% - 6.5rem, 100% - 13rem))` }}
      className="pointer-events-none absolute top-2 w-52 max-w-full rounded-2xl border border-line bg-surface p-3 text-ink shadow-raised"
    >
      <p className="font-semibold">{name}</p>
      {figures.map((figure) => (
        <p key={figure} className="tabular-nums">
          {figure}
        </p>
      ))}
    </div>
  );
}

function DayNames({ days }: { days: Day[] }) {
  const calendarDay = useCalendarDay();
  const named = spread(days.length, NAMED_DAYS);
  /** The names of the first and the last day stay within the chart where their columns are narrower than they are. */
  const shift = (place: number) => {
    if (days.length <= NAMED_DAYS) return '-translate-x-1/2';
    if (place === 0) return '';
    return place === named.length - 1 ? '-translate-x-full' : '-translate-x-1/2';
  };
  return (
    <ol aria-hidden="true" className="relative col-start-2 mt-2 h-5 text-muted">
      {named.map((at, place) => (
        <li
          key={at}
          style={{ left: `${((at + 0.5) / days.length) * 100}%` }}
          className={classes(
            'absolute whitespace-nowrap',
            shift(place),
            place % NAMED_ON_PHONES !== 0 && 'max-sm:hidden',
          )}
        >
          {calendarDay(days[at]?.day ?? '')}
        </li>
      ))}
    </ol>
  );
}
