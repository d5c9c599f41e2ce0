import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, userQuery } from '#web/shared/api/queries.ts';
import { leaveEnded } from '#web/shared/api/session-end.ts';
import { loadSite } from '#web/shared/api/site.ts';
import { isNoted, openTabs } from '#web/shared/browser/tabs.ts';
import { followMember, loadLanguage } from '#web/shared/language/current-language.ts';
import { AppShell } from './app-shell.tsx';
import { createAppRouter, preloadScreen } from './routes.tsx';

const root = createRoot(document.getElementById('root') as HTMLElement);

openTabs();
const queryClient = createQueryClient(() => leaveEnded(queryClient, router));
const router = createAppRouter(queryClient);
const memberHere = () => queryClient.getQueryData(userQuery.queryKey);

// The browser kept this page for its back button, and its member may have signed out meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  const member = memberHere();
  if (!persisted || !member || isNoted(member.id)) return;
  // Without a connection nothing else would take away what it shows.
  root.unmount();
  location.reload();
});

try {
  // Loads all that the first screen needs, so that the page's loading text is followed by the complete screen.
  await Promise.all([
    loadLanguage(),
    loadSite(),
    queryClient.prefetchQuery(userQuery),
    preloadScreen(router),
  ]);
  // Before anything is shown, as other words would move everything.
  await followMember(memberHere()?.language);
  await router.load();
  // A transition renders in short steps, so the page stays responsive.
  startTransition(() => root.render(<AppShell queryClient={queryClient} router={router} />));
} catch (error) {
  // Without texts the app cannot show a message; the page has its own.
  document.getElementById('loading')?.setAttribute('hidden', '');
  document.getElementById('not-started')?.removeAttribute('hidden');
  throw error;
}
