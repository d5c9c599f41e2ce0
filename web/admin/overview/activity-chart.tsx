import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Activity } from '#contract/overview.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useCalendarDay } from './use-calendar-day.ts';

const HEIGHT = 300;
const MARKS_GAP = 24;

/**
 * Points earned and redeemed as bars (full and striped), reversed points as a dashed line, to be told apart without
 * colours. The table below holds the same figures for screen readers.
 */
export function ActivityChart({ days, today }: { days: Activity['days']; today: string }) {
  const t = useT('activity');
  const { number } = useFormats();
  const calendarDay = useCalendarDay();
  const rows = days.map((day) => ({ ...day, name: day.day === today ? t('soFar') : calendarDay(day.day) }));
  return (
    <div aria-hidden="true" dir="ltr" className="text-sm">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart data={rows} accessibilityLayer={false}>
          <defs>
            <pattern
              id="stripes"
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill="var(--accent-soft)" />
              <rect width="3" height="6" fill="var(--accent)" />
            </pattern>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="name" minTickGap={MARKS_GAP} tick={{ fill: 'var(--muted)' }} stroke="var(--line)" />
          <YAxis width="auto" tickFormatter={number} tick={{ fill: 'var(--muted)' }} stroke="var(--line)" />
          <Tooltip
            formatter={(value) => number(Number(value))}
            cursor={{ fill: 'var(--sunken)' }}
            contentStyle={{
              background: 'var(--surface)',
              border: '1px solid var(--line)',
              borderRadius: '1rem',
            }}
            labelStyle={{ color: 'var(--ink)', fontWeight: 600 }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          <Legend formatter={(name) => <span className="text-ink">{name}</span>} />
          <Bar
            isAnimationActive={false}
            dataKey="earned"
            name={t('earned')}
            fill="var(--brand)"
            radius={[4, 4, 0, 0]}
          />
          <Bar
            isAnimationActive={false}
            dataKey="redeemed"
            name={t('redeemed')}
            fill="url(#stripes)"
            radius={[4, 4, 0, 0]}
          />
          <Line
            isAnimationActive={false}
            dataKey="reversed"
            name={t('reversed')}
            stroke="var(--danger)"
            strokeWidth={2}
            strokeDasharray="4 3"
            dot={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
