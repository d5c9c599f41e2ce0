import { ensureBuilt, ensureInstalled, runPinned } from './setup.js';

/** `npm start`: installs and builds what has changed, then serves. */

await ensureInstalled();
await ensureBuilt();
process.exitCode = await runPinned(['--env-file-if-exists=.env', 'server/main.ts']);
