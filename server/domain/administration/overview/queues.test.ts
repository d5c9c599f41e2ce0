import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { QUEUE_PERMISSIONS } from '#contract/overview.values.ts';
import { listMembers, readQueues } from '#domain/administration/index.ts';
import { testDatabase } from '#testing/database.ts';
import { openRedemption } from '#testing/redemption.ts';

const { database } = await testDatabase();

const late = async () => {
  const queues = await readQueues(database, Object.values(QUEUE_PERMISSIONS));
  const queue = queues.find((each) => each.queue === 'payouts');
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
