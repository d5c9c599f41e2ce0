import { ensureInstalled, runPinned } from './setup.js';

/** `node scripts/run.js <file> ...`: runs a TypeScript file of the project under the pinned Node. */

await ensureInstalled();
process.exitCode = await runPinned(['--env-file-if-exists=.env', ...process.argv.slice(2)]);
