import { useFormatter } from 'use-intl';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** Returns a function that writes seconds in whole days, hours, minutes or seconds, whichever is the largest. */
export function useLongTime(): (seconds: number) => string {
  const format = useFormatter();
  return (seconds) => {
    const [unit, size] =
      seconds >= DAY_SECONDS
        ? (['day', DAY_SECONDS] as const)
        : seconds >= HOUR_SECONDS
          ? (['hour', HOUR_SECONDS] as const)
          : seconds >= MINUTE_SECONDS
            ? (['minute', MINUTE_SECONDS] as const)
            : (['second', 1] as const);
    return format.number(Math.floor(seconds / size), { style: 'unit', unit, unitDisplay: 'long' });
  };
}
