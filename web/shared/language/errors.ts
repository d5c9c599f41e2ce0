import { useTranslations } from 'use-intl';
import { CallError, NetworkError } from '#web/shared/api/call.ts';
import { MissingPart } from '#web/shared/browser/missing-part.ts';

/** Failures whose words, some of them specified, do not say what to do next. */
const HELPED = ['wrong_credentials', 'invalid_code', 'invalid_reset_token', 'network'] as const;

/** A longer wait is told in hours. */
const HOURS_FROM_MINUTES = 120;

/** Turns failures into words of the person's language. */
export function useErrorText() {
  const t = useTranslations('errors');
  const text = (error: unknown): string => {
    if (error instanceof NetworkError) return t('network');
    if (error instanceof MissingPart) return t('missing_part');
    if (!(error instanceof CallError)) return t('internal');
    if (!error.code || !t.has(error.code)) return error.text;
    if (error.code === 'too_many_requests' && error.retryAfter) {
      const minutes = Math.ceil(error.retryAfter / 60);
      return minutes < HOURS_FROM_MINUTES
        ? t('too_many_requests_until', { minutes })
        : t('too_many_requests_hours', { hours: Math.ceil(minutes / 60) });
    }
    return t(error.code, error.details);
  };
  const next = (error: unknown): string | undefined => {
    const code =
      error instanceof NetworkError ? 'network' : error instanceof CallError ? error.code : undefined;
    const helped = HELPED.find((known) => known === code);
    return helped && t.has(`next_${helped}`) ? t(`next_${helped}`) : undefined;
  };
  return {
    /** What to do about the failure, where its words do not say it. */
    next,
    /** The failure in words, without the status. */
    text,
    /** The same, or undefined if its cause is not known (a proxy's page, a fault here). */
    knownText: (error: unknown): string | undefined =>
      error instanceof NetworkError ||
      error instanceof MissingPart ||
      (error instanceof CallError && error.code)
        ? text(error)
        : undefined,
    /** `<status>: <text>`, the form in which failed calls are shown. */
    message: (error: unknown): string =>
      error instanceof CallError ? `${error.status}: ${text(error)}` : text(error),
  };
}
