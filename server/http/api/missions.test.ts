import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MISSION_TIMED_SECONDS_MAX } from '#contract/missions.values.ts';
import { noNews } from '#database/news.ts';
import { transactOn } from '#database/transaction.ts';
import { countMissions, mendPlaces, proveMissions, readPlannedMissions } from '#domain/earning/index.ts';
import { lockAttempt, lockMission, readAvailability } from '#domain/earning/missions/rows.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { giveGrants, solveCaptcha } from '#testing/captcha.ts';
import { listenTo } from '#testing/event-stream.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { openMissions } from '#testing/mission-calls.ts';
import { beat, missionMember, newMission, SURVEY, VIDEO, watchAll } from '#testing/missions.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import type { Visitor } from '#testing/server.ts';
import { leaveToTest } from '#testing/timetable.ts';

const { site, database, start, complete, answer, said, pointsOf, tasksOf, missionOf, endPlace } =
  await openMissions();
await leaveToTest(database, 'mend_times');

describe('a member', () => {
  test('watches a video to its end and is credited once, with a task and live events', async () => {
    const id = await newMission(database, { title: 'Our film' });
    const visitor = await missionMember(site);
    const hear = await listenTo(site, visitor);
    expect(said(await start(visitor, id))).toBe('200 under_way');
    await watchAll(database, visitor, id);
    expect(said(await complete(visitor, id))).toBe('200 completed');
    expect(await pointsOf(visitor.id)).toBe(110);
    const [task] = (await visitor.get('/api/tasks')).body;
    expect(task).toMatchObject({
      taskType: 'ad_view',
      title: 'Our film',
      pointsEarned: 100,
      completed: true,
    });
    expect(await hear('event: tasks')).toContain('{"points":110,"change":100}');
    expect(said(await start(visitor, id))).toBe('409 mission_completed');
  });

  test('with twenty parallel completions is credited once', async () => {
    const id = await newMission(database);
    const visitor = await missionMember(site);
    await start(visitor, id);
    await watchAll(database, visitor, id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(visitor, id)));
    expect(new Set(answers.map(said))).toEqual(new Set(['200 completed']));
    expect(await pointsOf(visitor.id)).toBe(110);
    expect(await tasksOf(visitor.id)).toHaveLength(1);
  });

  test('who starts twenty times in parallel starts once and uses one captcha', async () => {
    const id = await newMission(database);
    const visitor = await missionMember(site, { grants: 3 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(visitor, id)));
    expect(new Set(answers.map(said))).toEqual(new Set(['200 under_way']));
    const left = await database
      .selectFrom('captchaGrants')
      .selectAll()
      .where('userId', '=', visitor.id)
      .where('usedAt', 'is', null)
      .execute();
    expect(left).toHaveLength(2);
  });

  test('needs a solved captcha of this action for each mission, but none to continue', async () => {
    const [first, second] = [await newMission(database), await newMission(database)];
    const visitor = await missionMember(site, { grants: 0 });
    expect(said(await start(visitor, first))).toBe('400 captcha_required');
    await giveGrants(database, visitor.id, 'redemption');
    expect(said(await start(visitor, first))).toBe('400 captcha_required');
    const challenge = await visitor.get('/api/captcha/challenge?action=mission');
    const token = await solveCaptcha(challenge.body);
    expect((await visitor.post('/api/verify-captcha', { token })).status).toBe(200);
    expect(said(await start(visitor, first))).toBe('200 under_way');
    expect(said(await start(visitor, first))).toBe('200 under_way');
    expect(said(await start(visitor, second))).toBe('400 captcha_required');
    expect((await visitor.post('/api/verify-captcha', { token })).body.code).toBe('captcha_duplicate');
  });

  test('without points must earn the first ones elsewhere, and keeps the captcha', async () => {
    const id = await newMission(database);
    const visitor = await missionMember(site, { points: 0 });
    expect(said(await start(visitor, id))).toBe('409 mission_points_required');
    await database.updateTable('users').set({ points: 1 }).where('id', '=', visitor.id).execute();
    expect(said(await start(visitor, id))).toBe('200 under_way');
    await database.updateTable('users').set({ points: 0 }).where('id', '=', visitor.id).execute();
  });

  test('without points starts a mission at once where no wall is open to earn them at', async () => {
    const id = await newMission(database);
    const visitor = await missionMember(site, { points: 0 });
    expect(said(await start(visitor, id))).toBe('409 mission_points_required');
    const pause = { wall: 'sandbox', reason: 'A look', pausedBy: randomUUID() };
    await database.insertInto('wallPauses').values(pause).execute();
    onTestFinished(async () => {
      await database.deleteFrom('wallPauses').where('wall', '=', 'sandbox').execute();
    });
    // The server hears of the pause after its commit.
    await expect.poll(async () => said(await start(visitor, id))).toBe('200 under_way');
  });

  test('who is suspended while a request is on its way is not credited, and starts nothing', async () => {
    const [id, other] = [
      await newMission(database, { content: SURVEY }),
      await newMission(database, { content: SURVEY }),
    ];
    const visitor = await missionMember(site, { grants: 2 });
    await start(visitor, id);
    // The session is looked up before the member's row is waited for.
    const suspending = await database.startTransaction().execute();
    await sql`update users set suspended_at = now() where id = ${visitor.id}`.execute(suspending);
    const requests = Promise.all([answer(visitor, id, { q1: 'yes', q2: 'no' }), start(visitor, other)]);
    await untilBlocked(suspending, 2);
    await suspending.commit().execute();
    expect((await requests).map(said)).toEqual(['403 suspended', '403 suspended']);
    expect(await pointsOf(visitor.id)).toBe(10);
  });

  test('cannot send heartbeats, completions or answers for a mission that was not started or is of another kind', async () => {
    const [video, survey] = [await newMission(database), await newMission(database, { content: SURVEY })];
    const visitor = await missionMember(site, { grants: 2 });
    expect(said(await beat(visitor, video))).toBe('409 mission_not_started');
    expect(said(await complete(visitor, video))).toBe('409 mission_not_started');
    expect(said(await answer(visitor, survey, { q1: 'yes', q2: 'no' }))).toBe('409 mission_not_started');
    await start(visitor, survey);
    await start(visitor, video);
    for (const refused of [
      await beat(visitor, survey),
      await complete(visitor, survey),
      await answer(visitor, video, { q1: 'yes' }),
      await start(visitor, randomUUID()),
    ]) {
      expect(said(refused)).toBe('404 not_found');
    }
  });
});

describe('a survey', () => {
  test('stores one answer for each question and is credited', async () => {
    const id = await newMission(database, { content: SURVEY });
    const visitor = await missionMember(site);
    await start(visitor, id);
    expect(said(await answer(visitor, id, { q1: 'yes', q2: 'no' }))).toBe('200 completed');
    const stored = await database
      .selectFrom('missionAnswers')
      .innerJoin('missionAttempts', 'missionAttempts.id', 'attemptId')
      .select(['question', 'answer'])
      .where('userId', '=', visitor.id)
      .orderBy('question')
      .execute();
    expect(stored).toEqual([
      { question: 'q1', answer: 'yes' },
      { question: 'q2', answer: 'no' },
    ]);
  });

  test('that is answered twenty times at once is stored and credited once', async () => {
    const id = await newMission(database, { content: SURVEY });
    const visitor = await missionMember(site);
    await start(visitor, id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => answer(visitor, id, { q1: 'yes', q2: 'no' })),
    );
    const counts = Object.groupBy(answers, said);
    expect([counts['200 completed']?.length, counts['409 mission_completed']?.length]).toEqual([1, 19]);
    expect(await pointsOf(visitor.id)).toBe(110);
  });

  test('refuses a missing, foreign or invented answer and names its field', async () => {
    const id = await newMission(database, { content: SURVEY });
    const visitor = await missionMember(site);
    await start(visitor, id);
    const { status, body } = await answer(visitor, id, { q1: 'maybe', q9: 'yes' });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      'answers.q1': 'Required',
      'answers.q2': 'Required',
      'answers.q9': 'Invalid input',
    });
    expect(await pointsOf(visitor.id)).toBe(10);
  });
});

test('a hundred missions that have ended do not hide an open one, even from a member who started all of them', async () => {
  const visitor = await missionMember(site);
  const newcomer = await missionMember(site);
  const ended: string[] = [];
  while (ended.length < 100) ended.push(await newMission(database, { status: 'ended', position: 0 }));
  await sql`insert into mission_attempts (mission_id, user_id, points, reserved_until, click_id)
    select id, ${visitor.id}, 1, now(), id::text from unnest(${ended}::uuid[]) id`.execute(database);
  const open = await newMission(database);
  expect((await missionOf(visitor, open))?.state).toBe('open');
  expect((await missionOf(newcomer, open))?.state).toBe('open');
  const shownOf = async (who: Visitor) =>
    (await who.get('/api/missions')).body.filter(({ id }: { id: string }) => ended.includes(id));
  expect((await shownOf(visitor)).length).toBeGreaterThan(50);
  expect(await shownOf(newcomer)).toEqual([]);
});

describe('places', () => {
  beforeEach(untilTodayLasts, LONG_TEST_MS_MAX);

  test.each([
    ['totalCap', 'mission_full'],
    ['dailyCap', 'mission_full_today'],
  ] as const)('%s limits starts at the same moment', async (cap, code) => {
    const id = await newMission(database, { content: SURVEY, [cap]: 3 });
    const members = await Promise.all(Array.from({ length: 12 }, () => missionMember(site)));
    const started = await Promise.all(members.map((member) => start(member, id)));
    expect(started.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(started.map(said))).toEqual(new Set(['200 under_way', `409 ${code}`]));
    const late = await missionMember(site);
    expect((await missionOf(late, id)).state).toBe(code.replace('mission_', ''));
  });

  test('of members who gave up are free again, and a member who comes back needs a free place', async () => {
    const id = await newMission(database, { content: SURVEY, totalCap: 1 });
    const [first, second] = [await missionMember(site), await missionMember(site)];
    await start(first, id);
    expect(said(await start(second, id))).toBe('409 mission_full');
    await endPlace(id);
    expect(said(await start(second, id))).toBe('200 under_way');
    expect(said(await answer(first, id, { q1: 'yes', q2: 'no' }))).toBe('409 mission_full');
    expect(said(await answer(second, id, { q1: 'yes', q2: 'no' }))).toBe('200 completed');
    expect((await missionOf(first, id)).state).toBe('full');
  });

  test('say until when they are kept, and when one that is lost was', async () => {
    const id = await newMission(database, { content: SURVEY, totalCap: 1 });
    const [first, second] = [await missionMember(site), await missionMember(site)];
    expect((await missionOf(first, id)).keptUntil).toBeNull();
    const { keptUntil } = (await start(first, id)).body;
    expect(Date.parse(keptUntil)).toBeGreaterThan(Date.now());
    expect(await missionOf(first, id)).toMatchObject({ state: 'under_way', keptUntil });
    await endPlace(id);
    // It can be had again as long as nobody else takes it.
    expect(await missionOf(first, id)).toMatchObject({ state: 'under_way', keptUntil: null });
    await start(second, id);
    const lost = await missionOf(first, id);
    expect(lost.state).toBe('full');
    expect(Date.parse(lost.keptUntil)).toBeLessThan(Date.now());
    await answer(second, id, { q1: 'yes', q2: 'no' });
    expect((await missionOf(second, id)).keptUntil).toBeNull();
  });

  test('of a mission that takes an hour are kept for an hour more', async () => {
    const content = { ...VIDEO, seconds: MISSION_TIMED_SECONDS_MAX };
    const id = await newMission(database, { content, totalCap: 1 });
    const [first, second] = [await missionMember(site), await missionMember(site)];
    await start(first, id);
    await database
      .updateTable('missionAttempts')
      .set({
        countedMs: MISSION_TIMED_SECONDS_MAX * 1_000,
        reservedUntil: sql`reserved_until - interval '90 minutes'`,
      })
      .where('missionId', '=', id)
      .execute();
    expect(said(await start(second, id))).toBe('409 mission_full');
    expect(said(await complete(first, id))).toBe('200 completed');
  });

  test('that have lapsed are not given twice to members who ask at the same moment', async () => {
    const id = await newMission(database, { content: SURVEY, totalCap: 4 });
    const members = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const member = await missionMember(site);
        await start(member, id);
        await endPlace(id);
        return member;
      }),
    );
    const answers = await Promise.all(members.map((member) => answer(member, id, { q1: 'yes', q2: 'no' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  });

  test('that were used yesterday do not count today', async () => {
    const id = await newMission(database, { content: SURVEY, dailyCap: 1 });
    const [first, second] = [await missionMember(site), await missionMember(site)];
    await start(first, id);
    await answer(first, id, { q1: 'yes', q2: 'no' });
    expect(said(await start(second, id))).toBe('409 mission_full_today');
    await database
      .updateTable('missionAttempts')
      .set({ completedAt: sql`now() - interval '1 day'` })
      .where('missionId', '=', id)
      .execute();
    expect(said(await start(second, id))).toBe('200 under_way');
  });

  test('of a day are those since midnight in UTC, whatever the time zone of the database', async () => {
    const at = async (completedAt: RawBuilder<Date>) => {
      const id = await newMission(database, { content: SURVEY, dailyCap: 1 });
      const visitor = await missionMember(site);
      await start(visitor, id);
      await answer(visitor, id, { q1: 'yes', q2: 'no' });
      await database
        .updateTable('missionAttempts')
        .set({ completedAt })
        .where('missionId', '=', id)
        .execute();
      return transactOn(database)(async (tx) => {
        // One of the two has another date.
        const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14';
        await sql`set local time zone ${sql.lit(zone)}`.execute(tx);
        const planned = (await readPlannedMissions(tx)).find((mission) => mission.id === id);
        return [planned?.completedToday, await readAvailability(tx, await lockMission(tx, id))];
      });
    };
    const midnight = sql`date_trunc('day', now(), 'UTC')`;
    expect(await at(sql<Date>`${midnight}`)).toEqual([1, 'full_today']);
    expect(await at(sql<Date>`${midnight} - interval '1 second'`)).toEqual([0, 'open']);
  });

  /** A transaction that is rolled back after the test, so that the proofs find nothing of it. */
  const passing = async () => {
    const tx = Object.assign(await database.startTransaction().execute(), { news: noNews() });
    onTestFinished(async () => {
      await tx.rollback().execute();
    });
    return tx;
  };

  test('are not given twice to a member whose place lapses while they wait for their turn', async () => {
    const id = await newMission(database, { content: SURVEY, totalCap: 1 });
    const [first, second] = [await missionMember(site), await missionMember(site)];
    await start(first, id);
    const waiting = await passing();
    await sql`select now()`.execute(waiting);
    await database
      .updateTable('missionAttempts')
      .set({ reservedUntil: sql`clock_timestamp()` })
      .where('missionId', '=', id)
      .execute();
    expect((await missionOf(second, id)).state).toBe('open');
    expect(said(await start(second, id))).toBe('200 under_way');
    const mission = await lockMission(waiting, id);
    expect(await lockAttempt(waiting, id, first.id)).toMatchObject({ reserved: false });
    expect(await readAvailability(waiting, mission)).toBe('full');
  });

  test('of a day on which others went on are full for a call that began before it', async () => {
    const id = await newMission(database, { content: SURVEY, dailyCap: 10 });
    const tx = await passing();
    await sql`update mission_places set last_day = (now() at time zone 'UTC')::date + 1, last_day_completed = 1
      where mission_id = ${id}`.execute(tx);
    expect(await readAvailability(tx, await lockMission(tx, id))).toBe('full_today');
  });

  test('of a mission from before they were counted are counted, when a server starts or a member comes first', async () => {
    const id = await newMission(database, { content: SURVEY, totalCap: 2 });
    const [first, second, third] = [
      await missionMember(site),
      await missionMember(site),
      await missionMember(site),
    ];
    for (const member of [first, second]) await start(member, id);
    await answer(first, id, { q1: 'yes', q2: 'no' });
    const counted = async () =>
      (
        await sql`select started, completed, last_day_completed, kept from mission_places where mission_id = ${id}`.execute(
          database,
        )
      ).rows;
    const expected = [{ started: 2, completed: 1, lastDayCompleted: 1, kept: 1 }];
    expect(await counted()).toEqual(expected);
    await sql`delete from mission_places where mission_id = ${id}`.execute(database);
    expect(said(await start(third, id))).toBe('409 mission_full');
    await countMissions(transactOn(database));
    expect(await counted()).toEqual(expected);
    expect((await missionOf(third, id)).state).toBe('full');
  });

  test('that were counted while the clock of the database was ahead are counted anew', async () => {
    const id = await newMission(database, { content: SURVEY, dailyCap: 2 });
    const [first, second] = [await missionMember(site), await missionMember(site)];
    await start(first, id);
    await answer(first, id, { q1: 'yes', q2: 'no' });
    await sql`update mission_places set last_day = last_day + 30, kept_at = kept_at + interval '2 hours'
      where mission_id = ${id}`.execute(database);
    expect((await missionOf(second, id)).state).toBe('full_today');
    const mend = () => transactOn(database)(mendPlaces);
    expect([await mend(), await mend()]).toEqual([1, 0]);
    expect(said(await start(second, id))).toBe('200 under_way');
    expect(await proveMissions(database)).toEqual([]);
  });

  test('that were promised while the clock of the database was ahead are kept for a week from now at the most', async () => {
    const id = await newMission(database, { content: SURVEY, totalCap: 1 });
    const [first, second] = [await missionMember(site), await missionMember(site)];
    await start(first, id);
    const later = (by: string) =>
      sql`update mission_attempts set reserved_until = reserved_until + ${by}::interval
        where mission_id = ${id}`.execute(database);
    await later('1 year');
    const mend = () => transactOn(database)(mendPlaces);
    expect([await mend(), await mend()]).toEqual([1, 0]);
    expect((await missionOf(second, id)).state).toBe('full');
    await later('-7 days');
    expect(said(await start(second, id))).toBe('200 under_way');
    expect(await proveMissions(database)).toEqual([]);
  });

  test('that are counted wrongly are a difference of the proof', async () => {
    const id = await newMission(database);
    const tx = await passing();
    await sql`update mission_places set completed = 1 where mission_id = ${id}`.execute(tx);
    expect(await proveMissions(tx)).toEqual([
      `mission ${id}: started, completed, on the last day and kept are counted as (0,1,0,0), its attempts say (0,0,0,0)`,
    ]);
  });
});
