import { createRoot } from 'react-dom/client';
import { createQueryClient, signOut } from './api/queries.ts';
import { AppShell } from './app-shell.tsx';
import { loadLanguage } from './language/language.tsx';
import { createAppRouter } from './routes.tsx';
import { loadSite } from './site.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element for the app');

const [, loaded] = await Promise.all([loadSite(), loadLanguage()]);
const queryClient = createQueryClient(() => {
  signOut(queryClient);
  void router.invalidate();
});
const router = createAppRouter(queryClient);

createRoot(root).render(<AppShell queryClient={queryClient} router={router} language={loaded} />);
