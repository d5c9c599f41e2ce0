import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type NoticePorts, sendMarketing } from '#domain/notices/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { noticeTasks } from './notices.ts';

test('how many marketing mails were not sent in time is told once', async () => {
  const { database, transact } = await testDatabase();
  for (let n = 0; n < 3; n++) await createMember(database);
  await database.updateTable('users').set({ marketingConsentAt: new Date() }).execute();
  await sendMarketing(transact, { subject: 'News', text: 'Good ones.' });
  await sql`update notices set created_at = now() - interval '5 days'`.execute(database);
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  const told: number[] = [];
  const { recover_notices } = noticeTasks(transact, {} as NoticePorts, (mails) => told.push(mails));
  await recover_notices({});
  await recover_notices({});
  expect(told).toEqual([3]);
});
