import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { metricsWithFigures } from '#testing/metrics.ts';
import { OFFER_WALL, type OfferMember, startOfferSite } from '#testing/offers.ts';
import { leaveToTest } from '#testing/timetable.ts';
import { remindOfOffers } from './remind-of-offers.ts';
import { dueLead, nextReminder } from './reminder-times.ts';

const HOUR = 3_600;
/** More than a thousand: a company's campaign ends for all who joined it. */
const MANY = 1_001;
const from = new Date('2026-03-01T00:00:00Z');
const hoursOn = (hours: number) => new Date(from.getTime() + hours * HOUR * 1000);
const steps = (...hours: (number | null)[]) =>
  hours.map((one) => ({ deadlineSeconds: one === null ? null : one * HOUR }));

describe('the time of a reminder', () => {
  test.each([
    ['two days before a deadline', steps(336), 0, 288],
    ['then six hours before it', steps(336), 288, 330],
    ['then no more', steps(336), 330, null],
    ['six hours before a deadline that was less than four days away', steps(24), 0, 18],
    ['not for a deadline that was less than twelve hours away', steps(11), 0, null],
    ['not without a deadline', steps(null), 0, null],
    ['for the step that comes first', steps(336, null, 120), 0, 72],
  ])('is %s', (_, goals, passed, expected) => {
    expect(nextReminder(goals, from, hoursOn(passed))).toEqual(expected === null ? null : hoursOn(expected));
  });

  test('a late look takes the shorter lead, and none when the time is over', () => {
    const deadline = hoursOn(336);
    expect(dueLead(from, deadline, hoursOn(287))).toBeUndefined();
    expect(dueLead(from, deadline, hoursOn(288))).toBe(48 * HOUR * 1000);
    expect(dueLead(from, deadline, hoursOn(335))).toBe(6 * HOUR * 1000);
    expect(dueLead(from, deadline, deadline)).toBeUndefined();
  });
});

describe('a member who started an offer', async () => {
  const site = await startOfferSite();
  const { database, offer, member, click, tell } = site;
  const transact = transactOn(database);
  await leaveToTest(database, 'remind_of_offers');
  const remind = (walls = [OFFER_WALL]) => remindOfOffers(transact, walls);
  beforeEach(() => sql`update offer_clicks set remind_at = null`.execute(database));
  /** What the second step pays changes the promise. */
  const build = (amount: number) =>
    offer({
      id: '1',
      title: 'Build a city',
      goals: [
        { id: 'a', name: 'Level 10', amount: 250 },
        { id: 'b', name: 'Level 20', amount },
      ],
    });
  await build(400);

  /** As if the click, whose steps end after 14 days, had been made so many hours ago. */
  const age = (id: string, hours: number) =>
    sql`update offer_clicks set remind_at = remind_at - make_interval(hours => ${hours}),
        started_at = started_at - make_interval(hours => ${hours}), expires_at = expires_at - make_interval(hours => ${hours})
      where id = ${id}`.execute(database);
  const notices = ({ id }: OfferMember) =>
    database
      .selectFrom('notices')
      .select(['data', 'key'])
      .where('userId', '=', id)
      .where('kind', '=', 'offer_deadline')
      .orderBy('createdAt')
      .execute();

  test('is reminded two days and six hours before the end, once each, by whichever workers', async () => {
    const one = await member();
    const id = await click(one, '1');
    await remind();
    expect(await notices(one)).toEqual([]);
    await age(id, 336 - 47);
    await Promise.all([remind(), remind(), remind()]);
    await remind();
    expect(await notices(one)).toMatchObject([{ data: { what: 'Build a city', at: expect.any(String) } }]);
    await age(id, 42);
    await Promise.all([remind(), remind()]);
    expect(await notices(one)).toHaveLength(2);
    await age(id, 6);
    await remind();
    expect(await notices(one)).toHaveLength(2);
    // A look that is repeated, as after a crash, says nothing again.
    await sql`update offer_clicks set remind_at = now(), started_at = started_at + interval '6 hours' where id = ${id}`.execute(
      database,
    );
    await remind();
    expect(await notices(one)).toHaveLength(2);
  });

  test('is reminded of a step whose time has come while a nearer one waits for its only reminder', async () => {
    const one = await member();
    const id = await click(one, '1');
    await sql`update offer_clicks set goals = jsonb_set(jsonb_set(goals, '{0,deadlineSeconds}', to_jsonb(${72 * HOUR}::integer)),
        '{1,deadlineSeconds}', to_jsonb(${96 * HOUR}::integer)), remind_at = now() + interval '48 hours'
      where id = ${id}`.execute(database);
    const { startedAt } = await database
      .selectFrom('offerClicks')
      .select('startedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    /** When a step ends that has so many hours from a click so many hours ago. */
    const end = (hours: number, ago: number) =>
      new Date(startedAt.getTime() + (hours - ago) * HOUR * 1000).toISOString();
    await age(id, 49);
    await remind();
    expect(await notices(one)).toMatchObject([{ data: { at: end(96, 49) } }]);
    await age(id, 18);
    await remind();
    expect(await notices(one)).toMatchObject([{}, { data: { at: end(72, 67) } }]);
  });

  test('is not reminded of what is reached, and of the rest until it is', async () => {
    const [some, all] = [await member(), await member()];
    for (const [one, goals] of [
      [some, ['a']],
      [all, ['a', 'b']],
    ] as const) {
      const id = await click(one, '1');
      for (const goal of goals)
        await tell({ user: one.code, tx: randomUUID(), points: 250, goal, click: id });
      await age(id, 336 - 47);
    }
    await remind();
    expect(await notices(some)).toHaveLength(1);
    expect(await notices(all)).toEqual([]);
  });

  test('is not reminded of what is reached by another click on the offer, only of the rest', async () => {
    const [some, all] = [await member(), await member()];
    const first = [await click(some, '1'), await click(all, '1')] as const;
    await build(500);
    const second = [await click(some, '1'), await click(all, '1')] as const;
    expect(new Set([...first, ...second]).size).toBe(4);
    const paid = { tx: randomUUID(), points: 250, goal: 'a', click: first[0] };
    await tell({ user: some.code, ...paid });
    await tell({ user: all.code, ...paid, tx: randomUUID(), click: first[1] });
    // One more is known and not decided: status 3 of the wall.
    await tell({ user: all.code, tx: randomUUID(), points: 400, goal: 'b', click: first[1], status: '3' });
    for (const id of [...first, ...second]) await age(id, 336 - 47);
    await remind();
    expect(await notices(some)).toHaveLength(2);
    expect(await notices(all)).toEqual([]);
    await build(400);
  });

  test('is looked at in the run in which it is due, however many others are', async () => {
    const id = await click(await member(), '1');
    await sql`
      insert into offer_clicks (id, user_id, wall, offer_id, revision, digest, title, goals, started_at, remind_at, kept_until)
      select gen_random_uuid(), user_id, wall, 'other-' || n, revision, digest, title, goals, now() - interval '30 days', now(), kept_until
      from offer_clicks, generate_series(1, ${MANY}) n where id = ${id}`.execute(database);
    // A run ends after most of a minute, of which a busy machine may need more.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await remind().finally(() => clock.mockRestore());
    const { rows } = await sql`select from offer_clicks where remind_at <= now()`.execute(database);
    expect(rows).toEqual([]);
  });

  test('has a reminder that is due told in the metrics, with how long it has waited, until it is sent', async () => {
    const waited = async () =>
      Number(/^offer_reminders_oldest_seconds (\S+)$/m.exec(await metricsWithFigures(site))?.[1]);
    const id = await click(await member(), '1');
    await expect.poll(waited).toBe(0);
    await age(id, 336 - 47);
    await expect.poll(waited).toBeGreaterThanOrEqual(HOUR);
    await remind();
    await expect.poll(waited).toBe(0);
  });

  test('is not reminded while suspended', async () => {
    const one = await member();
    const id = await click(one, '1');
    await age(id, 336 - 47);
    await sql`update users set suspended_at = now(), suspended_reason = 'staff_review' where id = ${one.id}`.execute(
      database,
    );
    await remind();
    expect(await notices(one)).toEqual([]);
  });

  test('is not reminded while the wall is paused, and of what comes due after the pause', async () => {
    const one = await member();
    const id = await click(one, '1');
    await sql`insert into wall_pauses (wall, reason, paused_by) values (${OFFER_WALL}, 'quiet', ${one.id})`.execute(
      database,
    );
    await age(id, 336 - 47);
    await remind();
    const whilePaused = await notices(one);
    await sql`delete from wall_pauses`.execute(database);
    await remind();
    expect([whilePaused, await notices(one)]).toEqual([[], []]);
    await age(id, 42);
    await remind();
    expect(await notices(one)).toHaveLength(1);
  });

  test('is not reminded of a wall whose calls the site does not take any more', async () => {
    const one = await member();
    await age(await click(one, '1'), 336 - 47);
    await remind(['another']);
    expect(await notices(one)).toEqual([]);
  });
});
