import { NetworkError } from '../../api/call.ts';
import { useErrorText } from '../../language/errors.ts';
import { useT } from '../../language/language.tsx';
import { site } from '../../site.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Offline } from '../../ui/illustrations/offline.tsx';

/** What a screen needs of a query to offer another try. */
export interface Retryable {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A part of a screen whose data could not be read: offline or refused, and the way to try again. */
export function Failure({ query }: { query: Retryable }) {
  const t = useT('common');
  const errors = useErrorText();
  const offline = query.error instanceof NetworkError;
  return (
    <ErrorState
      heading="h2"
      title={offline ? t('offlineTitle') : t('failureTitle')}
      text={offline ? t('offlineText', { productName: site().productName }) : errors.text(query.error)}
      illustration={offline ? <Offline /> : undefined}
      retryLabel={t('retry')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
