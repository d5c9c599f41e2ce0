import { createPool } from '#database/client.ts';
import { showPresence } from '#database/job-holders.ts';
import { PATIENT } from './patience.ts';

/** A process that registers a worker until it is killed: `node testing/job-holder.ts <url> <worker>`. */

const [url = '', worker = ''] = process.argv.slice(2);
const pool = createPool(url, (error) => console.error(error), PATIENT);
await showPresence(pool, [worker], PATIENT.silenceMsMax);
process.send?.('present');
