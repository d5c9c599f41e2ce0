import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '#ui/error-state.tsx';
import { Offline } from '#ui/illustrations/offline.tsx';
import { CallError, call, NetworkError } from '#web/shared/api/call.ts';
import { site } from '#web/shared/api/site.ts';
import { MissingPart } from '#web/shared/browser/missing-part.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { lastBalance } from '#web/shared/offline/last-balance.ts';

/** Shown when the member cannot be read or a screen fails: offline, an outdated page, or a fault of ours. */
export function FailedRoute({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    // A module that failed to load stays failed until the page is reloaded.
    if (isMissingPart(error) && navigator.onLine) return window.location.reload();
    setRetrying(true);
    if (isOffline(error) || isUnreached(error)) return reloadOnceReached().finally(() => setRetrying(false));
    await queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    await router.invalidate();
    setRetrying(false);
    reset();
  };
  return <Failed error={error} onRetry={() => void retry()} retrying={retrying} />;
}

export interface FailedProps {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/** Shows what went wrong and a button to retry. A fault of ours is reported, and its id shown. */
export function Failed({ error, onRetry, retrying = false }: FailedProps) {
  const t = useT('common');
  const { productName } = site();
  const [report, setReport] = useState<string>();
  useEffect(() => {
    if (isMissingPart(error)) return;
    // If the reporting code cannot be loaded, there is no report and no id to show.
    import('#web/app/client-errors/report.ts')
      .then(({ reportError }) => setReport(reportError(error)))
      .catch(() => undefined);
  }, [error]);
  const [title, text] = isOffline(error)
    ? [t('offlineTitle'), t('offlineText', { productName })]
    : isMissingPart(error)
      ? [t('outdatedTitle'), t('outdatedText', { productName })]
      : [t('failureTitle'), t('failureText')];
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title={title}
        text={
          <>
            {text}
            {isOffline(error) && <LastBalance />}
            {report && <span className="mt-3 block text-sm">{t('reportId', { id: report })}</span>}
          </>
        }
        illustration={isOffline(error) ? <Offline /> : undefined}
        retryLabel={isMissingPart(error) && !isOffline(error) ? t('reload') : t('retry')}
        onRetry={onRetry}
        retrying={retrying}
      />
    </main>
  );
}

/** The last balance that the member saw in this browser, and when. */
function LastBalance() {
  const t = useT('common');
  const reward = useReward();
  const { date } = useFormats();
  const last = lastBalance();
  if (!last) return null;
  const when = new Date(last.at);
  const isToday = when.toDateString() === new Date().toDateString();
  return (
    <span className="mt-4 block text-ink">
      {t.rich('lastBalance', {
        amount: reward.amount(last.points),
        when: date(when, isToday ? 'time' : 'moment'),
        strong: (words) => <strong className="block font-bold text-3xl">{words}</strong>,
      })}
    </span>
  );
}

/**
 * Reloads the page, as other parts may have failed too, and the settings in it may be old. Does nothing if the server cannot
 * be reached.
 */
async function reloadOnceReached(): Promise<void> {
  const reached = await call('GET /api/site').then(
    () => true,
    (error: unknown) => !isUnreached(error),
  );
  if (reached) window.location.reload();
}

/** What a proxy answers when it does not reach the server: bad gateway, unavailable, gateway timeout. */
const UNREACHED = [502, 503, 504];

/** The answer, if there is one, is not the server's. */
const isUnreached = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof CallError && !error.code && UNREACHED.includes(error.status));

/** Browsers report a module that could not be loaded as a TypeError with a text of their own. */
const isMissingPart = (error: unknown) =>
  error instanceof MissingPart || (error instanceof TypeError && /module|preload/i.test(error.message));

const isOffline = (error: unknown) =>
  error instanceof NetworkError || (isMissingPart(error) && !navigator.onLine);
