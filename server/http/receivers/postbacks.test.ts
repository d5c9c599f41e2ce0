import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { proveEarning, replayPostback } from '#domain/earning/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { BODY_BYTES_MAX } from '#server/http/frame/app.ts';
import { mailedCode, newAddress, PASSWORD } from '#testing/accounts.ts';
import { createMember, MAILBOX_KEY, signIn } from '#testing/factories.ts';
import { hmac, rawGet, rawSend, signed, startPostbackSite } from '#testing/postbacks.ts';
import { startTestServer } from '#testing/server.ts';
import { SECRET, wall } from '#testing/walls.ts';

const site = await startPostbackSite();
const { url, database, visitor, memberWithCode, call, plain } = site;
const { pointsOf, logOf, verdictsOf, transactionOf, tasksOf } = site;

const configured = [
  {
    definition: wall('plain', {}),
    settings: {},
    secrets: { key: SECRET },
    maxPoints: 1000,
    holdDays: 0,
    share: [],
  },
];
const replayOf = (logId: string, walls = configured) =>
  transactOn(database)((tx) => replayPostback(tx, walls, { logId, adminId: randomUUID() }, 100));
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** A body whose length is not announced. */
function chunks(body: string): ReadableStream {
  const half = body.length / 2;
  return ReadableStream.from([body.slice(0, half), body.slice(half)]).pipeThrough(new TextEncoderStream());
}

describe('a postback', () => {
  test('is stored with its source, its latency and its raw form, and its task is listed', async () => {
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
        title: 'Survey',
        pointsEarned: 75,
        completed: true,
        completedAt: expect.any(String),
        reversedAt: null,
        pendingUntil: null,
      },
    ]);
    await plain({ tx, user: code, status: 2 });
    expect((await browser.get('/api/tasks')).body[0]).toMatchObject({
      completed: false,
      reversedAt: expect.any(String),
    });
  });

  test('with a JSON body is proven by its raw bytes', async () => {
    const { id, code, tx } = await memberWithCode();
    const body = `{ "data": {"id":"${tx}","player":"${code}","amount":12.50}, "n\\u006fte":"é" }`;
    const Signature = hmac('sha256', body, 'hex');
    expect(
      await call('by-body', { method: 'POST', body: body.replace('12.50', '99.50'), headers: { Signature } }),
    ).toBe('403 BAD');
    expect(await call('by-body', { method: 'POST', body, headers: { Signature } })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(12);
  });

  test('with odd characters in its id or user is distinct from every other', async () => {
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

  test('that is pending, irrelevant or below one point moves nothing', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: 5, status: 3 })).toBe('200 OK');
    expect(await plain({ tx, user: code, points: 5, status: 4 })).toBe('200 OK');
    expect(await plain({ tx, user: code, points: '0.9' })).toBe('200 OK');
    expect(await verdictsOf(tx)).toEqual(['pending', 'ignored', 'ignored']);
    expect(await plain({ tx, user: code, points: 5 })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(5);
  });

  test('with the id of another call but another member or amount moves nothing and is logged as a conflict', async () => {
    const [one, other] = [await memberWithCode(), await memberWithCode()];
    await plain({ tx: one.tx, user: one.code, points: 50 });
    expect(await plain({ tx: one.tx, user: other.code, points: 50 })).toBe('200 DUP');
    expect(await plain({ tx: one.tx, user: one.code, points: 500 })).toBe('200 DUP');
    expect(await plain({ tx: one.tx, user: other.code, points: 50, status: 2 })).toBe('200 DUP');
    expect([await pointsOf(one.id), await pointsOf(other.id)]).toEqual([50, 0]);
    expect(await verdictsOf(one.tx)).toEqual(['conflict', 'conflict', 'conflict']);
    expect((await logOf(one.tx))[1]?.reason).toBe('the transaction was credited with 50 points, not 500');
  });

  test('waits only for its turn among those of its member: thirty at once are all paid', async () => {
    const { id, code, tx } = await memberWithCode();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => plain({ tx: `${tx}-${index}`, user: code, points: 10 })),
    );
    expect(new Set(answers)).toEqual(new Set(['200 OK']));
    expect(await pointsOf(id)).toBe(300);
  });

  test('for an unknown member is acknowledged, and an operator can replay it', async () => {
    const { id } = await createMember(database);
    const tx = randomUUID();
    expect(await plain({ tx, user: `late${tx}`, points: 140 })).toBe('200 WHO');
    const [parked] = await logOf(tx);
    expect(parked).toMatchObject({ verdict: 'unknown_user', memberCode: `late${tx}` });
    const replay = () => replayOf(parked?.id ?? '').catch((error: Error) => error.message);
    expect(await replay()).toMatchObject({ verdict: 'unknown_user', waits: true });
    await database
      .insertInto('wallMembers')
      .values({ wall: 'plain', code: `late${tx}`, userId: id })
      .execute();
    const answers = await Promise.all([replay(), replay()]);
    expect(answers).toContainEqual({ was: 'unknown_user', verdict: 'credited', waits: false });
    expect(answers).toContainEqual('This postback was replayed or closed already.');
    expect(await pointsOf(id)).toBe(140);
    const told = await database.selectFrom('notices').select('kind').where('userId', '=', id).execute();
    expect(told).toEqual([{ kind: 'threshold_reached' }]);
    expect(await plain({ tx, user: `late${tx}`, points: 140 })).toBe('200 DUP');
  });

  test.each([
    ['the credit', [1, 2], [1, 2], ['credited', 'reversed']],
    ['its reversal', [1, 2], [2, 1], ['reversed_early', 'netted']],
    ['the credit, which came last', [2, 1], [1, 2], ['credited', 'reversed']],
  ])(
    'for an unknown member waits beside its reversal, and both can be replayed: first %s',
    async (_name, sent, replayed, verdicts) => {
      const { id } = await createMember(database);
      const tx = randomUUID();
      const user = `late${tx}`;
      for (const status of sent) {
        expect(await plain({ tx, user, points: 40, status })).toBe('200 WHO');
        expect(await plain({ tx, user, points: 40, status })).toBe('200 WHO');
      }
      await database.insertInto('wallMembers').values({ wall: 'plain', code: user, userId: id }).execute();
      const parked = await logOf(tx);
      expect(parked.map(({ times }) => times)).toEqual([2, 2]);
      const entryOf = (status: number) => parked[sent.indexOf(status)]?.id ?? '';
      const answers: string[] = [];
      for (const status of replayed) answers.push((await replayOf(entryOf(status))).verdict);
      expect(answers).toEqual(verdicts);
      expect(await pointsOf(id)).toBe(0);
      expect((await transactionOf(tx))?.status).toBe('reversed');
    },
  );

  describe('for an unknown member, replayed', () => {
    async function unmatched(raw?: string) {
      const { id, code, tx } = await memberWithCode();
      const user = `late${tx}`;
      expect(await plain({ tx, user, points: 40 })).toBe('200 WHO');
      const [entry] = await logOf(tx);
      const logId = entry?.id ?? '';
      if (raw !== undefined)
        await database.updateTable('postbackLog').set({ raw }).where('id', '=', logId).execute();
      const members = database
        .updateTable('wallMembers')
        .where('wall', '=', 'plain')
        .where('code', '=', code);
      await members.set({ code: user }).execute();
      return { id, user, tx, logId };
    }
    const reading = (postback: Parameters<typeof wall>[1]) =>
      configured.map((one) => ({ ...one, definition: wall('plain', postback) }));

    test('by a definition that credits nothing for it still waits, until one that does', async () => {
      const { id, logId } = await unmatched();
      const nothing = reading({ otherwise: 'ignore' });
      expect(await replayOf(logId, nothing)).toMatchObject({ verdict: 'ignored', waits: true });
      expect(await pointsOf(id)).toBe(0);
      expect(await replayOf(logId)).toMatchObject({ verdict: 'credited', waits: false });
      expect(await pointsOf(id)).toBe(40);
    });

    test('by a definition that cannot read it still waits', async () => {
      const { logId } = await unmatched('POST /api/postbacks/plain?tx=1\n\ntx=2');
      const form = reading({ methods: ['POST'], body: 'form' });
      expect(await replayOf(logId, form)).toMatchObject({ verdict: 'refused', waits: true });
    });

    test('for a wall with a hold makes its points pending, and no longer waits', async () => {
      const { id, tx, logId } = await unmatched();
      const held = configured.map((one) => ({ ...one, holdDays: 7 }));
      expect(await replayOf(logId, held)).toMatchObject({ verdict: 'held', waits: false });
      expect(await pointsOf(id)).toBe(0);
      expect(await transactionOf(tx)).toMatchObject({ status: 'held' });
    });

    test('after its transaction was credited with other points no longer waits, and pays nothing', async () => {
      const { id, user, tx, logId } = await unmatched();
      expect(await plain({ tx, user, points: 15 })).toBe('200 OK');
      expect(await replayOf(logId)).toMatchObject({ verdict: 'conflict', waits: false });
      expect(await pointsOf(id)).toBe(15);
    });
  });

  test('from an unlisted address is refused if the list is complete, and logged', async () => {
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

test('a credit and its reversal reach the open page by its stream', async () => {
  const { id, code, tx } = await memberWithCode();
  const Cookie = await signIn(database, { id, isAdmin: false });
  const stream = await fetch(`${url}/api/events`, { headers: { Cookie } });
  let seen = '';
  const reading = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) seen += chunk;
  })();
  await plain({ tx, user: code, points: 35 });
  await expect.poll(() => seen).toContain('event: balance\ndata: {"points":35,"change":35}');
  await expect.poll(() => seen).toContain('event: tasks');
  await plain({ tx, user: code, points: 35, status: 2 });
  await expect.poll(() => seen).toContain('event: balance\ndata: {"points":0,"change":-35}');
  site.server.endStreams();
  await reading;
});

describe('a reversal', () => {
  test('that comes first nets the later credit to zero, and no task shows as earned', async () => {
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

  test('with an id of its own finds the credit by its reference', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await plain({ tx, user: code, points: 60 }, 'by-reference')).toBe('200 OK');
    expect(await plain({ tx: `r-${tx}`, ref: tx, user: code, points: 60, status: 2 }, 'by-reference')).toBe(
      '200 OK',
    );
    expect(await pointsOf(id)).toBe(0);
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed' });
    expect(await transactionOf(`r-${tx}`)).toBeUndefined();
  });

  test('of one of several credits with one reference takes back the right one once, in either order', async () => {
    const { id, code, tx } = await memberWithCode();
    const send = (own: string, points: number, status = 1) =>
      plain({ tx: `${tx}-${own}`, ref: tx, user: code, points, status }, 'by-click');
    expect([await send('a', 50), await send('b', 70), await send('c', 70)]).toEqual(Array(3).fill('200 OK'));
    expect(await send('a', 50)).toBe('200 DUP');
    expect(await pointsOf(id)).toBe(190);
    expect(await Promise.all([1, 2, 3].map(() => send('x', 70, 2)))).toContain('200 OK');
    expect(await pointsOf(id)).toBe(120);
    expect(await transactionOf(`${tx}-b`)).toMatchObject({ status: 'reversed', reversedBy: `${tx}-x` });
    expect(await transactionOf(`${tx}-c`)).toMatchObject({ status: 'credited' });
    // No credit has this amount yet, so the reversal waits for one.
    expect([await send('y', 50, 2), await send('z', 90, 2)]).toEqual(['200 OK', '200 OK']);
    expect(await pointsOf(id)).toBe(70);
    expect(await send('d', 90)).toBe('200 OK');
    expect([await send('d', 90), await send('z', 90, 2)]).toEqual(['200 DUP', '200 DUP']);
    expect(await pointsOf(id)).toBe(70);
    expect(await transactionOf(`${tx}-d`)).toMatchObject({ status: 'reversed', reversedBy: `${tx}-z` });
  });

  test('of an amount that was not credited leaves other credits of its reference, whether it comes before them or after', async () => {
    const { id, code, tx } = await memberWithCode();
    const send = (own: string, points: number | string, status = 1) =>
      plain({ tx: `${tx}-${own}`, ref: tx, user: code, points, status }, 'by-click');
    expect([await send('u', 0.4, 2), await send('v', 99_999, 2)]).toEqual(Array(2).fill('200 OK'));
    expect(await send('a', 50)).toBe('200 OK');
    expect(await pointsOf(id)).toBe(50);
    for (const [own, points] of [
      ['w', 0],
      ['x', 0.4],
      ['y', 99_999],
    ] as const)
      expect(await send(own, points, 2)).toBe('200 OK');
    expect(await pointsOf(id)).toBe(50);
    expect(await verdictsOf(`${tx}-x`)).toEqual(['ignored']);
    expect(await send('z', '', 2)).toBe('200 OK');
    expect(await pointsOf(id)).toBe(0);
  });

  test('takes back the credit of its own member, though another one has the same reference', async () => {
    const [one, other] = [await memberWithCode(), await memberWithCode()];
    const send = ({ code }: { code: string }, own: string, status = 1, ref = one.tx) =>
      plain({ tx: `${ref}-${own}`, ref, user: code, points: 50, status }, 'by-click');
    expect([await send(other, 'a'), await send(one, 'b'), await send(one, 'x', 2)]).toEqual(
      Array(3).fill('200 OK'),
    );
    expect([await pointsOf(one.id), await pointsOf(other.id)]).toEqual([0, 50]);
    // One that came first waits for the credit of its own member.
    expect([await send(other, 'y', 2, other.tx), await send(one, 'c', 1, other.tx)]).toEqual([
      '200 OK',
      '200 OK',
    ]);
    expect(await pointsOf(one.id)).toBe(50);
    expect(await send(other, 'd', 1, other.tx)).toBe('200 OK');
    expect([await pointsOf(one.id), await pointsOf(other.id)]).toEqual([50, 50]);
  });

  test('takes back the credited amount, whatever amount it names', async () => {
    const { id, code, tx } = await memberWithCode();
    for (const named of [59, 61, 99_999]) {
      const one = `${tx}-${named}`;
      await plain({ tx: one, user: code, points: 60 });
      expect(await plain({ tx: one, user: code, points: named, status: 2 })).toBe('200 OK');
      expect(await pointsOf(id)).toBe(0);
    }
    const told = await database.selectFrom('notices').select('kind').where('userId', '=', id).execute();
    expect(told).toEqual(Array(3).fill({ kind: 'points_reversed' }));
    expect((await logOf(`${tx}-61`))[0]?.reason).toBe('took back the 60 points credited; the call says 61');
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

  test('for a member who has left takes back what is left once, and a late credit is ignored', async () => {
    const { id, code, tx } = await memberWithCode();
    await plain({ tx, user: code, points: 60 });
    await transactOn(database)((t) => eraseAccount(t, id, MAILBOX_KEY));
    const { code: other } = await memberWithCode();
    expect(await plain({ tx, user: other, points: 60, status: 2 })).toBe('200 DUP');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => plain({ tx, user: code, points: 60, status: 2 })),
    );
    expect(answers.sort()).toEqual([...Array.from({ length: 4 }, () => '200 DUP'), '200 OK']);
    expect(await logOf(tx)).toMatchObject([
      { verdict: 'conflict', reason: 'the transaction belongs to another member' },
      { verdict: 'reversed', reason: "the member's account was deleted" },
      { verdict: 'duplicate' },
    ]);
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed', userId: null });
    expect(await plain({ tx: `late-${tx}`, user: code, points: 60 })).toBe('200 OK');
    expect(await verdictsOf(`late-${tx}`)).toEqual(['ignored']);
    expect(await pointsOf(id)).toBe(0);
  });

  test('for a deleted account moves no balance', async () => {
    const { id, code, tx } = await memberWithCode();
    await plain({ tx, user: code, points: 60 });
    await database.deleteFrom('users').where('id', '=', id).execute();
    expect(await plain({ tx, user: code, points: 60, status: 2 })).toBe('200 OK');
    expect(await logOf(tx)).toMatchObject([
      { verdict: 'reversed', reason: "the member's account was deleted: nobody's balance moved" },
    ]);
  });
});

describe('a postback of a member who', () => {
  test('has not confirmed their address yet is unmatched, since no wall has a code for them', async () => {
    const email = newAddress();
    const browser = visitor();
    const { status } = await browser.post('/api/register', { email, password: PASSWORD, name: 'Robin' });
    expect(status).toBe(200);
    expect((await browser.get('/api/walls')).status).toBe(401);
    const tx = randomUUID();
    expect(await plain({ tx, user: email, points: 40 })).toBe('200 WHO');
    expect(await verdictsOf(tx)).toEqual(['unknown_user']);
    const code = await mailedCode(site, email);
    await browser.post('/api/verify-email', { email, code, password: PASSWORD, name: 'Robin' });
    const walls: { id: string; memberCode: string }[] = (await browser.get('/api/walls')).body;
    const memberCode = walls.find(({ id }) => id === 'plain')?.memberCode ?? '';
    expect(await plain({ tx, user: memberCode, points: 40 })).toBe('200 OK');
    expect((await browser.get('/api/user')).body.points).toBe(40);
  });

  test('is paused or suspended is credited, so that staff can decide about the account', async () => {
    for (const state of [
      { pausedAt: new Date(), pausedReason: 'staff_review' },
      { suspendedAt: new Date() },
    ]) {
      const { id, code, tx } = await memberWithCode();
      await database
        .updateTable('users')
        .set({ ...state, pausedText: 'pausedAt' in state ? 'A look' : null })
        .where('id', '=', id)
        .execute();
      expect(await plain({ tx, user: code, points: 40 })).toBe('200 OK');
      expect(await plain({ tx, user: code, points: 40, status: 2 })).toBe('200 OK');
      expect(await plain({ tx: `${tx}-2`, user: code, points: 7 })).toBe('200 OK');
      expect(await pointsOf(id)).toBe(7);
    }
  });
});

test('a walls file with faults stops the start and names their places', async () => {
  await expect(startTestServer({ WALLS_FILE: '/nowhere/walls.json' })).rejects.toThrow(
    'The settings are not right:\n  - /nowhere/walls.json: cannot be read',
  );
});

describe('the address of postbacks', () => {
  test('returns 404 for an unknown wall, counted without its name, and 405 for another method', async () => {
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    const unknown = async () =>
      Number(/^postbacks_total\{wall="",verdict="unknown_wall"\} (\d+)$/m.exec(await metrics())?.[1] ?? 0);
    const before = await unknown();
    const answer = await fetch(`${url}/api/postbacks/nosuch`);
    expect([answer.status, await answer.json()]).toEqual([404, { code: 'not_found', error: 'Not found.' }]);
    expect(await unknown()).toBe(before + 1);
    expect(await metrics()).not.toContain('nosuch');
    const wrong = await fetch(`${url}/api/postbacks/plain`, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${url}/api/postbacks/by-body`)).status).toBe(405);
    expect((await fetch(`${url}/api/postbacks/plain`, { method: 'HEAD' })).status).toBe(405);
  });

  test('accepts calls from other sites, and refuses a body beyond the limit in any form', async () => {
    const { id, code, tx } = await memberWithCode();
    const send = (bytes: number, chunked = false) => {
      const start = JSON.stringify({ data: { id: `${tx}${bytes}`, player: code, amount: 1 } });
      const body = start + ' '.repeat(bytes - start.length);
      const headers = {
        Signature: hmac('sha256', body, 'hex'),
        Origin: 'https://wall.example',
        'Sec-Fetch-Site': 'cross-site',
      };
      const init = { method: 'POST', headers, duplex: 'half', body: chunked ? chunks(body) : body };
      return call('by-body', init as RequestInit);
    };
    expect(await send(BODY_BYTES_MAX)).toBe('200 OK');
    expect(await send(BODY_BYTES_MAX - 1, true)).toBe('200 OK');
    for (const [bytes, chunked] of [
      [BODY_BYTES_MAX + 1, false],
      [BODY_BYTES_MAX + 2, true],
      [BODY_BYTES_MAX * 4, false],
    ] as const) {
      expect(await send(bytes, chunked)).toBe(
        '413 {"error":"The request is too large.","code":"body_too_large"}',
      );
    }
    expect(await pointsOf(id)).toBe(2);
  });

  test('ignores a call whose body breaks off, and stores nothing of it', async () => {
    const { id, code, tx } = await memberWithCode();
    const form = new URLSearchParams({ tx, user: code, points: '5', sig: md5(`${tx}|${code}|5|${SECRET}`) });
    await rawSend(
      url,
      `POST /api/postbacks/by-form HTTP/1.1\r\nHost: x\r\nContent-Length: ${`${form}`.length + 1}\r\n\r\n${form}`,
    );
    expect(await call('by-form', { method: 'POST', body: form })).toBe('200 OK');
    expect(await pointsOf(id)).toBe(5);
    expect(await verdictsOf(tx)).toEqual([]);
  });

  test('is the same in the absolute form of a request line', async () => {
    const { id, code, tx } = await memberWithCode();
    const query = signed({ tx, user: code, points: 3 });
    expect(await rawGet(url, `http://internal:1/api/postbacks/plain?${query}`)).toMatch(
      /^HTTP\/1.1 200 .*OK$/s,
    );
    expect(await pointsOf(id)).toBe(3);
    expect((await transactionOf(tx))?.rawPayload).toContain('GET /api/postbacks/plain?');
  });
});

test('the proof names a transaction whose task or transfer is missing', async () => {
  const { id, code, tx } = await memberWithCode();
  await plain({ tx, user: code, points: 60 });
  const task = (await tasksOf(id))[0];
  await database.updateTable('tasks').set({ pointsEarned: 61 }).where('userId', '=', id).execute();
  await database
    .updateTable('webhookTransactions')
    .set({ amountMb: 60, status: 'reversed' })
    .where('transactionId', '=', tx)
    .execute();
  expect(await proveEarning(database)).toEqual([
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
  expect(await proveEarning(database)).toEqual([]);
});
