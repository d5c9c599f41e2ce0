import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Transact } from '#database/transaction.ts';
import { type NoticePorts, recoverNotices, sendToMany } from '#domain/notices/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { noticeTasks } from './notices.ts';

const { database, transact } = await testDatabase();

/** A mail that was not sent in time to three members. */
async function sendTooLate(subject: string): Promise<void> {
  for (let n = 0; n < 3; n++) await createMember(database);
  await database.updateTable('users').set({ marketingConsentAt: new Date() }).execute();
  await sendToMany(transact, 'marketing', { subject, text: 'Good ones.' });
  await sql`update notices set created_at = now() - interval '5 days'`.execute(database);
  await sql`delete from graphile_worker._private_jobs`.execute(database);
}

test('how many marketing mails were not sent in time is told once', async () => {
  await sendTooLate('News');
  const told: number[] = [];
  const { recover_notices } = noticeTasks(transact, {} as NoticePorts, (mails) => told.push(mails));
  await recover_notices({});
  await recover_notices({});
  expect(told).toEqual([3]);
});

test('what fails of the notices of a minute keeps nothing behind it from its turn', async () => {
  await sendTooLate('More news');
  const told: number[] = [];
  const failing: Transact = (work) =>
    Object.is(work, recoverNotices) ? Promise.reject(new Error('it takes too long')) : transact(work);
  const { recover_notices } = noticeTasks(failing, {} as NoticePorts, (mails) => told.push(mails));
  await expect(recover_notices({})).rejects.toThrow('recovery: Error: it takes too long');
  expect(told).toEqual([6]);
});
