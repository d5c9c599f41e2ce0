import { bundle } from './scripts/bundle.ts';

/**
 * The server as a few files instead of 1,700, which is what most of its start was spent on: `vite build -c
 * vite.server.config.ts` writes .build/server, which `npm start` and `npm run ops` run. The other files of the project,
 * such as migrations and texts of mails, are read where they are.
 */
export default bundle('.build/server', { main: 'server/main.ts', ops: 'server/ops/main.ts' });
