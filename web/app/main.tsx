import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, userQuery } from '#web/shared/api/queries.ts';
import { leaveEnded } from '#web/shared/api/session-end.ts';
import { loadSite } from '#web/shared/api/site.ts';
import { openTabs } from '#web/shared/browser/tabs.ts';
import { followMember, loadLanguage } from '#web/shared/language/current-language.ts';
import { AppShell } from './app-shell.tsx';
import { createAppRouter, preloadScreen } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element for the app');

openTabs();
const queryClient = createQueryClient(() => leaveEnded(queryClient, router));
const router = createAppRouter(queryClient);

try {
  // Loads all that the first screen needs, so that the page's loading text is followed by the complete screen.
  await Promise.all([
    loadLanguage(),
    loadSite(),
    queryClient.prefetchQuery(userQuery),
    preloadScreen(router),
  ]);
  // Before anything is shown, as other words would move everything.
  await followMember(queryClient.getQueryData(userQuery.queryKey)?.language);
  await router.load();
  // A transition renders in short steps, so the page stays responsive.
  startTransition(() => createRoot(root).render(<AppShell queryClient={queryClient} router={router} />));
} catch (error) {
  // Without texts the app cannot show a message; the page has its own.
  document.getElementById('loading')?.setAttribute('hidden', '');
  document.getElementById('not-started')?.removeAttribute('hidden');
  throw error;
}
