import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { FORGED_LOGGED_PER_DAY_MAX } from '#domain/earning/intake/forged-cap.ts';
import {
  UNKNOWN_ROWS_PER_DAY_MAX,
  UNPROVEN_RAW_LENGTH_MAX,
  UNPROVEN_ROWS_PER_DAY,
} from '#domain/earning/intake/postback-log.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { signed, startPostbackSite } from '#testing/postbacks.ts';

/** What unproven calls leave in the database, and which calls are still logged during a flood. */

const site = await startPostbackSite();
const { database, call, plain, memberWithCode } = site;
beforeEach(untilTodayLasts);

const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } });
const forged = (wall: string, ip: string, query = `tx=${randomUUID()}&user=u&points=9`) =>
  call(`${wall}?${query}&sig=00`, from(ip));
const unprovenOf = (wall: string) =>
  database
    .selectFrom('postbackLog')
    .select(['sourceIp', 'raw', 'reason', 'times'])
    .where('wall', '=', wall)
    .where('verdict', '=', 'bad_signature')
    .orderBy('id')
    .execute();
const inTurns = async (count: number, work: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - index) }, (_, step) => work(index + step)));
};
/** Adds rows as other processes would have logged them today. */
const logElsewhere = (wall: string, verdict: 'bad_signature' | 'unknown_user', count: number) =>
  sql`insert into postback_log (wall, verdict, reason, transaction_id, member_code, source_ip, latency_ms, raw)
    select ${wall}, ${verdict}, 'elsewhere', gen_random_uuid()::text, 'nobody', '203.0.113.9', 1, 'GET /'
    from generate_series(1, ${count}::integer)`.execute(database);

describe('calls without proof', () => {
  test('from a thousand networks of one /48 leave few rows, and a wrong secret at a listed address still shows', async () => {
    await inTurns(1_000, (index) => forged('cpx', `2001:db8:77:${index.toString(16)}::${index % 7}`));
    const flood = (await unprovenOf('cpx')).length;
    expect(flood).toBeGreaterThan(0);
    expect(flood).toBeLessThanOrEqual(FORGED_LOGGED_PER_DAY_MAX.block);
    for (let index = 0; index < 3; index += 1)
      await call(
        `cpx?trans_id=${randomUUID()}&user_id=u&amount_local=9&status=1&hash=00`,
        from('188.40.3.73'),
      );
    const vendor = (await unprovenOf('cpx')).filter(({ sourceIp }) => sourceIp === '188.40.3.73');
    expect(vendor).toHaveLength(3);
  });

  test('from a thousand unrelated addresses leave room for an address that has sent a credit before', async () => {
    const { code, tx } = await memberWithCode();
    const vendor = from('198.51.100.7');
    expect(await call(`plain?${signed({ tx, user: code, points: 5 })}`, vendor)).toBe('200 OK');
    await inTurns(1_000, (index) => forged('plain', `45.${index >> 8}.${index & 255}.1`));
    const flood = (await unprovenOf('plain')).length;
    expect(flood).toBeGreaterThan(0);
    expect(flood).toBeLessThanOrEqual(FORGED_LOGGED_PER_DAY_MAX.strangers);
    await forged('plain', '198.51.100.7');
    expect((await unprovenOf('plain')).at(-1)?.sourceIp).toBe('198.51.100.7');
  });

  test('get no more room at an address that has only sent a copy of a true call', async () => {
    const { code, tx } = await memberWithCode();
    const query = signed({ tx, user: code, points: 5 });
    expect(await call(`held?${query}`, from('198.51.100.8'))).toBe('200 OK');
    expect(await call(`held?${query}`, from('203.0.113.50'))).toBe('200 DUP');
    const isLogged = async () => {
      await inTurns(200, (index) => forged('held', `46.${index}.1.1`));
      await forged('held', '203.0.113.50');
      return (await unprovenOf('held')).at(-1)?.sourceIp === '203.0.113.50';
    };
    // There is room again if a minute of the cap ends between the others and its call.
    expect((await isLogged()) && (await isLogged()) && (await isLogged())).toBe(false);
    await forged('held', '198.51.100.8');
    expect((await unprovenOf('held')).at(-1)?.sourceIp).toBe('198.51.100.8');
  });

  test('are stored cut to a bounded length', async () => {
    await call(`by-form`, {
      method: 'POST',
      body: new URLSearchParams({ tx: 'long', pad: 'x'.repeat(9_000) }),
    });
    const [row] = await unprovenOf('by-form');
    expect(row?.raw.length).toBeLessThan(UNPROVEN_RAW_LENGTH_MAX + 10);
    expect(row?.raw).toMatch(/\[cut\]$/);
  });

  test('are counted on the newest row once all processes have logged the rows of a day', async () => {
    await logElsewhere('by-url', 'bad_signature', UNPROVEN_ROWS_PER_DAY.wall);
    await forged('by-url', '192.0.2.77');
    await forged('by-url', '192.0.2.78');
    const rows = await unprovenOf('by-url');
    expect(rows).toHaveLength(UNPROVEN_ROWS_PER_DAY.wall);
    expect(rows.at(-1)).toMatchObject({ times: 3, reason: 'elsewhere; more calls like it are counted here' });
  });

  test('in a flood at other walls leave each wall its first rows', async () => {
    await logElsewhere('gone', 'bad_signature', UNPROVEN_ROWS_PER_DAY.all);
    await inTurns(40, (index) => forged('listed', `47.${index}.1.1`));
    expect((await unprovenOf('listed')).length).toBeGreaterThanOrEqual(UNPROVEN_ROWS_PER_DAY.first);
    expect((await unprovenOf('listed')).length).toBeLessThan(40);
    await database.deleteFrom('postbackLog').where('wall', '=', 'gone').execute();
  });
});

test('proven calls for unknown members are counted on the newest row beyond those of a day', async () => {
  await logElsewhere('plain', 'unknown_user', UNKNOWN_ROWS_PER_DAY_MAX);
  expect(await plain({ tx: randomUUID(), user: 'nobody-at-all', points: 5 })).toBe('200 WHO');
  const { rows } = await sql<{ count: number; times: number }>`
    select count(*)::integer, max(times) as times from postback_log where verdict = 'unknown_user'`.execute(
    database,
  );
  expect(rows).toEqual([{ count: UNKNOWN_ROWS_PER_DAY_MAX, times: 2 }]);
});
