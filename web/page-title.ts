import { useEffect } from 'react';
import { useT } from './language/language.tsx';
import { site } from './site.ts';

/** Names the page in the browser's tab: `Tasks · Pocketful`. */
export function usePageTitle(title: string): void {
  const t = useT('common');
  const full = t('pageTitle', { title, productName: site().productName });
  useEffect(() => {
    document.title = full;
  }, [full]);
}
