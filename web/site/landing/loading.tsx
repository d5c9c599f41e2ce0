import { buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

export interface LoadingProps {
  loading: string;
  needsScript: string;
  /** Shown if the app could not start. */
  notStarted: string;
  retryLabel: string;
}

/** Content of the app's page until its code is loaded, if loading fails, and for browsers without script. */
export function Loading({ loading, needsScript, notStarted, retryLabel }: LoadingProps) {
  const place = 'mx-auto min-h-dvh max-w-md place-content-center justify-items-center gap-4 px-6 text-center';
  return (
    <>
      <div id="loading" className={`${place} grid`} role="status">
        <Spinner size="large" className="text-brand" />
        <p>{loading}</p>
      </div>
      <div id="not-started" className={`${place} grid`} role="alert" hidden>
        <p className="text-lg">{notStarted}</p>
        <a href="/dashboard" className={buttonClass('secondary')}>
          {retryLabel}
        </a>
      </div>
      <noscript>{needsScript}</noscript>
    </>
  );
}
