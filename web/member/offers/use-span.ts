import { isolated } from '#web/shared/language/isolate.ts';
import { useLanguage } from '#web/shared/language/language.tsx';
import { spanOf } from './offer-times.ts';

/** `14 days`, `36 hours`. */
export function useSpan(): (seconds: number) => string {
  const { code, direction } = useLanguage();
  return (seconds) => {
    const { unit, value } = spanOf(seconds);
    const format = new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long' });
    return isolated(format.format(value), direction);
  };
}
