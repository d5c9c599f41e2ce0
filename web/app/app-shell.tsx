import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { LanguageProvider } from '#web/shared/language/language.tsx';
import { AppFailure } from './app-failure.tsx';
import { Notifications } from './notifications.tsx';
import type { AppRouter } from './routes.tsx';

export interface AppShellProps {
  queryClient: QueryClient;
  router: AppRouter;
}

/** Everything around the screens: cache, texts, router, notifications. */
export function AppShell({ queryClient, router }: AppShellProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <AppFailure>
            <RouterProvider router={router} />
            <Notifications router={router} />
          </AppFailure>
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
