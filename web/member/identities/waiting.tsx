import { Spinner } from '#ui/spinner.tsx';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Shown while the server asks the other site. */
export function Waiting() {
  const t = useT('auth.identity');
  usePageTitle(t('waiting'));
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4">
      <Spinner size="large" className="text-brand" />
      <p role="status">{t('waiting')}</p>
    </main>
  );
}
