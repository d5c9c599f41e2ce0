// biome-ignore-all lint/suspicious/noTemplateCurlyInString: how a walls file names the environment
// biome-ignore-all lint/suspicious/noThenProperty: a word of the wall format; nothing here is awaited
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { auditEarning, replayParked, type WallDefinition } from '#domain/earning/index.ts';
import { audit } from '#domain/ledger/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

const SECRET = 'wall secret & more';
const TOKEN = 'token-that-must-not-be-kept';

const ack: WallDefinition['postback']['ack'] = {
  ok: { status: 200, body: 'OK' },
  duplicate: { status: 200, body: 'DUP' },
  badSignature: { status: 403, body: 'BAD' },
  unknownUser: { status: 200, body: 'WHO' },
  retry: { status: 500, body: 'AGAIN' },
};
const outcomes: WallDefinition['postback']['outcomes'] = [
  { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
  { when: [{ field: 'status', op: 'eq', value: '3' }], then: 'pending' },
  { when: [{ field: 'status', op: 'eq', value: '4' }], then: 'ignore' },
];
const wall = (id: string, postback: Partial<WallDefinition['postback']>): WallDefinition => ({
  id,
  title: `Wall ${id}`,
  settings: [],
  secrets: ['key'],
  postback: {
    methods: ['GET'],
    fields: { tx: 'tx', user: 'user', points: 'points', offerName: 'name' },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true } },
        at: { in: 'param', name: 'sig' },
      },
    ],
    test: [{ field: 'debug', op: 'eq', value: 'true' }],
    outcomes,
    otherwise: 'credit',
    amount: 'absolute',
    ack,
    ...postback,
  },
});
const definitions: WallDefinition[] = [
  wall('plain', {}),
  wall('by-url', {
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha1', hmac: 'key', enc: 'base64url', input: { url: 'full', drop: ['hash'] } },
        at: { in: 'param', name: 'hash' },
      },
    ],
  }),
  wall('by-token', { checks: [{ kind: 'token', at: { in: 'param', name: 'token' }, secret: 'key' }] }),
  wall('by-body', {
    methods: ['POST'],
    body: 'json',
    fields: { tx: 'data.id', user: 'data.player', points: 'data.amount' },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { rawBody: true } },
        at: { in: 'header', name: 'Signature' },
      },
    ],
  }),
  wall('by-form', {
    methods: ['POST'],
    body: 'form',
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}|{user}|{points}|{$key}' } },
        at: { in: 'param', name: 'sig' },
      },
    ],
  }),
  wall('listed', { ips: { list: ['192.0.2.0/24'], mode: 'enforce' } }),
  wall('by-reference', {
    fields: { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' },
    reversalTarget: { from: 'refTx' },
  }),
];

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-walls-'));
const wallsFile = path.join(folder, 'walls.json');
await writeFile(
  wallsFile,
  JSON.stringify({
    walls: [
      { uses: 'cpx', settings: { appId: '1234' }, secrets: { appSecret: '${CPX_SECRET}' }, maxPoints: 5000 },
      ...definitions.map((definition) => ({
        definition,
        secrets: { key: definition.id === 'by-token' ? TOKEN : SECRET },
        maxPoints: 1000,
      })),
    ],
  }),
);
const environment = { WALLS_FILE: wallsFile, CPX_SECRET: 'test-secret' };
const { url, database, visitor } = await startTestServer(environment);

afterAll(async () => {
  expect(await audit(database)).toEqual([]);
  expect(await auditEarning(database)).toEqual([]);
});

const hmac = (algo: string, text: string, enc: 'hex' | 'base64url') =>
  createHmac(algo, SECRET).update(text).digest(enc);

/** A member whom every wall knows by the code. */
async function memberWithCode(points = 0) {
  const member = await createMember(database, { points });
  const code = randomUUID().replaceAll('-', '');
  const walls = ['cpx', ...definitions.map(({ id }) => id)];
  await database
    .insertInto('wallMembers')
    .values(walls.map((id) => ({ wall: id, code, userId: member.id })))
    .execute();
  return { id: member.id, code, tx: randomUUID() };
}

/** The query of the wall `plain`, signed the way a vendor does it. */
function signed(values: Record<string, string | number>): string {
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  query.sort();
  return `${query}&sig=${hmac('sha256', query.toString(), 'hex')}`;
}

async function call(target: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`${url}/api/postbacks/${target}`, init);
  return `${answer.status} ${await answer.text()}`;
}
const plain = (values: Record<string, string | number>, id = 'plain') => call(`${id}?${signed(values)}`);

const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const logOf = (transactionId: string) =>
  database
    .selectFrom('postbackLog')
    .select(['id', 'wall', 'verdict', 'reason', 'memberCode', 'sourceIp', 'latencyMs', 'raw'])
    .where('transactionId', '=', transactionId)
    .orderBy('id')
    .execute();
const verdictsOf = async (tx: string) => (await logOf(tx)).map((row) => row.verdict);
const transactionOf = (tx: string) =>
  database.selectFrom('webhookTransactions').selectAll().where('transactionId', '=', tx).executeTakeFirst();
const tasksOf = (userId: string) =>
  database.selectFrom('tasks').selectAll().where('userId', '=', userId).execute();

describe('what goes wrong in existing systems', () => {
  test('1: a forged call with a guessed id reserves nothing; the true call is paid', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await call(`plain?tx=${tx}&user=${code}&points=100&sig=${'0'.repeat(64)}`)).toBe('403 BAD');
    expect(await transactionOf(tx)).toBeUndefined();
    expect(await plain({ tx, user: code, points: 100 })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(100);
    expect(await verdictsOf(tx)).toEqual(['bad_signature']);
  });

  test('2: fifty copies in parallel pay once, and each is acknowledged', async () => {
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

  test('3: a failure in the middle leaves nothing; the wall is asked again and its retry is paid', async () => {
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

  test('4: a reversal under the same id takes the credit back, once, even when it was spent', async () => {
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
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed', reversedAt: expect.any(Date) });
    expect((await tasksOf(id))[0]?.reversedAt).toBeInstanceOf(Date);
    const transfers = await database
      .selectFrom('ledgerTransfers')
      .select(['id', 'key', 'reverses'])
      .where('key', 'like', `%${tx}`)
      .orderBy('id')
      .execute();
    expect(transfers).toEqual([
      { id: expect.any(String), key: `credit:plain:${tx}`, reverses: null },
      { id: expect.any(String), key: `reversal:plain:${tx}`, reverses: transfers[0]?.id },
    ]);
    expect(await verdictsOf(tx)).toEqual(['reversed', 'duplicate']);
  });

  test('5: a signature over the whole URL covers APP_URL and the raw bytes, behind a proxy', async () => {
    const proxied = await startTestServer({ ...environment, APP_URL: 'https://rewards.example' });
    const member = await createMember(proxied.database);
    await proxied.database
      .insertInto('wallMembers')
      .values({ wall: 'by-url', code: 'u1', userId: member.id })
      .execute();
    // Lower-case escapes, an escaped letter, both kinds of space, a literal brace: none survives a URL parser.
    const target = `/api/postbacks/by-url?user=u1&tx=a%2fb%7e&points=%35%30&name=Caf%c3%a9+%20{x}&empty=`;
    const hash = hmac('sha1', `https://rewards.example${target}`, 'base64url');
    const send = async (value: string) =>
      (await rawGet(proxied.url, `${target}&hash=${value}`)).split('\r\n\r\n')[1];
    expect(await send(hmac('sha1', `${proxied.url}${target}`, 'base64url'))).toContain('BAD');
    expect(await send(hash)).toContain('OK');
    const row = await proxied.database.selectFrom('tasks').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ userId: member.id, pointsEarned: 50, title: 'Café  {x}' });
    expect(await auditEarning(proxied.database)).toEqual([]);
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

  test('7: a test call is proven and acknowledged, never credited; a forged one is not even that', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: 100, debug: 'true' })).toBe('200 OK');
    expect(await call(`plain?tx=${tx}&user=${code}&points=100&debug=true&sig=00`)).toBe('403 BAD');
    expect(await pointsOf(id)).toBe(0);
    expect(await transactionOf(tx)).toBeUndefined();
    expect(await verdictsOf(tx)).toEqual(['test', 'bad_signature']);
  });

  test('8: a parameter given twice is refused, in the query and between query and body', async () => {
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

  test('9: secrets in a URL are kept nowhere', async () => {
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

  test('10: where the signature covers the id alone, a changed amount pays nothing more and odd sources are flagged', async () => {
    const { id, code, tx } = await memberWithCode();
    const hash = createHash('md5').update(`${tx}-test-secret`).digest('hex');
    const send = (points: string, ip: string) =>
      call(`cpx?status=1&trans_id=${tx}&user_id=${code}&amount_local=${points}&hash=${hash}`, {
        headers: { 'X-Forwarded-For': ip },
      });
    expect(await send('5001', '188.40.3.73')).toBe('403 0');
    expect(await send('100.00', '203.0.113.9')).toBe('200 1');
    expect(await send('4000', '188.40.3.73')).toBe('200 1');
    expect(await pointsOf(id)).toBe(100);
    expect((await logOf(tx)).map(({ verdict, sourceIp }) => [verdict, sourceIp])).toEqual([
      ['refused', '188.40.3.73'],
      ['flagged', '203.0.113.9'],
      ['conflict', '188.40.3.73'],
    ]);
  });
});

describe('a postback', () => {
  test('is recorded with its source, its latency and its raw form, and its task is listed', async () => {
    const { id, code, tx } = await memberWithCode();
    await call(`plain?${signed({ tx, user: code, points: 75, name: 'Survey <b>' })}`, {
      headers: { 'X-Forwarded-For': '203.0.113.5' },
    });
    expect(await transactionOf(tx)).toMatchObject({
      provider: 'plain',
      userId: id,
      status: 'credited',
      amountMb: 75,
      sourceIp: '203.0.113.5',
      latencyMs: expect.any(Number),
      rawPayload: expect.stringContaining(`GET /api/postbacks/plain?`),
    });
    const browser = visitor();
    browser.cookie = await signIn(database, { id, isAdmin: false });
    const { body } = await browser.get('/api/tasks');
    expect(body).toEqual([
      {
        id: expect.any(String),
        taskType: 'offer_completion',
        source: 'Wall plain',
        title: 'Survey <b>',
        pointsEarned: 75,
        completed: true,
        completedAt: expect.any(String),
        reversedAt: null,
      },
    ]);
    await plain({ tx, user: code, status: 2 });
    expect((await browser.get('/api/tasks')).body[0]).toMatchObject({
      completed: false,
      reversedAt: expect.any(String),
    });
  });

  test('of a JSON body is proven by its raw bytes', async () => {
    const { id, code, tx } = await memberWithCode();
    const body = `{ "data": {"id":"${tx}","player":"${code}","amount":12.50}, "n\\u006fte":"é" }`;
    const Signature = hmac('sha256', body, 'hex');
    expect(
      await call('by-body', { method: 'POST', body: body.replace('12.50', '99.50'), headers: { Signature } }),
    ).toBe('403 BAD');
    expect(await call('by-body', { method: 'POST', body, headers: { Signature } })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(12);
  });

  test('with odd characters in its id and user is told from every other', async () => {
    const { id, code } = await memberWithCode();
    const ids = [
      "o'brien; drop",
      'a b',
      'a+b',
      'ä€😀',
      '%25',
      'x:y:z',
      'a\\b"c',
      '../..',
      `${'l'.repeat(200)}`,
    ];
    for (const tx of ids) expect(await plain({ tx, user: code, points: 1 }), tx).toBe('200 OK');
    for (const tx of ids) expect(await plain({ tx, user: code, points: 1 }), tx).toBe('200 DUP');
    expect(await pointsOf(id)).toBe(ids.length);
    expect(await plain({ tx: 'nul\0', user: code, points: 1 })).toBe('403 BAD');
    expect(await plain({ tx: 'l'.repeat(201), user: code, points: 1 })).toBe('403 BAD');
    expect(await plain({ tx: 'fine', user: "nobody's", points: 1 })).toBe('200 WHO');
  });

  test('that is pending, of no interest or of no amount moves nothing', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: 5, status: 3 })).toBe('200 OK');
    expect(await plain({ tx, user: code, points: 5, status: 4 })).toBe('200 OK');
    expect(await plain({ tx, user: code, points: '0.9' })).toBe('200 OK');
    expect(await verdictsOf(tx)).toEqual(['pending', 'ignored', 'ignored']);
    expect(await plain({ tx, user: code, points: 5 })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(5);
  });

  test('with the id of another call but another member or amount moves nothing and is kept as a conflict', async () => {
    const [one, other] = [await memberWithCode(), await memberWithCode()];
    await plain({ tx: one.tx, user: one.code, points: 50 });
    expect(await plain({ tx: one.tx, user: other.code, points: 50 })).toBe('200 DUP');
    expect(await plain({ tx: one.tx, user: one.code, points: 500 })).toBe('200 DUP');
    expect(await plain({ tx: one.tx, user: other.code, points: 50, status: 2 })).toBe('200 DUP');
    expect([await pointsOf(one.id), await pointsOf(other.id)]).toEqual([50, 0]);
    expect(await verdictsOf(one.tx)).toEqual(['conflict', 'conflict', 'conflict']);
    expect((await logOf(one.tx))[1]?.reason).toBe('the transaction was credited with 50 points, not 500');
  });

  test('of an unknown user is acknowledged and parked, and an operator can replay it', async () => {
    const { id } = await createMember(database);
    const tx = randomUUID();
    expect(await plain({ tx, user: `late${tx}`, points: 40 })).toBe('200 WHO');
    const [parked] = await logOf(tx);
    expect(parked).toMatchObject({ verdict: 'unknown_user', memberCode: `late${tx}` });
    const configured = [
      { definition: wall('plain', {}), settings: {}, secrets: { key: SECRET }, maxPoints: 1000 },
    ];
    const replay = () => replayParked(transactOn(database), configured, parked?.id ?? '');
    expect(await replay()).toBe('unknown_user');
    await database
      .insertInto('wallMembers')
      .values({ wall: 'plain', code: `late${tx}`, userId: id })
      .execute();
    expect((await Promise.all([replay(), replay()])).sort()).toEqual(['credited', undefined]);
    expect(await pointsOf(id)).toBe(40);
    expect(await plain({ tx, user: `late${tx}`, points: 40 })).toBe('200 DUP');
  });

  test('from an unlisted address is refused where the list is complete, and logged', async () => {
    const { id, code, tx } = await memberWithCode();
    const from = (ip: string) =>
      call(`listed?${signed({ tx, user: code, points: 9 })}`, { headers: { 'X-Forwarded-For': ip } });
    expect(await from('198.51.100.1')).toBe('403 BAD');
    expect((await logOf(tx))[0]).toMatchObject({
      verdict: 'bad_signature',
      reason: 'the source address is not listed',
      sourceIp: '198.51.100.1',
    });
    expect(await from('192.0.2.77')).toBe('200 OK');
    expect(await pointsOf(id)).toBe(9);
  });
});

describe('a reversal', () => {
  test('that comes first nets the credit to zero when it comes, and no task shows as earned', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: 60, status: 2 })).toBe('200 OK');
    expect(await plain({ tx, user: code, points: 60, status: 2 })).toBe('200 DUP');
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed_early' });
    expect(await tasksOf(id)).toEqual([]);
    expect(await plain({ tx, user: code, points: 80 })).toBe('200 OK');
    expect(await plain({ tx, user: code, points: 80 })).toBe('200 DUP');
    expect(await pointsOf(id)).toBe(0);
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed', amountMb: 80 });
    expect((await tasksOf(id)).map((task) => task.reversedAt)).toEqual([expect.any(Date)]);
    expect(await verdictsOf(tx)).toEqual(['reversed_early', 'duplicate', 'netted', 'duplicate']);
  });

  test('under an id of its own finds the original by its reference', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: 60 }, 'by-reference')).toBe('200 OK');
    expect(await plain({ tx: `r-${tx}`, ref: tx, user: code, points: 60, status: 2 }, 'by-reference')).toBe(
      '200 OK',
    );
    expect(await pointsOf(id)).toBe(0);
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed' });
    expect(await transactionOf(`r-${tx}`)).toBeUndefined();
  });

  test('takes back what was credited, whatever amount it names', async () => {
    const { id, code, tx } = await memberWithCode();
    await plain({ tx, user: code, points: 60 });
    expect(await plain({ tx, user: code, points: 99999, status: 2 })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(0);
  });

  test('in parallel with its credit always ends at zero', async () => {
    const races = await Promise.all(Array.from({ length: 15 }, () => memberWithCode()));
    const answers = await Promise.all(
      races.flatMap(({ code, tx }, index) => {
        const credit = () => plain({ tx, user: code, points: 50 });
        const reversal = () => plain({ tx, user: code, points: 50, status: 2 });
        return index % 2
          ? [credit(), reversal(), credit(), reversal()]
          : [reversal(), credit(), reversal(), credit()];
      }),
    );
    expect(answers.filter((answer) => answer === '200 OK')).toHaveLength(30);
    expect(answers.filter((answer) => answer === '200 DUP')).toHaveLength(30);
    for (const { id, tx } of races) {
      expect(await pointsOf(id)).toBe(0);
      expect(await transactionOf(tx)).toMatchObject({ status: 'reversed' });
    }
  });

  test('of a deleted account moves nothing', async () => {
    const { id, code, tx } = await memberWithCode();
    await plain({ tx, user: code, points: 60 });
    await database.deleteFrom('users').where('id', '=', id).execute();
    expect(await plain({ tx, user: code, points: 60, status: 2 })).toBe('200 OK');
    expect(await logOf(tx)).toMatchObject([
      { verdict: 'ignored', reason: "the member's account was deleted" },
    ]);
  });
});

describe('the address of postbacks', () => {
  test('answers 404 for an unknown wall and 405 for another method', async () => {
    const answer = await fetch(`${url}/api/postbacks/nosuch`);
    expect([answer.status, await answer.json()]).toEqual([404, { code: 'not_found', error: 'Not found.' }]);
    const wrong = await fetch(`${url}/api/postbacks/plain`, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${url}/api/postbacks/by-body`)).status).toBe(405);
    expect((await fetch(`${url}/api/postbacks/plain`, { method: 'HEAD' })).status).toBe(405);
  });

  test('takes calls of other sites, and refuses a body beyond the limit', async () => {
    const { code, tx } = await memberWithCode();
    const body = JSON.stringify({ data: { id: tx, player: code, amount: 1 } });
    const headers = {
      Signature: hmac('sha256', body, 'hex'),
      Origin: 'https://wall.example',
      'Sec-Fetch-Site': 'cross-site',
    };
    expect(await call('by-body', { method: 'POST', body, headers })).toBe('200 OK');
    expect(await call('by-body', { method: 'POST', body: 'x'.repeat(65 * 1024), headers })).toMatch(/^413 /);
  });
});

test('auditEarning names a transaction whose task or transfer is missing', async () => {
  const { id, code, tx } = await memberWithCode();
  await plain({ tx, user: code, points: 60 });
  const task = (await tasksOf(id))[0];
  await database.updateTable('tasks').set({ pointsEarned: 61 }).where('userId', '=', id).execute();
  await database
    .updateTable('webhookTransactions')
    .set({ amountMb: 60, status: 'reversed' })
    .where('transactionId', '=', tx)
    .execute();
  expect(await auditEarning(database)).toEqual([
    `plain transaction ${tx}: is reversed, but no reversal of 60 points takes its credit back`,
    `plain transaction ${tx}: is reversed, but its task says otherwise`,
  ]);
  await database
    .updateTable('tasks')
    .set({ pointsEarned: 60 })
    .where('id', '=', task?.id ?? '')
    .execute();
  await database
    .updateTable('webhookTransactions')
    .set({ status: 'credited' })
    .where('transactionId', '=', tx)
    .execute();
  expect(await auditEarning(database)).toEqual([]);
});

/** Sends the request line as it is; a URL parser would change it. */
async function rawGet(origin: string, target: string): Promise<string> {
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: internal:1\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
