import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { testDatabase } from '#testing/database.ts';
import { PATIENT } from '#testing/patience.ts';
import { type Attempt, isOver, LIMITS, type Limits, openLimits } from './limits.ts';
import { networkOf } from './network.ts';

const { url, database } = await testDatabase();
const key = randomBytes(32);
const open = (onFailure: (error: unknown) => void = () => {}) => {
  const own = createDatabase(createPool(url, () => {}, { ...PATIENT, limitsFrom: 'role' }));
  return { limits: openLimits(own, key, onFailure), close: () => own.destroy() };
};

test('(11) a limit holds under parallel attempts and survives a restart', async () => {
  const before = open();
  const tries = await Promise.allSettled(
    Array.from({ length: 15 }, () => before.limits.take(['login_ip_email', '192.0.2.1', 'a@example.com'])),
  );
  expect(tries.filter((tried) => tried.status === 'fulfilled')).toHaveLength(LIMITS.login_ip_email.points);
  await before.close();

  const after = open();
  await expect(after.limits.take(['login_ip_email', '192.0.2.1', 'a@example.com'])).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  });
  await after.limits.take(['login_ip_email', '192.0.2.1', 'b@example.com']);
  await after.close();
});

test('(11) all addresses of one IPv6 network count as one visitor', async () => {
  const { limits, close } = open();
  for (let n = 0; n < LIMITS.code_ip.points; n++) await limits.take(['code_ip', `2001:db8:1:2::${n}`]);
  await expect(limits.take(['code_ip', '2001:db8:1:2:ffff::1'])).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  await limits.take(['code_ip', '2001:db8:1:3::1']);
  await close();
});

test('(11) rotating through the networks of one IPv6 site is limited too, by a limit for the site', async () => {
  const { limits, close } = open();
  const { points, sitePoints } = LIMITS.mail_ip;
  for (let n = 0; n < sitePoints; n++) await limits.take(['mail_ip', `2001:db8:5:${n.toString(16)}::1`]);
  await expect(limits.take(['mail_ip', '2001:db8:5:ffff::1'])).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  await limits.giveBack(['mail_ip', '2001:db8:5:0::1'], ['mail_ip', '2001:db8:5:1::1']);
  await limits.take(['mail_ip', '2001:db8:5:fffe::1']);
  await limits.take(['mail_ip', '2001:db8:6::1']);
  for (let n = 0; n < points; n++) await limits.take(['mail_ip', '192.0.2.200']);
  await expect(limits.take(['mail_ip', '192.0.2.200'])).rejects.toMatchObject({ code: 'too_many_requests' });
  await limits.take(['mail_ip', '192.0.2.201']);
  await close();
});

test('(11) every limit by address has one for the site around it, and a full site adds no more rows', async () => {
  const byAddress = Object.entries(LIMITS).filter(([name]) => /_ip(?:_|$)/.test(name));
  expect(byAddress.length).toBeGreaterThan(5);
  for (const [name, limit] of byAddress) expect('sitePoints' in limit, name).toBe(true);
  const { limits, close } = open();
  const { sitePoints } = LIMITS.unsubscribe_ip;
  const network = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
  for (let n = 0; n < sitePoints; n++) await limits.take(['unsubscribe_ip', network(n)]);
  const rows = () => database.selectFrom('rateLimits').select('key').execute();
  const before = (await rows()).length;
  const tries = Array.from({ length: 50 }, (_, n) => limits.take(['unsubscribe_ip', network(1_000 + n)]));
  expect((await Promise.allSettled(tries)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await rows()).toHaveLength(before);
  await close();
});

test('a database that fails is no limit that is reached', async () => {
  const failing = { take: () => Promise.reject(new Error('the database is gone')) } as unknown as Limits;
  await expect(isOver(failing, ['login_email', 'a@example.com'])).rejects.toThrow('the database is gone');
});

test('an attempt returns how many attempts the scarcest of its limits has left', async () => {
  const { limits, close } = open();
  const attempts = [
    ['two_factor_user', 'somebody'],
    ['two_factor_user_day', 'somebody'],
  ] as const;
  const left: number[] = [];
  for (let n = 0; n < 5; n++) left.push((await limits.take(...attempts)).left);
  expect(left).toEqual([4, 3, 2, 1, 0]);
  await close();
});

test('returned attempts do not count, and a forgotten subject starts from zero', async () => {
  const { limits, close } = open();
  for (let n = 0; n < 8; n++) {
    await limits.take(['reset_mail_email', 'c@example.com']);
    await limits.giveBack(['reset_mail_email', 'c@example.com']);
  }
  for (let n = 0; n < 5; n++) await limits.take(['reset_mail_email', 'c@example.com']);
  const refusal = await limits.take(['reset_mail_email', 'c@example.com']).catch((error) => error);
  expect(refusal.retryAfter).toBeGreaterThan(3_300);
  expect(refusal.retryAfter).toBeLessThanOrEqual(3_600);
  await limits.forget(['reset_mail_email', 'c@example.com']);
  await limits.take(['reset_mail_email', 'c@example.com']);
  await close();
});

test('attempts that cannot be given back or forgotten are reported, and fail nothing that was done', async () => {
  const failures: unknown[] = [];
  const { limits, close } = open((error) => failures.push(error));
  await limits.take(['reset_mail_email', 'd@example.com']);
  await close();
  await limits.giveBack(['reset_mail_email', 'd@example.com']);
  await limits.forget(['reset_mail_email', 'd@example.com']);
  expect(failures).toEqual([expect.any(Error), expect.any(Error)]);
  await expect(limits.take(['reset_mail_email', 'd@example.com'])).rejects.toThrow();
});

test('of attempts that come and are given back at the same time, those that stay are counted, and no row is left of others', async () => {
  const { limits, close } = open();
  const pointsOf = async (name: string) => {
    const rows = database.selectFrom('rateLimits').select('points').where('key', 'like', `${name}:%`);
    return (await rows.execute()).map(({ points }) => points);
  };
  const come = (attempt: Attempt, times: number) => Array.from({ length: times }, () => limits.take(attempt));
  const comeAndGo = (attempt: Attempt, times: number) =>
    come(attempt, times).map((taken) => taken.then(() => limits.giveBack(attempt)));
  const some: Attempt = ['reveal_user', 'somebody'];
  const none: Attempt = ['picture_ip', '192.0.2.9'];
  for (let round = 1; round <= 30; round += 1) {
    await Promise.all([...comeAndGo(some, 6), ...come(some, 1), ...comeAndGo(none, 6)]);
    expect([await pointsOf('reveal_user'), await pointsOf('picture_ip')]).toEqual([[round], []]);
  }
  await close();
});

test('one more attempt, or one less, writes no index', async () => {
  await database.transaction().execute(async (tx) => {
    const limits = openLimits(tx, key, (error) => {
      throw error;
    });
    for (let n = 0; n < 3; n += 1) await limits.take(['push_user', 'somebody']);
    await limits.giveBack(['push_user', 'somebody']);
    const { rows } =
      await sql`select pg_stat_get_xact_tuples_updated(oid) as updates, pg_stat_get_xact_tuples_hot_updated(oid) as hot
      from pg_class where relname = 'rate_limits'`.execute(tx);
    expect(rows).toEqual([{ updates: '3', hot: '3' }]);
  });
});

test('further attempts do not prolong a count, and none is given back that was not counted', async () => {
  const { limits, close } = open();
  const attempt = ['export_user', 'somebody'] as const;
  await limits.take(attempt);
  const ofCount = database.selectFrom('rateLimits').selectAll().where('key', 'like', 'export_user:%');
  const earlier = Number((await ofCount.executeTakeFirstOrThrow()).expire) - 60_000;
  await database
    .updateTable('rateLimits')
    .set({ expire: earlier })
    .where('key', 'like', 'export_user:%')
    .execute();
  expect((await limits.take(attempt)).left).toBe(LIMITS.export_user.points - 2);
  expect(Number((await ofCount.executeTakeFirstOrThrow()).expire)).toBe(earlier);
  for (let n = 0; n < 5; n += 1) await limits.giveBack(attempt);
  expect((await limits.take(attempt)).left).toBe(LIMITS.export_user.points - 1);
  await close();
});

test('an attempt that is given back after its count has ended is not one more for the next', async () => {
  const { limits, close } = open();
  await limits.take(['email_change_user', 'somebody']);
  await database
    .updateTable('rateLimits')
    .set({ expire: 0 })
    .where('key', 'like', 'email_change_user:%')
    .execute();
  await limits.giveBack(['email_change_user', 'somebody']);
  expect((await limits.take(['email_change_user', 'somebody'])).left).toBe(
    LIMITS.email_change_user.points - 1,
  );
  await close();
});

test('a count that would last longer than any, after the clock of the database went back, starts anew', async () => {
  const { limits, close } = open();
  for (let n = 0; n < LIMITS.appeal_user.points; n++) await limits.take(['appeal_user', 'somebody']);
  await expect(limits.take(['appeal_user', 'somebody'])).rejects.toMatchObject({ code: 'too_many_requests' });
  await database
    .updateTable('rateLimits')
    .set({ expire: sql`expire + 2 * 3600 * 1000` })
    .where('key', 'like', 'appeal_user:%')
    .execute();
  expect((await limits.take(['appeal_user', 'somebody'])).left).toBe(LIMITS.appeal_user.points - 1);
  await close();
});

test('the table of limits holds no names or addresses in the clear', async () => {
  const { limits, close } = open();
  await limits.take(['login_email', 'secret.person@example.com'], ['login_ip', '203.0.113.77']);
  const rows = await database.selectFrom('rateLimits').select('key').execute();
  const keys = rows.map((row) => row.key).join(' ');
  expect(keys).not.toContain('secret');
  expect(keys).not.toContain('203.0.113');
  await close();
});

test.each([
  ['192.0.2.9', '192.0.2.9'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
