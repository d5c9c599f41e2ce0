import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { NetworkError } from './api/call.ts';
import { useT } from './language/language.tsx';
import { site } from './site.ts';
import { ErrorState } from './ui/error-state.tsx';
import { Offline } from './ui/illustrations/offline.tsx';
import { Spinner } from './ui/spinner.tsx';

/** Shown while the member or the screen is being loaded. */
export function RoutePending() {
  const t = useT('common');
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner size="large" label={t('loading', { productName: site().productName })} />
    </main>
  );
}

/** Shown when the member cannot be asked or a screen fails: offline, or a fault of ours. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const t = useT('common');
  const router = useRouter();
  const queryClient = useQueryClient();
  const [retrying, setRetrying] = useState(false);
  const offline = error instanceof NetworkError || isMissingChunk(error);

  const retry = async () => {
    // A part of the app that could not be loaded stays failed for as long as the page lives.
    if (isMissingChunk(error)) return window.location.reload();
    setRetrying(true);
    await queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    await router.invalidate();
    setRetrying(false);
    reset();
  };
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title={offline ? t('offlineTitle') : t('failureTitle')}
        text={offline ? t('offlineText', { productName: site().productName }) : t('failureText')}
        illustration={offline ? <Offline /> : undefined}
        retryLabel={t('retry')}
        onRetry={() => void retry()}
        retrying={retrying}
      />
    </main>
  );
}

/** Browsers report a script module that could not be loaded as a TypeError with a text of their own. */
const isMissingChunk = (error: unknown) =>
  error instanceof TypeError && /module|preload/i.test(error.message);
