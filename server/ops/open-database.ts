import { createDatabase, createPool, type Database } from '#database/client.ts';

/** The proofs read everything and lift the limit of their statements; one may take this long without a byte. */
const SILENCE_MS_MAX = 3_600_000;

/** Opens a database for a command of the operator; `destroy` it afterwards. */
export const openDatabase = (url: string): Database =>
  createDatabase(createPool(url, (error) => console.error(error.message), { silenceMsMax: SILENCE_MS_MAX }));
