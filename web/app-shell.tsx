import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { LanguageProvider, type LoadedLanguage, useT } from './language/language.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import type { AppRouter } from './routes.tsx';
import { Toaster } from './ui/toast.tsx';

export interface AppShellProps {
  queryClient: QueryClient;
  router: AppRouter;
  language: LoadedLanguage;
}

/** Everything around the screens: cache, texts, router, notifications. */
export function AppShell({ queryClient, router, language }: AppShellProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider loaded={language}>
          <RouterProvider router={router} />
          <RouteAnnouncer router={router} />
          <Notifications />
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

function Notifications() {
  const t = useT('common');
  // The library fills in {hotkey} itself, so the text is given with its placeholder.
  return (
    <Toaster
      viewportLabel={t('notifications', { hotkey: '{hotkey}' })}
      label={t('notification')}
      closeLabel={t('close')}
    />
  );
}
