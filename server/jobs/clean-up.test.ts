import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Transact } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { openRedemption } from '#testing/redemption.ts';
import { cleanUpTasks } from './clean-up.ts';

const { database, transact } = await testDatabase();

test('the clean-up deletes only what has expired', async () => {
  const member = await createMember(database);
  for (let n = 0; n < 3; n++) await signIn(database, member);
  await sql`update sessions set expires_at = now() - interval '1 minute'
    where id = (select id from sessions order by id limit 1)`.execute(database);
  await sql`update sessions set last_seen_at = now() - interval '15 days'
    where id = (select id from sessions order by id desc limit 1)`.execute(database);
  for (const hours of [-25, -23, 1]) {
    const row = { email: 'robin@example.com', expiresAt: new Date(Date.now() + hours * 3_600_000) };
    await database
      .insertInto('emailVerificationCodes')
      .values({ ...row, code: 'hash' })
      .execute();
    await database
      .insertInto('passwordResetTokens')
      .values({ ...row, token: `hash ${hours}` })
      .execute();
  }
  await database
    .insertInto('rateLimits')
    .values([
      { key: 'over', points: 1, expire: Date.now() - 1_000 },
      { key: 'counting', points: 1, expire: Date.now() + 3_600_000 },
    ])
    .execute();

  await cleanUpTasks(transact).clean_up({});
  const count = async (table: 'sessions' | 'emailVerificationCodes' | 'passwordResetTokens') =>
    (await database.selectFrom(table).select('id').execute()).length;
  expect(await count('sessions')).toBe(1);
  expect(await count('emailVerificationCodes')).toBe(2);
  expect(await count('passwordResetTokens')).toBe(2);
  expect(await database.selectFrom('rateLimits').select('key').execute()).toEqual([{ key: 'counting' }]);
});

test('what fails of the clean-up keeps nothing behind it from its turn', async () => {
  const { id } = await openRedemption(database);
  await sql`update card_redemptions set status = 'issued', expires_at = now() - interval '3 days' where id = ${id}`.execute(
    database,
  );
  // The first transaction is of the retention, the next two look for what has expired.
  let begun = 0;
  const failing: Transact = (work) => {
    begun += 1;
    return begun === 2 || begun === 3 ? transact(work) : Promise.reject(new Error('the database is gone'));
  };
  await expect(cleanUpTasks(failing).clean_up({})).rejects.toMatchObject({
    errors: Array.from({ length: 5 }, () => new Error('the database is gone')),
    message: expect.stringMatching(/^retention: .*; reminders: .*; members: .*; points left: .*; offers: /),
  });
  const row = database.selectFrom('cardRedemptions').select('status').where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ status: 'expired' });
});
