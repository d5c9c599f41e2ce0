import { ensureInstalled, environmentFile, runPinned } from './setup.js';

/** `node scripts/run.js <file> ...`: runs a TypeScript file of the project under the pinned Node. */

await ensureInstalled();
process.exitCode = await runPinned([...environmentFile, ...process.argv.slice(2)]);
