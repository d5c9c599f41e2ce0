import { faultCode } from '#contract/faults.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Translates the faults of a field, found by the browser's rules or the server; other texts stay. */
export function useFaultText(): (message: string | undefined) => string | undefined {
  const t = useT('rules');
  return (message) => {
    if (!message) return undefined;
    const minimum = site().passwordMinLength;
    const code = faultCode(message, minimum);
    return code ? t(code, { minimum }) : message;
  };
}
