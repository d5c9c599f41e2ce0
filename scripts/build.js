import { ensureBuilt, requireInstalled } from './setup.js';

/** `npm run build`: builds what has changed for a server that is started without `npm start`. Installs nothing. */

requireInstalled();
await ensureBuilt();
