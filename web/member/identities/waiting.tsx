import { Spinner } from '#ui/spinner.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** Shown while the server asks the other site. */
export function Waiting() {
  const t = useT('auth.identity');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4">
      <Spinner size="large" className="text-brand" />
      <p role="status">{t('waiting')}</p>
    </main>
  );
}
