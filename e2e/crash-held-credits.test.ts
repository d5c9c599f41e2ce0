import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMember } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { leaveToTest } from '#testing/timetable.ts';
import { HELD_CRASH_WALL, openCrashHarness, signed } from './crash-harness.ts';

const { database, callFirst, killBeforeStatements, pointsOf, expectAudit } = await openCrashHarness();
// Only the test asks for it: what is due would mature before statements are counted.
await leaveToTest(database, 'mature_credits');
/** Each kill costs a start of the server, so only some statements of the one transaction are tried. */
const EVERY_THIRD = { from: 1, step: 3 };

test('pending points are given exactly once after kill -9 before statements of the job', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const member = await createMember(database);
  await database
    .insertInto('wallMembers')
    .values({ wall: HELD_CRASH_WALL, code: 'robin1', userId: member.id })
    .execute();
  const statusOf = (tx: string) => async () =>
    (
      await database
        .selectFrom('webhookTransactions')
        .select('status')
        .where('transactionId', '=', tx)
        .executeTakeFirst()
    )?.status;
  // Does at once what the job does every minute.
  const askForJob = () =>
    sql`select graphile_worker.add_job('mature_credits', job_key => 'mature_credits')`.execute(database);
  let rounds = 0;
  const killed = await killBeforeStatements(async () => {
    rounds += 1;
    const tx = randomUUID();
    const query = signed(`points=10&tx=${tx}&user=robin1`);
    expect(await callFirst(HELD_CRASH_WALL, query)).toBe('ok');
    await sql`with due as (
          update webhook_transactions set held_until = now() where transaction_id = ${tx} returning id, held_until
        )
        update tasks t set held_until = due.held_until from due where due.id = t.id`.execute(database);
    return {
      work: async () => {
        await askForJob();
        await expect.poll(statusOf(tx)).toBe('credited');
      },
      repeat: async () => {
        await askForJob();
        await expect.poll(statusOf(tx)).toBe('credited');
        expect(await pointsOf(member.id)).toBe(rounds * 10);
      },
    };
  }, EVERY_THIRD);
  expect(killed).toBeGreaterThanOrEqual(4);
  await expectAudit();
});
