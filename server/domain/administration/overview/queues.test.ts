import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { QUEUE_PERMISSIONS, type WorkQueue } from '#contract/overview.values.ts';
import { listMembers, readQueues } from '#domain/administration/index.ts';
import { watchReviews } from '#domain/redemption/index.ts';
import { testDatabase } from '#testing/database.ts';
import { openRedemption } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();

const stateOf = async (name: WorkQueue) =>
  (await readQueues(database, Object.values(QUEUE_PERMISSIONS))).find(({ queue }) => queue === name);
const late = async () => {
  const queue = await stateOf('payouts');
  const listed = await listMembers(database, {
    status: 'payout_late',
    order: 'created',
    direction: 'desc',
    limit: 10,
  });
  return { count: queue?.count, late: queue?.late, members: listed.map(({ id }) => id) };
};
const promise = (id: string, hours: number) =>
  sql`update card_redemptions set promised_by = now() + make_interval(hours => ${hours}) where id = ${id}`.execute(
    database,
  );
const NONE = { count: 0, late: 0, members: [] };

test('a reward that a machine should have made by now is counted, and its member is found by the same condition', async () => {
  const { id, memberId } = await openRedemption(database);
  expect(await late()).toEqual(NONE);
  await promise(id, -1);
  expect(await late()).toEqual({ count: 1, late: 1, members: [memberId] });
  await sql`update users set paused_at = now(), paused_reason = 'velocity', paused_text = '' where id = ${memberId}`.execute(
    database,
  );
  expect(await late()).toEqual(NONE);
});

test('what a person makes or reviews is in its own queue, however late', async () => {
  const byHand = await openRedemption(database, { provider: 'manual' });
  const reviewed = await openRedemption(database);
  await sql`update card_redemptions set status = 'review', reason = 'risk_review' where id = ${reviewed.id}`.execute(
    database,
  );
  await promise(byHand.id, -1);
  await promise(reviewed.id, -1);
  expect(await late()).toEqual(NONE);
});

test('a request for approval is late after 48 hours, long before it expires', async () => {
  const { memberId } = await openRedemption(database);
  const ask = (hoursAgo: number) =>
    sql`
    insert into approvals (kind, subject_id, user_id, payload, requested_by, reason, requested_at, expires_at)
    values ('adjustment', gen_random_uuid(), ${memberId}, '{}', gen_random_uuid(), 'x',
      now() - make_interval(hours => ${hoursAgo}), now() + make_interval(days => 7, hours => -${hoursAgo}::integer))`.execute(
      database,
    );
  await ask(47);
  expect(await stateOf('approvals')).toMatchObject({ count: 1, late: 0 });
  await ask(49);
  expect(await stateOf('approvals')).toMatchObject({ count: 2, late: 1 });
});

test('a review is late when half of its time is over, of which the owners are told', async () => {
  const { id, memberId } = await openRedemption(database);
  await sql`insert into risk_reviews (redemption_id, user_id, rules, facts, created_at, due_at)
    values (${id}, ${memberId}, '{}', '{}', now() - interval '3 hours', now() + interval '2 hours')`.execute(
    database,
  );
  expect(await stateOf('reviews')).toMatchObject({ count: 1, late: 0 });
  await watchReviews(transact, 'refund');
  expect(await stateOf('reviews')).toMatchObject({ count: 1, late: 1 });
});
