import { ensureBuilt, ensureInstalled, entryOf, environmentFile, runPinned, serverFlags } from './setup.js';

/** `npm start`: installs and builds what has changed, then starts the server. */

await ensureInstalled();
await ensureBuilt();
process.exitCode = await runPinned([...serverFlags, ...environmentFile, entryOf('server/main.ts')]);
