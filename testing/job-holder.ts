import { createPool } from '#database/client.ts';
import { showPresence } from '#database/job-holders.ts';

/** A process that registers a worker until it is killed: `node testing/job-holder.ts <url> <worker>`. */

const [url = '', worker = ''] = process.argv.slice(2);
const pool = createPool(url, (error) => console.error(error));
await showPresence(pool, [worker]);
process.send?.('present');
