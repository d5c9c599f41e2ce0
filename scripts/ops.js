import { entryOf, environmentFile, requireInstalled, runPinned } from './setup.js';

/** `npm run ops -- ...`: the operator's commands. Installs and builds nothing. */

requireInstalled();
process.exitCode = await runPinned([
  ...['--enable-source-maps', ...environmentFile, entryOf('server/ops/main.ts')],
  ...process.argv.slice(2),
]);
