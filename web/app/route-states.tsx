import type { ErrorComponentProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Spinner } from '#ui/spinner.tsx';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { latePart, MissingPartNotice } from '#web/shared/parts/late-part.tsx';

// Loaded when the browser is idle, or when something fails before that; without it there are plain words.
const load = () => import('./failed.tsx');
const FailedRoute = latePart(load, ({ FailedRoute }) => FailedRoute, PlainFailure);
const FailedApp = latePart(load, ({ Failed }) => Failed, PlainFailure);

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
  return (
    <main>
      <MissingPartNotice />
    </main>
  );
}
