import { openAnnouncer } from '#database/announcer.ts';
import { createDatabase, createPool } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { transactOn } from '#database/transaction.ts';
import { PATIENT } from './patience.ts';

/** A process that dies between the commit of a transaction and its message. Arguments: the database, a member. */

const [url = '', userId = ''] = process.argv.slice(2);
const pool = createPool(url, () => {}, PATIENT);
await openAnnouncer(pool, () => {}, PATIENT.silenceMsMax);
const dying = { tell: () => process.kill(process.pid, 'SIGKILL'), close: async () => {} };
await transactOn(
  createDatabase(pool),
  dying,
)(async (tx) => {
  await tx.updateTable('users').set({ name: 'Committed' }).where('id', '=', userId).execute();
  announce(tx, userId, { type: 'tasks', data: {} });
});
