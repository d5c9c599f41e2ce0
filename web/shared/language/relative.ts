import { useFormatter } from 'use-intl';
import { serverNow } from '#web/shared/api/clock.ts';
import { isolated } from './isolate.ts';
import { useLanguage } from './language.tsx';

const SECONDS = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['week', 7 * 86_400],
  ['month', (365 / 12) * 86_400],
  ['year', 365 * 86_400],
] as const;

/**
 * The unit in which a span of so many seconds is said: the largest of which it rounds to at least one, so that half a
 * second less than an hour is `1 hour` and never `60 minutes`.
 */
export function unitOf(seconds: number): (typeof SECONDS)[number][0] {
  const unit = SECONDS.find(([, length], index) => {
    const [, next] = SECONDS[index + 1] ?? [undefined, Number.POSITIVE_INFINITY];
    return Math.round(Math.abs(seconds) / length) < next / length;
  });
  return unit?.[0] ?? 'year';
}

/** Says how far away a time is from `now`: `2 minutes ago`, `in 3 hours`. */
export function useRelative() {
  const format = useFormatter();
  const { direction } = useLanguage();
  return (when: string | Date, now = serverNow()) => {
    const at = new Date(when);
    const unit = unitOf((at.getTime() - now.getTime()) / 1000);
    return isolated(format.relativeTime(at, { now, unit }), direction);
  };
}
