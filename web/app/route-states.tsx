import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { site } from '#web/shared/api/site.ts';
import { part } from '#web/shared/browser/missing-part.ts';
import { useT } from '#web/shared/language/language.tsx';
import type { FailedProps } from './failed.tsx';

// Loaded when the browser is idle, or when something fails before that; without it there are plain words.
const failed = () =>
  part(import('./failed.tsx')).catch(() => ({ FailedRoute: PlainFailure, Failed: PlainFailure }));
const FailedRoute = lazy<ComponentType<ErrorComponentProps>>(async () => ({
  default: (await failed()).FailedRoute,
}));
const FailedApp = lazy<ComponentType<FailedProps>>(async () => ({ default: (await failed()).Failed }));

/** Shown while the member or the screen is being loaded. */
export function RoutePending() {
  const t = useT('common');
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner size="large" label={t('loading', { productName: site().productName })} />
    </main>
  );
}

/** Shown when the member cannot be read or a screen fails. */
export function RouteFailure(props: ErrorComponentProps) {
  return (
    <Suspense fallback={<RoutePending />}>
      <FailedRoute {...props} />
    </Suspense>
  );
}

/** Shown when something around the screens fails. */
export function AppFailed({ error }: { error: unknown }) {
  return (
    <Suspense fallback={<RoutePending />}>
      <FailedApp error={error} onRetry={() => window.location.reload()} />
    </Suspense>
  );
}

function PlainFailure() {
  const t = useT('common');
  return (
    <main
      role="alert"
      className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center"
    >
      <h1 className="font-bold font-display text-xl">{t('failureTitle')}</h1>
      <p className="text-muted">{t('failureText')}</p>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {t('retry')}
      </Button>
    </main>
  );
}
