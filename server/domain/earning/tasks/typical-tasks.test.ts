import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { type CompletedTask, completeTask, createMember } from '#testing/factories.ts';
import { typicalTasks } from './typical-tasks.ts';

const { database } = await testDatabase();
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Earned = Omit<CompletedTask, 'wall'> & { wall?: string };

const earn = (userId: string, earned: Earned) => completeTask(database, userId, { wall: 'open', ...earned });

/** So many members who each earn this, one after the other. */
async function members(count: number, ...earned: Earned[]): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await createMember(database);
    ids.push(id);
    for (const one of earned) await earn(id, one);
  }
  return ids;
}

test('a site of which too little is known says nothing', async () => {
  expect(await typicalTasks(database, ['open'])).toEqual({ types: [], firstPointsMinutes: null });
});

test('what is typical is the median of tasks that count, by enough members, lately, at these walls', async () => {
  // 25 surveys of 5 members: 40, 45, 50, 55 and 900 points each.
  await members(5, ...[40, 45, 50, 55, 900].map((points) => ({ points })));
  // As many installs, and one more of each member.
  await members(5, ...[300, 300, 300, 300, 300, 310].map((points) => ({ points, taskType: 'app_install' })));
  const counted = [
    { taskType: 'app_install', points: 300 },
    { taskType: 'survey', points: 50 },
  ];
  expect((await typicalTasks(database, ['open'])).types).toEqual(counted);

  const twenty = (earned: Omit<Earned, 'points'>) =>
    Array.from({ length: 4 }, () => ({ points: 1_000, ...earned }));
  await members(5, ...twenty({ wall: 'closed' }));
  await members(5, ...twenty({ takenBack: true }));
  await members(5, ...twenty({ ageMs: 91 * DAY_MS }));
  await members(5, ...twenty({ taskType: 'something else' }));
  // Twenty ads of four members; nineteen offers of five.
  await members(4, ...twenty({ taskType: 'ad_view' }), { points: 1_000, taskType: 'ad_view' });
  const [last] = await members(5, ...twenty({ taskType: 'offer_completion' }).slice(1));
  for (let index = 0; index < 4; index += 1)
    await earn(last ?? '', { points: 9, taskType: 'offer_completion' });
  expect((await typicalTasks(database, ['open'])).types).toEqual(counted);
  expect((await typicalTasks(database, ['open', 'closed'])).types).toEqual([
    { taskType: 'survey', points: 900 },
    counted[0],
  ]);
  expect((await typicalTasks(database, [])).types).toEqual([]);
});

test('the time to the first points is that of members who earned, from making their account', async () => {
  await database.deleteFrom('users').where('points', '=', 0).execute();
  await database
    .updateTable('users')
    .set({ createdAt: new Date(Date.now() - 100 * DAY_MS) })
    .execute();
  expect((await typicalTasks(database, ['open'])).firstPointsMinutes).toBeNull();
  const made = (minutesBefore: number, ...ids: string[]) =>
    database
      .updateTable('users')
      .set({ createdAt: new Date(Date.now() - 10 * DAY_MS - minutesBefore * MINUTE_MS) })
      .where('id', 'in', ids)
      .execute();
  await made(11.5, ...(await members(13, { points: 50, ageMs: 10 * DAY_MS }, { points: 50 })));
  await made(600, ...(await members(6, { points: 50, ageMs: 10 * DAY_MS })));
  await made(0, ...(await members(30)));
  expect((await typicalTasks(database, ['open'])).firstPointsMinutes).toBeNull();
  await made(600, ...(await members(1, { points: 50, ageMs: 10 * DAY_MS })));
  expect((await typicalTasks(database, ['open'])).firstPointsMinutes).toBe(12);
});

test('points that were pending came when they counted', async () => {
  const now = Date.now();
  await database
    .updateTable('users')
    .set({ createdAt: new Date(now - 100 * DAY_MS) })
    .execute();
  const ids = await members(20, { points: 50, ageMs: 20 * DAY_MS });
  const createdAt = new Date(now - 20 * DAY_MS - 60 * MINUTE_MS);
  await database.updateTable('users').set({ createdAt }).where('id', 'in', ids).execute();
  const heldUntil = new Date(now - 6 * DAY_MS);
  await sql`insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, held_until)
    select id, id::text, wall, user_id, 'held', points_earned, ${heldUntil}::timestamptz from tasks
    where user_id = any (${ids}::uuid[])`.execute(database);
  await database.updateTable('tasks').set({ heldUntil }).where('userId', 'in', ids).execute();
  expect((await typicalTasks(database, ['open'])).firstPointsMinutes).toBeNull();
  await database
    .updateTable('webhookTransactions')
    .set({ status: 'credited' })
    .where('userId', 'in', ids)
    .execute();
  await database.updateTable('tasks').set({ heldUntil: null }).where('userId', 'in', ids).execute();
  expect((await typicalTasks(database, ['open'])).firstPointsMinutes).toBe((14 * 24 + 1) * 60);
  // What was done later and counted at once came before.
  for (const id of ids) await earn(id, { points: 50, ageMs: 15 * DAY_MS });
  expect((await typicalTasks(database, ['open'])).firstPointsMinutes).toBeLessThan(6 * 24 * 60);
});
