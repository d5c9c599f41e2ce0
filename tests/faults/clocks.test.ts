import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { notify } from '#domain/notices/index.ts';
import { LIMITS } from '#domain/trust/index.ts';
import { solveCaptcha } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { metricsWithFigures } from '#testing/metrics.ts';
import { OFFER_WALL, tellOf } from '#testing/offers.ts';
import { WAIT } from '#testing/patience.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '#testing/process.ts';
import { openRedemption } from '#testing/redemption.ts';
import { leaveToTest } from '#testing/timetable.ts';
import { OFFER_FIELDS, SECRET, wall } from '#testing/walls.ts';

/**
 * Two servers on one database: the clock of the first, which alone runs jobs, is two hours ahead, the second's is right.
 * That the database's own clock went back is shown by times two hours ahead in its rows, as they are left behind; the
 * clock of PostgreSQL itself is not moved.
 */

const AHEAD_MS = 2 * 3_600_000;
const CAPTCHA_MS = 5 * 60_000;
/** Two servers start in the first of them. */
const WRONG_CLOCK = pathToFileURL(path.resolve(import.meta.dirname, '../../testing/wrong-clock.ts')).href;

const { url, database, transact } = await testDatabase();
// The vendor of the offers is out of reach.
await leaveToTest(database, 'pull_feeds');
const folders = [await temporaryFolder(), await temporaryFolder()];
const WALLS_FILE = path.join(folders[0]?.path ?? '', 'walls.json');
const games = {
  definition: wall(OFFER_WALL, { fields: OFFER_FIELDS }),
  secrets: { key: SECRET },
  feed: { uses: 'adgem', secrets: { refreshToken: 'a token that is never shown' } },
};
await writeFile(WALLS_FILE, JSON.stringify({ walls: [games] }));
const start = (index: number, aheadMs: number, roles: string) =>
  startProcess(folders[index]?.path ?? '', {
    ROLES: roles,
    DATABASE_URL: url,
    WALLS_FILE,
    APP_SECRET: 'a secret that both of these servers know',
    NODE_OPTIONS: `--import=${WRONG_CLOCK}?ms=${aheadMs}`,
  });
let [ahead, right] = [] as unknown as [ServerProcess, ServerProcess];
afterAll(async () => {
  await Promise.all([ahead, right].map((server) => server?.end()));
  for (const folder of folders) await folder.remove();
});

/** Lets the next time of every job of the timetable come. */
const nextTime = () => sql`update timetable set slot = slot - interval '1 day'`.execute(database);

/** Adds what the hourly job deletes. */
const addOld = () =>
  database
    .insertInto('captchaSolutions')
    .values({ id: randomUUID(), expiresAt: sql`now() - interval '2 hours'` })
    .execute();
const old = () =>
  database.selectFrom('captchaSolutions').select('id').where('expiresAt', '<', sql<Date>`now()`).execute();

/** A challenge, or what was refused. */
type Answer = Record<string, unknown> & { parameters?: { data: { expiresAt: number } } };

async function call(server: ServerProcess, member: { cookie: string }, target: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${server.port}${target}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie: member.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

test('after the clock of the database went back by two hours, jobs, leases and the timetable go on', async () => {
  await addOld();
  await sql`insert into timetable select unnest(array['clean_up', 'mend_times']), now() + interval '2 hours'`.execute(
    database,
  );
  const [begun, resting] = [await openRedemption(database), await openRedemption(database)];
  await sql`update card_redemptions set status = 'processing', attempts = 1, resting = id = ${resting.id},
    leased_until = now() + interval '2 hours' where id in (${begun.id}, ${resting.id})`.execute(database);
  const notice = { key: 'late', userId: begun.memberId, kind: 'account_resumed', data: {} } as const;
  await transact((tx) => notify(tx, notice));
  await sql`update notices set leased_until = now() + interval '2 hours'`.execute(database);
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '2 hours'`.execute(database);
  await sql`insert into payout_turns values ('sandbox', now() + interval '2 hours')`.execute(database);
  await sql`select graphile_worker.add_job('watch_reviews', job_key => 'of a worker that is gone')`.execute(
    database,
  );
  await sql`update graphile_worker._private_jobs set attempts = 1, locked_by = 'worker that is gone',
    locked_at = now() + interval '2 hours' where key = 'of a worker that is gone'`.execute(database);

  [ahead, right] = await Promise.all([start(0, AHEAD_MS, 'web,worker'), start(1, 0, 'web')]);
  await expect.poll(old, WAIT).toEqual([]);
  const open = () =>
    database.selectFrom('cardRedemptions').select('id').where('status', '!=', 'issued').execute();
  await expect.poll(open, WAIT).toEqual([]);
  const unsent = () => database.selectFrom('notices').select('id').where('deliveredAt', 'is', null).execute();
  await expect.poll(unsent, WAIT).toEqual([]);
  const late = async () => {
    const { rows } = await sql`
      select key from graphile_worker.jobs where key like 'of a worker%' or run_at > now() + interval '1 hour'
      union all select provider from payout_turns where next_at > now() + interval '1 hour'
      union all select task from timetable where slot > now()`.execute(database);
    return rows;
  };
  await expect.poll(late, WAIT).toEqual([]);
  const metrics = await metricsWithFigures(ahead);
  expect(metrics).toContain('times_mended_total{kind="redemption"} 2');
  expect(metrics).toMatch(/times_mended_total\{kind="job"\} [1-9]/);
  await expect.poll(ahead.output).toContain('times lay too far ahead');
});

describe('between a server with a right clock and one that is two hours ahead', () => {
  const someone = async () => {
    const member = await createMember(database);
    return { ...member, cookie: await signIn(database, member) };
  };
  const solved = async (server: ServerProcess, member: { cookie: string }) => {
    const challenge = (await call(server, member, '/api/captcha/challenge?action=mission')).body;
    return { challenge, token: await solveCaptcha(challenge) };
  };

  test.each<[string, () => [ServerProcess, ServerProcess]]>([
    ['ahead', () => [ahead, right]],
    ['right', () => [right, ahead]],
  ])(
    'a captcha made at the one that is %s is good once at the other, and for five minutes',
    async (_, both) => {
      const [one, other] = both();
      const member = await someone();
      const { challenge, token } = await solved(one, member);
      expect(Number(challenge.parameters?.data.expiresAt) - Date.now()).toBeLessThanOrEqual(CAPTCHA_MS);
      expect(await call(other, member, '/api/verify-captcha', { token })).toMatchObject({ status: 200 });
      for (const server of [one, other]) {
        const again = await call(server, member, '/api/verify-captcha', { token });
        expect(again.body).toMatchObject({ code: 'captcha_duplicate' });
      }
    },
  );

  test('the last start of an offer and the last call of a wall are the last, whichever server they came to', async () => {
    const [member, code] = [await someone(), randomUUID()];
    await database.insertInto('wallMembers').values({ wall: OFFER_WALL, code, userId: member.id }).execute();
    await offerGame(250);
    const start = async (server: ServerProcess) => {
      const { status, body } = await call(server, member, `/api/offers/${OFFER_WALL}/1/start`, {});
      expect(status).toBe(200);
      return body.clickId;
    };
    const first = await start(ahead);
    await sql`update feed_goals set points = 100`.execute(database);
    const [last, again] = [await start(right), await start(right)];
    expect([last === first, again === last]).toEqual([false, true]);
    expect(await tellOf(ahead.url, { tx: randomUUID(), user: code, points: 100, offer: '1' })).toBe('200 OK');
    expect((await call(right, member, '/api/offers/started')).body).toMatchObject([
      { id: last, paidPoints: 100, paidLess: null },
      { id: first, paidPoints: 0 },
    ]);
    const admin = await createMember(database, { isAdmin: true });
    const walls = await call(right, { cookie: await signIn(database, admin) }, '/api/admin/walls');
    const called = expect.objectContaining({ id: OFFER_WALL, lastPostbackAt: expect.any(String) });
    expect(walls.body).toContainEqual(called);
  });

  test('a limit that is used up at the one is used up at the other', async () => {
    const member = await someone();
    const fault = { id: '0123abcd', name: 'Error', message: 'x', stack: '', path: '/' };
    const report = (server: ServerProcess) => call(server, member, '/api/client-errors', fault);
    for (let n = 0; n < LIMITS.client_error_ip.points; n++) expect((await report(right)).status).toBe(200);
    for (const server of [right, ahead, right]) expect((await report(server)).status).toBe(429);
  });
});

/** A catalogue of one offer, which brings these points. */
async function offerGame(points: number) {
  await sql`insert into feeds (wall, setup) values (${OFFER_WALL}, 'setup')`.execute(database);
  await sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems,
      total_points, click_template, steps, purchase)
    values (${OFFER_WALL}, '1', 'digest', 'A game', '', '{}', '{}', '{}', '[]', ${points},
      'https://api.adgem.com/v1/click?playerid={user}&c1={click}', 1, false)`.execute(database);
  await sql`insert into feed_goals (wall, offer_id, goal_id, place, name, points, non_linear, purchase, repeatable, paid)
    values (${OFFER_WALL}, '1', 'a', 0, 'Level 10', ${points}, false, false, false, true)`.execute(database);
}

test('the timetable goes on with a server whose clock is two hours ahead, and after that clock was set right', async () => {
  const tasks = () => database.selectFrom('timetable').select('task').execute();
  await expect.poll(async () => (await tasks()).length, WAIT).toBeGreaterThan(5);
  await addOld();
  await nextTime();
  await expect.poll(old, WAIT).toEqual([]);
  process.kill(ahead.pid, 'SIGUSR2');
  await addOld();
  await nextTime();
  await expect.poll(old, WAIT).toEqual([]);
  const { rows } = await sql`
    select task from timetable where slot > now()
    union all select task_identifier from graphile_worker.jobs where run_at > now() + interval '1 minute'`.execute(
    database,
  );
  expect(rows).toEqual([]);
});
