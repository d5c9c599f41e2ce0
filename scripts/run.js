import { environmentFile, requireInstalled, runPinned } from './setup.js';

/** `node scripts/run.js <file> ...`: runs a TypeScript file of the project under the pinned Node. Installs nothing. */

requireInstalled();
process.exitCode = await runPinned([...environmentFile, ...process.argv.slice(2)]);
