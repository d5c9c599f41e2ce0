import { buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

export interface LoadingProps {
  loading: string;
  needsScript: string;
  /** Shown if the app could not start. */
  notStarted: string;
  retryLabel: string;
}

/** The app says itself what else keeps it from starting. Runs while the page is read, before the browser tells of the file. */
const TELL_MISSING = `addEventListener('error', ({ target }) => {
  if (target.localName !== 'script') return;
  document.getElementById('loading')?.setAttribute('hidden', '');
  document.getElementById('not-started')?.removeAttribute('hidden');
}, true);`;

/** Content of the app's page until its code is loaded, if loading fails, and for browsers without script. */
export function Loading({ loading, needsScript, notStarted, retryLabel }: LoadingProps) {
  return (
    <>
      {/* The words beneath move nothing: a browser may draw before it has read them, and the app's spinner follows. */}
      <div id="loading" className="noscript:hidden grid min-h-dvh place-items-center" role="status">
        <span className="relative">
          <Spinner size="large" className="text-brand" />
          <span className="absolute start-1/2 top-full mt-4 w-[80vw] max-w-md text-center ltr:-translate-x-1/2 rtl:translate-x-1/2">
            {loading}
          </span>
        </span>
      </div>
      <div
        id="not-started"
        className="mx-auto grid min-h-dvh max-w-md place-content-center justify-items-center gap-4 px-6 text-center"
        role="alert"
        hidden
      >
        <p className="text-lg">{notStarted}</p>
        <a href="/dashboard" className={buttonClass('secondary')}>
          {retryLabel}
        </a>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script must not be escaped */}
      <script dangerouslySetInnerHTML={{ __html: TELL_MISSING }} />
      <noscript>
        <p className="mx-auto grid min-h-dvh max-w-md place-content-center px-6 text-center text-lg">
          {needsScript}
        </p>
      </noscript>
    </>
  );
}
