import { useTranslations } from 'use-intl';
import { CallError, NetworkError } from '../api/call.ts';

/** Turns failures into words of this language. */
export function useErrorText() {
  const t = useTranslations('errors');
  const text = (error: unknown): string => {
    if (error instanceof NetworkError) return t('network');
    if (!(error instanceof CallError)) return t('internal');
    if (!error.code || !t.has(error.code)) return error.text;
    if (error.code === 'too_many_requests' && error.retryAfter) {
      return t('too_many_requests_until', { minutes: Math.ceil(error.retryAfter / 60) });
    }
    return t(error.code, error.details);
  };
  return {
    /** What went wrong, without the status. */
    text,
    /** `<status>: <text>`, as failed calls are reported. */
    message: (error: unknown) =>
      error instanceof CallError ? `${error.status}: ${text(error)}` : text(error),
  };
}
