import { ensureBuilt, ensureInstalled, environmentFile, runPinned } from './setup.js';

/** `npm start`: installs and builds what has changed, then serves. */

await ensureInstalled();
await ensureBuilt();
process.exitCode = await runPinned([...environmentFile, 'server/main.ts']);
