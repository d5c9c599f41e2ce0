import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { NotFound } from './not-found.tsx';

/** The screen of any unknown path. */
export function NotFoundPage() {
  return (
    <AreaTexts area="errors">
      <Page />
    </AreaTexts>
  );
}

function Page() {
  const t = useT('notFound');
  usePageTitle(t('title'));
  return <NotFound title={t('title')} text={t('text')} homeLabel={t('home')} />;
}
