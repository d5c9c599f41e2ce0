import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { proveMissions } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { advertiserKey } from '#server/config/secret.ts';
import { giveGrants, solveCaptcha } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import {
  advertiserQuery,
  beat,
  clickOf,
  LINK,
  missionMember,
  newMission,
  passTime,
  SURVEY,
  VIDEO,
  watchAll,
} from '#testing/missions.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const SECRET = 'a secret of at least thirty-two characters';
const site = await startTestServer({ APP_SECRET: SECRET });
const { database } = site;
afterAll(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveMissions(database)).toEqual([]);
});

const start = (visitor: Visitor, id: string) => visitor.post(`/api/missions/${id}/start`, undefined);
const complete = (visitor: Visitor, id: string) => visitor.post(`/api/missions/${id}/completion`, undefined);
const answer = (visitor: Visitor, id: string, answers: object) =>
  visitor.post(`/api/missions/${id}/answers`, { answers });
const said = ({ status, body }: { status: number; body: { code?: string; state?: string } }) =>
  `${status} ${body.code ?? body.state}`;
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const tasksOf = (id: string) => database.selectFrom('tasks').selectAll().where('userId', '=', id).execute();
const missionOf = async (visitor: Visitor, id: string) =>
  (await visitor.get('/api/missions')).body.find((mission: { id: string }) => mission.id === id);
/** Starts a mission and returns the click id of the tracked link. */
const click = async (visitor: Visitor, id: string) => clickOf((await start(visitor, id)).body.content.url);
const postback = async (query: string, advertiser = 'acme') => {
  const response = await fetch(`${site.url}/api/mission-postbacks/${advertiser}?${query}`);
  return `${response.status} ${await response.text()}`;
};
const key = advertiserKey(SECRET, 'acme');
const endPlace = (id: string) =>
  database
    .updateTable('missionAttempts')
    .set({ reservedUntil: sql`now() - interval '1 second'` })
    .where('missionId', '=', id)
    .execute();

describe('a member', () => {
  test('watches a video to its end and is credited once, with a task and live events', async () => {
    const id = await newMission(database, { title: 'Our film' });
    const visitor = await missionMember(site);
    const stream = await fetch(`${site.url}/api/events`, { headers: { Cookie: visitor.cookie } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader?.read())?.value ?? '';
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
    while (!heard.includes('event: tasks')) heard += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect(heard).toContain('{"points":110,"change":100}');
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

  test('who is suspended is not credited', async () => {
    const id = await newMission(database, { content: SURVEY });
    const visitor = await missionMember(site);
    await start(visitor, id);
    await database
      .updateTable('users')
      .set({ suspendedAt: sql`now()` })
      .where('id', '=', visitor.id)
      .execute();
    expect((await answer(visitor, id, { q1: 'yes', q2: 'no' })).status).toBeGreaterThanOrEqual(401);
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

describe('time', () => {
  test('is counted by the server: heartbeats in a burst gain nothing', async () => {
    const id = await newMission(database);
    const visitor = await missionMember(site);
    await start(visitor, id);
    const began = Date.now();
    await Promise.all(Array.from({ length: 100 }, () => beat(visitor, id)));
    const { body } = await beat(visitor, id);
    expect(body.countedMs).toBeLessThanOrEqual(Date.now() - began);
    expect(said(await complete(visitor, id))).toBe('409 mission_unfinished');
  });

  test('in two tabs counts once', async () => {
    const id = await newMission(database);
    const visitor = await missionMember(site);
    await start(visitor, id);
    await beat(visitor, id, { view: 'tab-first' });
    await passTime(database, id, visitor.id, 5);
    const second = await beat(visitor, id, { view: 'tab-second' });
    expect(second.body).toMatchObject({ state: 'elsewhere', countedMs: 0 });
    const first = await beat(visitor, id, { view: 'tab-first' });
    expect(first.body.state).toBe('counting');
    expect(Math.round(first.body.countedMs / 1_000)).toBe(5);
  });

  test('in two missions counts for one at a time, and a tab that changes missions takes its clock along', async () => {
    const [first, second] = [await newMission(database), await newMission(database)];
    const visitor = await missionMember(site, { grants: 2 });
    await start(visitor, first);
    await start(visitor, second);
    await Promise.all([beat(visitor, first), beat(visitor, second, { view: 'tab-second' })]);
    await passTime(database, first, visitor.id, 5);
    await passTime(database, second, visitor.id, 5);
    const answers = await Promise.all([beat(visitor, first), beat(visitor, second, { view: 'tab-second' })]);
    expect(answers.map(({ body }) => body.state).sort()).toEqual(['counting', 'elsewhere']);
    const running = answers[0].body.state === 'counting' ? 'page-one' : 'tab-second';
    for (const id of [first, second]) {
      expect((await beat(visitor, id, { view: running })).body.state).toBe('counting');
    }
    const counted = [await missionOf(visitor, first), await missionOf(visitor, second)];
    expect(Math.round(counted.reduce((sum, { countedMs }) => sum + countedMs, 0) / 1_000)).toBe(5);
  });

  test('stops while the page is left, and continues afterwards, also after a reload', async () => {
    const id = await newMission(database);
    const visitor = await missionMember(site);
    await start(visitor, id);
    await beat(visitor, id);
    await passTime(database, id, visitor.id, 5);
    await beat(visitor, id, { playing: false });
    await passTime(database, id, visitor.id, 600);
    expect(Math.round((await missionOf(visitor, id)).countedMs / 1_000)).toBe(5);
    await beat(visitor, id, { view: 'page-two' });
    await passTime(database, id, visitor.id, 600);
    const later = await beat(visitor, id, { view: 'page-two' });
    expect(Math.round(later.body.countedMs / 1_000)).toBe(5);
  });

  test('that is not over completes nothing, but a second before the end is enough', async () => {
    const id = await newMission(database, {
      content: { kind: 'video', sources: ['/media/example.webm'], seconds: 5 },
    });
    const visitor = await missionMember(site);
    await start(visitor, id);
    await beat(visitor, id);
    await passTime(database, id, visitor.id, 3);
    await beat(visitor, id);
    expect(said(await complete(visitor, id))).toBe('409 mission_unfinished');
    await passTime(database, id, visitor.id, 1);
    await beat(visitor, id);
    expect(said(await complete(visitor, id))).toBe('200 completed');
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
  const ended = await Promise.all(
    Array.from({ length: 100 }, () => newMission(database, { status: 'ended', position: 0 })),
  );
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
});

describe('an advertiser', () => {
  test('who confirms for a member who was suspended meanwhile is refused, and nothing is credited', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const query = advertiserQuery(key, { click: await click(visitor, id) });
    await database
      .updateTable('users')
      .set({ suspendedAt: sql`now()` })
      .where('id', '=', visitor.id)
      .execute();
    expect(await postback(query)).toBe('409 closed');
    expect(await pointsOf(visitor.id)).toBe(10);
    const attempt = await database
      .selectFrom('missionAttempts')
      .select(['completedAt', 'taskId'])
      .where('userId', '=', visitor.id)
      .executeTakeFirstOrThrow();
    expect(attempt).toEqual({ completedAt: null, taskId: null });
  });

  test('confirms a click with its signature, by GET or as a form, and the member who clicked is credited', async () => {
    const id = await newMission(database, { content: LINK });
    const [first, second, third] = [
      await missionMember(site),
      await missionMember(site),
      await missionMember(site),
    ];
    expect((await missionOf(first, id)).content).toEqual({ kind: 'app_install', url: null });
    expect(await postback(advertiserQuery(key, { click: await click(first, id) }))).toBe('200 ok');
    const form = await fetch(`${site.url}/api/mission-postbacks/acme`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: advertiserQuery(key, { click: await click(second, id) }),
    });
    expect([form.status, await form.text()]).toEqual([200, 'ok']);
    await start(third, id);
    expect([await pointsOf(first.id), await pointsOf(second.id), await pointsOf(third.id)]).toEqual([
      110, 110, 10,
    ]);
    expect((await tasksOf(first.id))[0]?.taskType).toBe('app_install');
  });

  test('who repeats a message, also twenty times at once, gets "dup" and moves nothing more', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const query = advertiserQuery(key, { click: await click(visitor, id) });
    const answers = await Promise.all(Array.from({ length: 20 }, () => postback(query)));
    expect(answers.sort()).toEqual([...Array.from({ length: 19 }, () => '200 dup'), '200 ok']);
    expect(await pointsOf(visitor.id)).toBe(110);
  });

  test('takes a confirmation back once, also twenty times at once, and the member gets a notice', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('200 ok');
    const reversal = advertiserQuery(key, { click: clickId, status: 'reversed' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => postback(reversal)));
    expect(answers.sort()).toEqual([...Array.from({ length: 19 }, () => '200 dup'), '200 ok']);
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('200 dup');
    expect(await pointsOf(visitor.id)).toBe(10);
    expect((await tasksOf(visitor.id))[0]?.reversedAt).toEqual(expect.any(Date));
    const told = await database
      .selectFrom('notices')
      .select('data')
      .where('userId', '=', visitor.id)
      .where('kind', '=', 'points_reversed')
      .execute();
    expect(told).toMatchObject([{ data: { points: 100, balance: 10 } }]);
  });

  test('who takes a click back before confirming it can no longer confirm it', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    expect(await postback(advertiserQuery(key, { click: clickId, status: 'reversed' }))).toBe('200 ok');
    expect(await postback(advertiserQuery(key, { click: clickId }))).toBe('409 closed');
    expect(await pointsOf(visitor.id)).toBe(10);
  });

  test('is believed only with its own signature', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const clickId = await click(visitor, id);
    const query = advertiserQuery(key, { click: clickId });
    for (const forged of [
      `click=${clickId}`,
      `click=${clickId}&signature=`,
      query.replace(/signature=./, (start) => (start.endsWith('0') ? 'signature=1' : 'signature=0')),
      query.replace('transaction=', 'transaction=x'),
      `${query}&click=${clickId}`,
      `${query}&extra=1`,
      advertiserQuery(advertiserKey(SECRET, 'other'), { click: clickId }),
    ]) {
      expect(await postback(forged), forged).toBe('403 bad signature');
    }
    const other = advertiserQuery(advertiserKey(SECRET, 'other'), { click: clickId });
    expect(await postback(other, 'other')).toBe('404 unknown click');
    expect(await postback(advertiserQuery(key, { click: 'never-made' }))).toBe('404 unknown click');
    expect(await postback(advertiserQuery(key, {}))).toBe('404 unknown click');
    expect(await pointsOf(visitor.id)).toBe(10);
    const log = await database
      .selectFrom('missionPostbacks')
      .selectAll()
      .where('clickId', '=', clickId)
      .execute();
    expect(log.filter(({ verdict }) => verdict === 'bad_signature')).toHaveLength(7);
    expect(JSON.stringify(log)).not.toContain('signature=');
  });

  test('whose click id cannot be stored is refused like any other, signed or not', async () => {
    expect(await postback('click=%00&signature=x')).toBe('403 bad signature');
    expect(await postback(advertiserQuery(key, { click: 'a\0b' }))).toBe('404 unknown click');
  });

  test('who is imitated by a flood of forged messages loses none: all are refused, and few are stored', async () => {
    const flood = Array.from({ length: 150 }, (_, i) => postback(`click=flood&n=${i}&signature=x`, `a${i}`));
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['403 bad signature']));
    const kept = await database
      .selectFrom('missionPostbacks')
      .selectAll()
      .where('clickId', '=', 'flood')
      .execute();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThanOrEqual(60);
  });

  test('whose message comes after the place has lapsed gets "closed", and the message is stored', async () => {
    const id = await newMission(database, { content: LINK });
    const visitor = await missionMember(site);
    const query = advertiserQuery(key, { click: await click(visitor, id) });
    await database.updateTable('missions').set({ status: 'ended' }).where('id', '=', id).execute();
    await endPlace(id);
    expect(await postback(query)).toBe('409 closed');
    expect(await pointsOf(visitor.id)).toBe(10);
    const [kept] = await database
      .selectFrom('missionPostbacks')
      .selectAll()
      .where('verdict', '=', 'closed')
      .execute();
    expect(kept?.attemptId).toEqual(expect.any(String));
  });

  test('of the example missions is a page of this site whose button sends the real message', async () => {
    const [example] = (await (await missionMember(site)).get('/api/missions')).body;
    const visitor = await missionMember(site);
    const { body } = await start(visitor, example.id);
    const address = `${site.url}${body.content.url}`;
    expect(await (await fetch(address)).text()).toContain('Confirm: the member');
    const send = async (action: string) => {
      const form = new URLSearchParams({ click: clickOf(address), action });
      return (await fetch(`${site.url}/dev/advertiser`, { method: 'POST', body: form })).text();
    };
    expect(await send('forged')).toContain('403 bad signature');
    expect(await send('complete')).toContain('200 ok');
    expect(await send('complete')).toContain('200 dup');
    expect(await pointsOf(visitor.id)).toBe(10 + example.pointsEarned);
  });
});

describe('admins', () => {
  const admin = async () => {
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, await createMember(database, { isAdmin: true }));
    return visitor;
  };
  const plan = {
    title: 'New',
    description: 'New one',
    instructions: ['Go.'],
    points: 50,
    difficulty: 'easy',
    status: 'draft',
    dailyCap: null,
    totalCap: 5,
    position: 3,
    content: SURVEY,
  };

  test('add a draft that no member sees, open it, change it and pause it', async () => {
    const editor = await admin();
    const visitor = await missionMember(site);
    const created = await editor.post('/api/admin/missions', plan);
    expect(created.body).toMatchObject({ ...plan, started: 0, completed: 0, completedToday: 0 });
    const { id } = created.body;
    expect(await missionOf(visitor, id)).toBeUndefined();
    expect(said(await start(visitor, id))).toBe('404 not_found');
    const change = (body: object) => editor.call('PATCH', `/api/admin/missions/${id}`, body);
    await change({ status: 'active', points: 60 });
    expect((await missionOf(visitor, id)).state).toBe('open');
    await start(visitor, id);
    await change({ status: 'paused', points: 70 });
    const newcomer = await missionMember(site);
    expect((await missionOf(newcomer, id)).state).toBe('paused');
    expect(said(await start(newcomer, id))).toBe('409 mission_paused');
    expect(said(await answer(visitor, id, { q1: 'yes', q2: 'no' }))).toBe('200 completed');
    expect(await pointsOf(visitor.id)).toBe(70);
    await change({ status: 'ended' });
    expect(await missionOf(newcomer, id)).toBeUndefined();
    expect((await missionOf(visitor, id)).state).toBe('completed');
    const listed = (await editor.get('/api/admin/missions')).body.find(
      (one: { id: string }) => one.id === id,
    );
    expect(listed).toMatchObject({ points: 70, started: 1, completed: 1, completedToday: 1 });
  });

  test('cannot store what no member could do', async () => {
    const editor = await admin();
    const refused = async (content: object) =>
      Object.keys((await editor.post('/api/admin/missions', { ...plan, content })).body.fields ?? {});
    expect(await refused({ ...VIDEO, sources: ['https://elsewhere.example/film.mp4'] })).toEqual([
      'content.sources.0',
    ]);
    expect(await refused({ ...LINK, url: 'https://acme.example/' })).toEqual(['content.url']);
    expect(await refused({ ...LINK, url: 'javascript:alert(1)//{click}' })).toEqual(['content.url']);
    expect(await refused({ kind: 'survey', questions: [] })).toEqual(['content.questions']);
    expect(await refused({ kind: 'browse', seconds: 0, items: [] })).toContain('content.seconds');
    const known = await editor.post('/api/admin/missions', plan);
    const change = await editor.call('PATCH', `/api/admin/missions/${known.body.id}`, { content: VIDEO });
    expect(said(change)).toBe('409 mission_kind_fixed');
  });
});

test('the five examples are added once over several starts, and as drafts in production', async () => {
  const list = (await (await missionMember(site)).get('/api/missions')).body.slice(0, 5);
  expect(
    list.map((mission: { content: { kind: string }; pointsEarned: number; difficulty: string }) => [
      mission.content.kind,
      mission.pointsEarned,
      mission.difficulty,
    ]),
  ).toEqual([
    ['app_install', 300, 'easy'],
    ['video', 100, 'easy'],
    ['sign_up', 500, 'medium'],
    ['survey', 200, 'easy'],
    ['browse', 200, 'easy'],
  ]);
  const { addExampleMissions } = await import('#domain/earning/index.ts');
  await database
    .transaction()
    .execute((tx) => addExampleMissions(tx, { status: 'draft', advertiserUrl: '' }));
  const kept = await database.selectFrom('missions').selectAll().where('example', 'is not', null).execute();
  expect(kept.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'active'));
});
