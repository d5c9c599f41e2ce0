import { createHash, createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { StaffRole } from '#contract/staff.values.ts';
import type { WallAlarm } from '#contract/walls.ts';
import { enqueue } from '#database/queue.ts';
import { transactOn } from '#database/transaction.ts';
import { verifyAuditTrail } from '#domain/administration/index.ts';
import {
  matureCredits,
  readWallDays,
  rollUpWallDays,
  type WatchOptions,
  watchWalls,
} from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { metricsWithFigures } from '#testing/metrics.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { rollUpAll } from '#testing/roll-up.ts';
import { leaveToTest } from '#testing/timetable.ts';
import { HELD_WALL, SECRET, TOKEN } from '#testing/walls.ts';

/** Alarms for credits that are proven and in the books, but unlike what the wall usually sends. */

await untilTodayLasts();
const site = await startPostbackSite();
const { database, call, plain, memberWithCode } = site;
const transact = transactOn(database);
// It would raise alarms before a test does.
await leaveToTest(database, 'watch_walls');

async function admin(staffRole: StaffRole = 'owner') {
  const member = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  return { ...member, visitor };
}
const owner = await admin();

/** Runs the check that the worker runs every five minutes. */
async function watch() {
  await rollUpAll(database);
  await transact((tx) => enqueue(tx, 'watch_walls', {}, { key: 'watch_now' }));
  const waiting = async () =>
    (await sql`select from graphile_worker.jobs where key = 'watch_now'`.execute(database)).rows.length;
  await expect.poll(waiting).toBe(0);
}
async function alarmsOf(wall: string): Promise<WallAlarm[]> {
  const { status, body } = await owner.visitor.get('/api/admin/wall-alarms');
  expect(status).toBe(200);
  return body.filter((alarm: WallAlarm) => alarm.wall === wall);
}
const kindsOf = async (wall: string) => (await alarmsOf(wall)).map(({ kind }) => kind).sort();
/** Fourteen days of a wall, each a little different, with the revenue that its calls named. */
const history = (wall: string, { credits, points }: { credits: number; points: number }) =>
  sql`insert into wall_days (wall, day, credits, points, named, named_points, usd_micros, flagged, reversed_points,
      reversed_usd_micros, top_points)
    select ${wall}, current_date - n, ${credits}::integer + n, (${credits}::integer + n) * ${points}::integer,
      ${credits}::integer + n, (${credits}::integer + n) * ${points}::integer,
      (${credits}::integer + n) * ${points}::bigint * 15000, 0, 0, 0, ${points}::integer * 4
    from generate_series(1, 14) n`.execute(database);
/** The revenue is the worth of the points and half as much again. */
const pays = (points: number) => (points * 0.015).toFixed(3);
const token = (values: Record<string, string | number>) =>
  call(
    `by-token?${new URLSearchParams({ token: TOKEN, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) })}`,
  );
/** Sent from an address that the wall's list names. */
const cpx = (user: string, points: number) => {
  const tx = randomUUID();
  const hash = createHash('md5').update(`${tx}-test-secret`).digest('hex');
  return call(
    `cpx?trans_id=${tx}&user_id=${user}&amount_local=${points}&status=1&type=complete&hash=${hash}`,
    { headers: { 'X-Forwarded-For': '188.40.3.73' } },
  );
};
/** Sent from this machine's address, which the wall's list does not name. */
const fromElsewhere = (user: string, points: number) => {
  const query = new URLSearchParams({ points: String(points), tx: randomUUID(), user }).toString();
  const sig = createHmac('sha256', SECRET).update(query).digest('hex');
  return call(`listed-in-part?${query}&sig=${sig}`);
};
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('a leaked proof', () => {
  test('at a wall without a past raises an alarm on the first day, with the member it was used for', async () => {
    const { id, code } = await memberWithCode();
    await times(60, () => plain({ tx: randomUUID(), user: code, points: 900 }));
    await watch();
    const alarms = await alarmsOf('plain');
    expect(alarms.map(({ kind }) => kind).sort()).toEqual(['member', 'points', 'unnamed']);
    expect(alarms.find(({ kind }) => kind === 'member')).toMatchObject({
      title: 'Wall plain',
      value: 54_000,
      usual: null,
      threshold: 20_000,
      userId: id,
      day: new Date().toISOString().slice(0, 10),
    });
    expect(alarms.find(({ kind }) => kind === 'points')).toMatchObject({ value: 54_000, userId: null });
    expect(alarms.find(({ kind }) => kind === 'unnamed')).toMatchObject({ value: 100, threshold: 50 });
  });

  test('with inflated amounts raises an alarm, which says that the calls come from unlisted addresses', async () => {
    const members = await times(20, memberWithCode);
    await times(20, (index) => cpx(members[index]?.code ?? '', 4_900));
    await times(20, (index) => fromElsewhere(members[index]?.code ?? '', 900));
    await watch();
    expect(await kindsOf('cpx')).toEqual(['points', 'points_per_credit', 'unnamed']);
    expect(await kindsOf('listed-in-part')).toEqual(['flagged', 'unnamed']);
  });

  test('at a wall with a past is measured against what is usual there', async () => {
    await history('by-token', { credits: 40, points: 50 });
    const members = await times(30, memberWithCode);
    await times(30, (index) =>
      token({ tx: randomUUID(), user: members[index]?.code ?? '', points: 800, pay: pays(800) }),
    );
    await watch();
    const raised = (await alarmsOf('by-token')).sort((a, b) => a.kind.localeCompare(b.kind));
    expect(raised).toMatchObject([
      { kind: 'points', value: 24_000, usual: 2_375, threshold: 20_000 },
      { kind: 'points_per_credit', value: 800, usual: 50, threshold: 150 },
    ]);
  });

  test('raises an alarm while the points of the wall are pending, before anyone can redeem them', async () => {
    const { id, code } = await memberWithCode();
    await times(25, () =>
      plain({ tx: randomUUID(), user: code, points: 1_000, pay: pays(1_000) }, HELD_WALL),
    );
    await watch();
    expect(await alarmsOf(HELD_WALL)).toMatchObject([{ kind: 'member', value: 25_000, userId: id }]);
    expect(await site.pointsOf(id)).toBe(0);
  });

  test('raises an alarm if credits are worth more than the revenue that their calls name', async () => {
    const members = await times(10, memberWithCode);
    await times(10, (index) =>
      plain(
        { tx: randomUUID(), user: members[index]?.code ?? '', points: 100, pay: '0.20', ref: randomUUID() },
        'by-click',
      ),
    );
    await watch();
    expect(await alarmsOf('by-click')).toMatchObject([
      { kind: 'cost', value: 500, usual: null, threshold: 100 },
    ]);
  });
});

test('a busy day raises no alarm: more members, two and a half times the credits, some of them high', async () => {
  await history('by-form', { credits: 100, points: 120 });
  const members = await times(100, memberWithCode);
  const form = (user: string, points: number) => {
    const tx = randomUUID();
    const sig = createHash('md5').update(`${tx}|${user}|${points}|wall secret & more`).digest('hex');
    const body = new URLSearchParams({ tx, user, points: String(points), pay: pays(points), sig });
    return call('by-form', { method: 'POST', body });
  };
  const answers = await times(260, (index) =>
    form(members[index % members.length]?.code ?? '', index % 50 === 0 ? 900 : 100 + (index % 41)),
  );
  expect(new Set(answers)).toEqual(new Set(['200 OK']));
  await watch();
  expect(await kindsOf('by-form')).toEqual([]);
});

describe('an alarm', () => {
  test('is raised once, waits in the queue, and is in the metrics and on the screen of the walls', async () => {
    const before = await alarmsOf('plain');
    await watch();
    await watch();
    expect(await alarmsOf('plain')).toEqual(before);
    const { body: queues } = await owner.visitor.get('/api/admin/queues');
    const { count } = queues.find(({ queue }: { queue: string }) => queue === 'alarms');
    expect(count).toBe((await owner.visitor.get('/api/admin/wall-alarms')).body.length);
    const { body: walls } = await owner.visitor.get('/api/admin/walls');
    expect(walls.find(({ id }: { id: string }) => id === 'plain').openAlarms).toBe(3);
    const metrics = await metricsWithFigures(site);
    expect(metrics).toContain('wall_alarms_open{wall="plain",kind="points"} 1');
    expect(metrics).toContain('wall_alarms_total{wall="plain",kind="points"} 1');
  });

  test('is logged with its figures and without the member, and is one row even if two processes check', async () => {
    await database.deleteFrom('wallAlarms').where('wall', '=', HELD_WALL).execute();
    const told: object[] = [];
    const options: WatchOptions = {
      walls: [],
      costPercentMax: 100,
      onAlarm: (alarm) => void told.push(alarm),
    };
    await watchWalls(transact, options);
    const [day] = new Date().toISOString().split('T');
    expect(told).toEqual([
      { kind: 'member', wall: HELD_WALL, day, value: 25_000, usual: null, threshold: 20_000 },
    ]);
    await database.deleteFrom('wallAlarms').where('wall', '=', HELD_WALL).execute();
    await Promise.all([watchWalls(transact, options), watchWalls(transact, options)]);
    expect(await kindsOf(HELD_WALL)).toEqual(['member']);
  });

  test('ends once when an admin has looked at it, with a note in the trail; a worse day opens it again', async () => {
    const [alarm] = (await alarmsOf('plain')).filter(({ kind }) => kind === 'points');
    const path = `/api/admin/wall-alarms/${alarm?.id}/note`;
    expect((await owner.visitor.call('PUT', path, { note: ' ' })).status).toBe(400);
    const reader = await admin('read_only');
    expect((await reader.visitor.call('PUT', path, { note: 'Looks fine' })).status).toBe(403);
    expect((await reader.visitor.get('/api/admin/wall-alarms')).status).toBe(403);
    const answers = await times(4, () => owner.visitor.call('PUT', path, { note: 'A new offer of theirs' }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const trail = await database
      .selectFrom('auditEntries')
      .select(['action', 'after', 'reason'])
      .where('subjectId', '=', 'plain')
      .execute();
    expect(trail).toEqual([
      {
        action: 'PUT /api/admin/wall-alarms/{id}/note',
        after: { alarm: { kind: 'points', day: alarm?.day, value: 54_000 } },
        reason: 'A new offer of theirs',
      },
    ]);
    expect(await verifyAuditTrail(database)).toEqual([]);
    const { code } = await memberWithCode();
    await times(5, () => plain({ tx: randomUUID(), user: code, points: 900, pay: pays(900) }));
    await watch();
    expect(await kindsOf('plain')).toEqual(['member', 'unnamed']);
    await times(60, () => plain({ tx: randomUUID(), user: code, points: 1_000, pay: pays(1_000) }));
    await watch();
    expect(await kindsOf('plain')).toEqual(['member', 'points', 'unnamed']);
    const metrics = await metricsWithFigures(site);
    expect(metrics).toContain('wall_alarms_total{wall="plain",kind="points"} 1');
  });
});

test('the sums of a day equal those of its calls, pending or not, in any steps of the roll-up', async () => {
  const walls = ['plain', HELD_WALL];
  const before = await Promise.all(walls.map(dayOf));
  const { code } = await memberWithCode();
  for (const wall of walls) {
    const [kept, reversed] = [randomUUID(), randomUUID()];
    await plain({ tx: kept, user: code, points: 30, pay: '0.5' }, wall);
    await plain({ tx: kept, user: code, points: 30, pay: '0.5' }, wall);
    await plain({ tx: reversed, user: code, points: 7, pay: '0.1' }, wall);
    await plain({ tx: reversed, user: code, points: 7, status: 2 }, wall);
    await plain({ tx: randomUUID(), user: code, points: 4 }, wall);
  }
  await rollUpLedger(transact);
  await Promise.all([rollUpWallDays(transact, 1), rollUpWallDays(transact, 3)]);
  await rollUpWallDays(transact, 2);
  await rollUpAll(database);
  const added = {
    credits: 3,
    points: 41,
    named: 2,
    usdMicros: 600_000,
    reversedPoints: 7,
    reversedUsdMicros: 100_000,
  };
  for (const [index, wall] of walls.entries()) {
    const [from, to] = [before[index], await dayOf(wall)];
    for (const [figure, more] of Object.entries(added) as [keyof typeof added, number][])
      expect((to?.[figure] ?? 0) - (from?.[figure] ?? 0), `${wall} ${figure}`).toBe(more);
  }
});

const dayOf = async (wall: string) => (await readWallDays(database, 1)).find((day) => day.wall === wall);

test('a pending credit is not counted again on the day on which it matures', async () => {
  const { id, code } = await memberWithCode();
  const tx = randomUUID();
  await plain({ tx, user: code, points: 30 }, HELD_WALL);
  await rollUpAll(database);
  const before = await dayOf(HELD_WALL);
  await sql`update webhook_transactions set held_until = now() where transaction_id = ${tx} and provider = ${HELD_WALL}`.execute(
    database,
  );
  await sql`update tasks t set held_until = w.held_until from webhook_transactions w
    where w.id = t.id and t.held_until is not null and w.transaction_id = ${tx}`.execute(database);
  await matureCredits(transact, 100_000);
  expect(await site.pointsOf(id)).toBe(30);
  await rollUpAll(database);
  expect(await dayOf(HELD_WALL)).toEqual(before);
});

test('an alarm names no member who has left', async () => {
  const [alarm] = (await alarmsOf(HELD_WALL)).filter(({ kind }) => kind === 'member');
  const userId = alarm?.userId ?? '';
  const member = site.visitor();
  member.cookie = await signIn(database, { id: userId, isAdmin: false });
  expect((await member.call('DELETE', '/api/user/account', {})).status).toBe(200);
  expect((await alarmsOf(HELD_WALL)).find(({ id }) => id === alarm?.id)).toMatchObject({ userId: null });
  await watch();
  expect((await alarmsOf(HELD_WALL)).find(({ id }) => id === alarm?.id)).toMatchObject({ userId: null });
});

test('notes of staff about a member are erased with the account, from the alarm and from the trail', async () => {
  const [alarm] = (await alarmsOf('plain')).filter(({ kind }) => kind === 'member');
  const userId = alarm?.userId ?? '';
  const note = 'Sunflower from the second floor';
  const path = `/api/admin/wall-alarms/${alarm?.id}/note`;
  expect((await owner.visitor.call('PUT', path, { note })).status).toBe(200);
  const kept = async () => [
    ...(await database.selectFrom('wallAlarms').select('note').where('note', '=', note).execute()),
    ...(await database.selectFrom('auditTexts').select('text').where('text', '=', note).execute()),
    ...(await database.selectFrom('auditEntries').select('reason').where('reason', '=', note).execute()),
  ];
  expect(await kept()).toEqual([{ note }, { text: note }]);
  const member = site.visitor();
  member.cookie = await signIn(database, { id: userId, isAdmin: false });
  expect((await member.call('DELETE', '/api/user/account', {})).status).toBe(200);
  expect(await kept()).toEqual([]);
  expect(await verifyAuditTrail(database)).toEqual([]);
});
