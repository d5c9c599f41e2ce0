import { ErrorState } from '#ui/error-state.tsx';
import { Offline } from '#ui/illustrations/offline.tsx';
import { CallError, NetworkError } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { site } from '#web/shared/api/site.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

/** The parts of a query that another try needs. */
export interface Retryable {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shown when a part of a screen could not be read, offline or refused; offers another try. */
export function Failure({ query }: { query: Retryable }) {
  const t = useT('common');
  const errors = useErrorText();
  const offline = query.error instanceof NetworkError;
  const textOf = (): string => {
    if (offline) return t('offlineText', { productName: site().productName });
    const isRefused = query.error instanceof CallError && !mayHaveBeenDone(query.error);
    return isRefused ? errors.text(query.error) : t('failureText');
  };
  return (
    <ErrorState
      heading="h2"
      title={offline ? t('offlineTitle') : t('failureTitle')}
      text={textOf()}
      illustration={offline ? <Offline /> : undefined}
      retryLabel={t('retry')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
