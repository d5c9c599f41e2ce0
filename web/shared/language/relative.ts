import { useFormatter } from 'use-intl';
import { useServerNow } from '#web/shared/api/use-server-now.ts';
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
 * The unit in which a span of so many seconds is said: the first of which it rounds to fewer than make one of the next, so
 * that half a second less than an hour is `1 hour` and never `60 minutes`.
 */
export function unitOf(seconds: number): (typeof SECONDS)[number][0] {
  const unit = SECONDS.find(([, length], index) => {
    const [, next] = SECONDS[index + 1] ?? [undefined, Number.POSITIVE_INFINITY];
    return Math.round(Math.abs(seconds) / length) < next / length;
  });
  return unit?.[0] ?? 'year';
}

/** The server's time is known to the second, so what has just happened may lie ahead of it. */
const JUST_NOW_MS = 2_000;

/** How the formatter says a time that is compared with `now`. */
export function relativeTo(now: Date, at: Date) {
  const aheadMs = at.getTime() - now.getTime();
  const isNow = aheadMs > 0 && aheadMs < JUST_NOW_MS;
  return { now: isNow ? at : now, unit: unitOf(isNow ? 0 : aheadMs / 1000) };
}

/** Says how far away a time is: `2 minutes ago`, `in 3 hours`; anew while the screen is shown. */
export function useRelative() {
  const format = useFormatter();
  const { direction } = useLanguage();
  const now = useServerNow();
  return (when: string | Date) => {
    const at = new Date(when);
    return isolated(format.relativeTime(at, relativeTo(now, at)), direction);
  };
}
