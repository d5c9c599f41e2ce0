import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { useT } from '#web/shared/language/language.tsx';
import { NotFound } from './not-found.tsx';

/** The screen of any unknown path. */
export function NotFoundPage() {
  const t = useT('notFound');
  usePageTitle(t('title'));
  return <NotFound title={t('title')} text={t('text')} homeLabel={t('home')} />;
}
