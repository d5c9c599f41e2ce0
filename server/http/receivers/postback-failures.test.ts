import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { proveEarning } from '#domain/earning/index.ts';
import { createMember } from '#testing/factories.ts';
import { hmac, rawGet, signed, startPostbackSite } from '#testing/postbacks.ts';
import { startTestServer } from '#testing/server.ts';
import { SECRET, TOKEN } from '#testing/walls.ts';

const site = await startPostbackSite();
const { database, environment, memberWithCode, call, plain } = site;
const { pointsOf, logOf, verdictsOf, transactionOf, tasksOf } = site;

describe('the known failures of other systems', () => {
  test('1: a forged call with a guessed id does not reserve it, and the true call is paid', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await call(`plain?tx=${tx}&user=${code}&points=100&sig=${'0'.repeat(64)}`)).toBe('403 BAD');
    expect(await transactionOf(tx)).toBeUndefined();
    expect(await plain({ tx, user: code, points: 100 })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(100);
    expect(await verdictsOf(tx)).toEqual(['bad_signature']);
  });

  test('2: fifty parallel copies pay once, and each is acknowledged', async () => {
    const { id, code, tx } = await memberWithCode();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => plain({ tx, user: code, points: 70 })),
    );
    expect(answers.filter((answer) => answer === '200 OK')).toHaveLength(1);
    expect(answers.filter((answer) => answer === '200 DUP')).toHaveLength(49);
    expect(await pointsOf(id)).toBe(70);
    expect(await tasksOf(id)).toHaveLength(1);
    expect(await verdictsOf(tx)).toEqual(Array(49).fill('duplicate'));
  });

  test('3: a failure in the middle leaves nothing; the wall is told to retry, and the retry is paid', async () => {
    const { id, code, tx } = await memberWithCode();
    const broken = sql.raw(`create function break_task() returns trigger language plpgsql as $$
      begin if new.title = 'breaks' then raise exception 'the disk is full'; end if; return new; end $$;
      create trigger break_task after insert on tasks for each row execute function break_task()`);
    await broken.execute(database);
    const values = { tx, user: code, points: 30, name: 'breaks' };
    expect(await plain(values)).toBe('500 AGAIN');
    expect(await transactionOf(tx)).toBeUndefined();
    expect(await pointsOf(id)).toBe(0);
    await sql.raw('drop trigger break_task on tasks; drop function break_task').execute(database);
    expect(await plain(values)).toBe('200 OK');
    expect(await pointsOf(id)).toBe(30);
  });

  test('4: a reversal under the same id takes the credit back once, even if it was spent', async () => {
    const { id, code, tx } = await memberWithCode();
    await plain({ tx, user: code, points: 200 });
    await database
      .transaction()
      .execute((t) =>
        sql`select * from ledger_post(${JSON.stringify([{ key: randomUUID(), unit: 'points', from: `member:${id}`, to: 'payouts:held', amount: 150, kind: 'redemption', reference: tx, actor: 'system' }])}::jsonb)`.execute(
          t,
        ),
      );
    expect(await plain({ tx, user: code, points: 200, status: 2 })).toBe('200 OK');
    expect(await plain({ tx, user: code, points: 200, status: 2 })).toBe('200 DUP');
    expect(await pointsOf(id)).toBe(-150);
    const known = await transactionOf(tx);
    expect(known).toMatchObject({ status: 'reversed', reversedAt: expect.any(Date) });
    expect((await tasksOf(id))[0]?.reversedAt).toBeInstanceOf(Date);
    const transfers = await database
      .selectFrom('ledgerTransfers')
      .select(['id', 'key', 'reverses'])
      .where('reference', '=', known?.id ?? '')
      .orderBy('id')
      .execute();
    expect(transfers).toEqual([
      { id: expect.any(String), key: `credit:${known?.id}`, reverses: null },
      { id: expect.any(String), key: `reversal:${known?.id}`, reverses: transfers[0]?.id },
    ]);
    expect(await verdictsOf(tx)).toEqual(['reversed', 'duplicate']);
  });

  test('5: a signature over the whole URL covers APP_URL and the raw bytes, behind a proxy', async () => {
    const proxied = await startTestServer({
      ...environment,
      APP_URL: 'https://rewards.example',
      DEVELOPMENT_OPEN: 'on',
    });
    const member = await createMember(proxied.database);
    await proxied.database
      .insertInto('wallMembers')
      .values({ wall: 'by-url', code: 'u1', userId: member.id })
      .execute();
    // Lower-case escapes, an escaped letter, both kinds of space, a literal brace: a URL parser would change each.
    const target = `/api/postbacks/by-url?user=u1&tx=a%2fb%7e&points=%35%30&name=Caf%c3%a9+%20{x}&empty=`;
    const hash = hmac('sha1', `https://rewards.example${target}`, 'base64url');
    const send = async (value: string) =>
      (await rawGet(proxied.url, `${target}&hash=${value}`)).split('\r\n\r\n')[1];
    expect(await send(hmac('sha1', `${proxied.url}${target}`, 'base64url'))).toContain('BAD');
    expect(await send(hash)).toContain('OK');
    const row = await proxied.database.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ userId: member.id, pointsEarned: 50, title: 'Café {x}' });
    expect(await proveEarning(proxied.database)).toEqual([]);
  });

  test('6: amounts are decimal texts, rounded down and capped', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: '662.9999999999999999' })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(662);
    const amounts = ['1000.99', '1001', '-5', '1e2', 'NaN', ''];
    const answers = [];
    for (const points of amounts) answers.push(await plain({ tx: `${tx}${points}`, user: code, points }));
    expect(answers).toEqual(['200 OK', '403 BAD', '403 BAD', '403 BAD', '403 BAD', '403 BAD']);
    expect(await pointsOf(id)).toBe(1662);
    expect((await logOf(`${tx}1001`))[0]).toMatchObject({
      verdict: 'refused',
      reason: 'the amount is over 1000 points',
    });
    expect((await logOf(`${tx}-5`))[0]?.reason).toBe('the amount is negative');
    expect(await transactionOf(`${tx}1001`)).toBeUndefined();
  });

  test('7: a test call is proven and acknowledged but never credited; a forged one is refused', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: 100, debug: 'true' })).toBe('200 OK');
    expect(await call(`plain?tx=${tx}&user=${code}&points=100&debug=true&sig=00`)).toBe('403 BAD');
    expect(await pointsOf(id)).toBe(0);
    expect(await transactionOf(tx)).toBeUndefined();
    expect(await verdictsOf(tx)).toEqual(['test', 'bad_signature']);
  });

  test('8: a parameter that is given twice is refused, in the query and between query and body', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await call(`plain?${signed({ tx, user: code, points: 100 })}&points=900`)).toBe('403 BAD');
    expect(await call(`plain?points=900&${signed({ tx, user: code, points: 100 })}`)).toBe('403 BAD');
    const sig = createHash('md5').update(`${tx}|${code}|100|${SECRET}`).digest('hex');
    const form = new URLSearchParams({ tx, user: code, points: '100', sig });
    expect(await call('by-form?points=900', { method: 'POST', body: form })).toBe('403 BAD');
    expect(await pointsOf(id)).toBe(0);
    expect(await call('by-form', { method: 'POST', body: form })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(100);
  });

  test('9: secrets in a URL are not stored', async () => {
    const { id, code, tx } = await memberWithCode();
    const query = `user=${code}&points=10&t%6Fken=`;
    expect(await call(`by-token?tx=${tx}&${query}${TOKEN}`)).toBe('200 OK');
    expect(await call(`by-token?tx=${tx}&${query}${TOKEN}`)).toBe('200 DUP');
    expect(await call(`by-token?tx=${tx}&${query}nearly-${TOKEN}`)).toBe('403 BAD');
    expect(await call(`by-token?tx=${tx}&other=${TOKEN}&${query}wrong`)).toBe('403 BAD');
    expect(await pointsOf(id)).toBe(10);
    const kept = JSON.stringify([await transactionOf(tx), await logOf(tx)]);
    expect(kept).toContain('[redacted]');
    expect(kept).not.toContain(TOKEN);
    expect(kept).not.toContain('wrong&');
    expect((await transactionOf(tx))?.rawPayload).toBe(
      `GET /api/postbacks/by-token?tx=${tx}&user=${code}&points=10&t%6Fken=[redacted]\n\n`,
    );
  });

  test('10: a signature over the id alone does not let a changed amount pay more, and other sources are refused', async () => {
    const { id, code, tx } = await memberWithCode();
    const hash = createHash('md5').update(`${tx}-test-secret`).digest('hex');
    const send = (points: string, ip: string) =>
      call(`cpx?status=1&trans_id=${tx}&user_id=${code}&amount_local=${points}&hash=${hash}`, {
        headers: { 'X-Forwarded-For': ip },
      });
    expect(await send('5001', '188.40.3.73')).toBe('403 0');
    expect(await send('100.00', '203.0.113.9')).toBe('403 0');
    expect(await pointsOf(id)).toBe(0);
    expect(await send('100.00', '157.90.97.92')).toBe('200 1');
    expect(await send('4000', '188.40.3.73')).toBe('200 1');
    expect(await pointsOf(id)).toBe(100);
    expect((await logOf(tx)).map(({ verdict, sourceIp }) => [verdict, sourceIp])).toEqual([
      ['refused', '188.40.3.73'],
      ['bad_signature', '203.0.113.9'],
      ['conflict', '188.40.3.73'],
    ]);
  });
});
