import { useT } from '../../language/language.tsx';
import { usePageTitle } from '../../page-title.ts';
import { NotFound } from './not-found.tsx';

/** Any other path. */
export function NotFoundPage() {
  const t = useT('notFound');
  usePageTitle(t('title'));
  return <NotFound title={t('title')} text={t('text')} homeLabel={t('home')} />;
}
