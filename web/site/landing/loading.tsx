import { buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

export interface LoadingProps {
  loading: string;
  needsScript: string;
  /** For when the app could not start. */
  notStarted: string;
  retryLabel: string;
}

/** What stands in the app's page until its code is there, when that does not come, and for browsers that run none. */
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
