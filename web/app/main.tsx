import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, userQuery } from '#web/shared/api/queries.ts';
import { leaveEnded } from '#web/shared/api/session-end.ts';
import { loadSite } from '#web/shared/api/site.ts';
import { loadLanguage } from '#web/shared/language/current-language.ts';
import { AppShell } from './app-shell.tsx';
import { createAppRouter, preloadScreen } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element for the app');

const queryClient = createQueryClient(() => leaveEnded(queryClient, router));
const router = createAppRouter(queryClient);

try {
  // All that the first screen waits for at once, so that the page's own words are followed by the screen and nothing else.
  await Promise.all([
    loadLanguage(),
    loadSite(),
    queryClient.prefetchQuery(userQuery),
    preloadScreen(router),
  ]);
  await router.load();
  // A transition is drawn in short steps, between which the page answers.
  startTransition(() => createRoot(root).render(<AppShell queryClient={queryClient} router={router} />));
} catch (error) {
  // Without texts the app cannot say anything: the page has words of its own for it.
  document.getElementById('loading')?.setAttribute('hidden', '');
  document.getElementById('not-started')?.removeAttribute('hidden');
  throw error;
}
