import { useEffect } from 'react';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Names the page in the browser's tab: `Tasks · Pocketful`. */
export function usePageTitle(title: string): void {
  const t = useT('common');
  const full = t('pageTitle', { title, productName: site().productName });
  useEffect(() => {
    document.title = full;
  }, [full]);
}
