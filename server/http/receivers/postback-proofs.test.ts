import { createHash, createHmac, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { proveEarning, type WallDefinition } from '#domain/earning/index.ts';
import { replayPostback } from '#domain/earning/intake/replay-postback.ts';
import type { Digest } from '#domain/earning/wall-format/definition.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { readOperatorsWalls } from '#server/compose/adapters.ts';
import { signUp } from '#testing/accounts.ts';
import { startTestServer } from '#testing/server.ts';
import { wall } from '#testing/walls.ts';

/** A proof of a postback proves only the values it first came with, and no one who may read calls can read the proof. */

const SECRET = 'a secret of these walls';
const APP_URL = 'https://rewards.example';
const template = (text: string): WallDefinition['postback']['checks'] => [
  {
    kind: 'digest',
    digest: { algo: 'md5', enc: 'hex', input: { template: text } },
    at: { in: 'param', name: 'sig' },
  },
];
const digests = (input: Digest['input'], name = 'sig'): WallDefinition['postback']['checks'] => [
  { kind: 'digest', digest: { algo: 'md5', enc: 'hex', input }, at: { in: 'param', name } },
];
const other = digests({ template: '{name}{pay}{$key}' }, 'sig2');
const byUrl: WallDefinition['postback']['checks'] = [
  {
    kind: 'digest',
    digest: { algo: 'sha1', hmac: 'key', enc: 'hex', input: { url: 'full', drop: [] } },
    at: { in: 'param', name: 'sig' },
  },
];
const byBody: WallDefinition['postback']['checks'] = [
  {
    kind: 'digest',
    digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { rawBody: true } },
    at: { in: 'header', name: 'Signature' },
  },
];
const side: Partial<WallDefinition['postback']> = { checks: template('{user}{tx}{points}{$key}') };
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-proofs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const WALLS_FILE = path.join(folder, 'walls.json');
const definitions = [
  wall('side-by-side', side),
  wall('shared', {
    ...side,
    fields: { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' },
    reversalTarget: { from: 'shared' },
  }),
  wall('id-alone', { checks: template('{tx}-{$key}') }),
  wall('body', { methods: ['POST'], body: 'json', checks: byBody }),
  wall('url', { checks: byUrl }),
  wall('optional', {
    checks: digests({
      parts: [
        ['user', 'always'],
        ['tx', 'always'],
        ['pay', 'nonempty'],
        ['points', 'always'],
        ['$key', 'always'],
      ],
      join: '|',
    }),
  }),
  wall('token', { checks: [{ kind: 'token', at: { in: 'param', name: 'token' }, secret: 'key' }] }),
  wall('two', { checks: [...template('{user}{tx}{points}{$key}'), ...other] }),
  wall('test-open', { checks: template('{user}|{tx}|{$key}|{points}') }),
  wall('own-ids', {
    checks: template('{user}|{tx}|{$key}|{points}'),
    test: [],
    fields: { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' },
    reversalTarget: { from: 'refTx' },
  }),
  wall('prefixed', {
    checks: template('{user}|{tx}|{$key}|{points}'),
    test: [],
    reversalTarget: { from: 'tx', stripPrefix: 'R-' },
  }),
  wall('in-part', { ips: { list: ['192.0.2.0/24'], mode: 'flag' } }),
];
await writeFile(
  WALLS_FILE,
  JSON.stringify({
    walls: definitions.map((definition) => ({
      definition,
      secrets: { key: SECRET },
      acceptUnverified: true,
    })),
  }),
);
const site = await startTestServer({ APP_URL, DEVELOPMENT_OPEN: 'on', WALLS_FILE });
const { database } = site;
afterAll(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveEarning(database)).toEqual([]);
});

const md5 = (text: string) =>
  createHash('md5')
    .update(text + SECRET)
    .digest('hex');

async function newMember() {
  const { visitor, id } = await signUp(site);
  const walls = (await visitor.get('/api/walls')).body as { id: string; memberCode: string }[];
  const codeAt = (name: string) => walls.find((one) => one.id === name)?.memberCode ?? '';
  const points = async () => (await visitor.get('/api/user')).body.points as number;
  return { visitor, id, codeAt, points };
}
const call = async (name: string, params: Record<string, string | number>, init: RequestInit = {}) => {
  const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]));
  const answer = await fetch(`${site.url}/api/postbacks/${name}?${query}`, init);
  return `${answer.status} ${await answer.text()}`;
};
const lastEntry = (transactionId: string) =>
  database
    .selectFrom('postbackLog')
    .select(['verdict', 'reason'])
    .where('transactionId', '=', transactionId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

describe('a signature over parts without a separator', () => {
  const newId = () => `${randomInt(10_000_000, 99_999_999)}`;

  test('proves only the values that it first came with', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('side-by-side');
    const id = newId();
    const sig = md5(`${user}${id}462725`);
    expect(await call('side-by-side', { user, tx: `${id}4627`, points: 25, sig })).toBe('200 OK');
    expect(await call('side-by-side', { user, tx: `${id}46`, points: 2725, sig })).toBe('403 BAD');
    expect(await lastEntry(`${id}46`)).toEqual({
      verdict: 'refused',
      reason: 'the signature was used with other values before',
    });
    expect(await call('side-by-side', { user, tx: `${id}4627`, points: 25, sig })).toBe('200 DUP');
    expect(await call('side-by-side', { user, tx: `${id}4627`, points: 25, status: 2, sig })).toBe('200 OK');
    expect(await points()).toBe(0);
  });

  test('pays nothing while its values cannot be stored, and the wall is asked to send it again', async () => {
    const { codeAt, points } = await newMember();
    const [user, tx] = [codeAt('side-by-side'), newId()];
    const send = () => call('side-by-side', { user, tx, points: 25, sig: md5(`${user}${tx}25`) });
    await sql`alter table postback_proofs rename to proofs_elsewhere`.execute(database);
    const answer = await send();
    await sql`alter table proofs_elsewhere rename to postback_proofs`.execute(database);
    expect([answer, await points()]).toEqual(['500 AGAIN', 0]);
    expect([await send(), await points()]).toEqual(['200 OK', 25]);
  });

  test('proves one of several sets of values that come at the same moment', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('side-by-side');
    const id = newId();
    const sig = md5(`${user}${id}12345`);
    const answers = await Promise.all(
      [1, 2, 3].flatMap((cut) => [
        call('side-by-side', { user, tx: `${id}12345`.slice(0, -cut), points: '12345'.slice(-cut), sig }),
        call('side-by-side', { user, tx: `${id}12345`.slice(0, -cut), points: '12345'.slice(-cut), sig }),
      ]),
    );
    expect(answers.filter((answer) => answer === '200 OK')).toHaveLength(1);
    expect([5, 45, 345]).toContain(await points());
  });

  test('does not turn a test call into a credit', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('side-by-side');
    const tx = newId();
    const sig = md5(`${user}${tx}900`);
    expect(await call('side-by-side', { user, tx, points: 900, debug: 'true', sig })).toBe('200 OK');
    expect(await call('side-by-side', { user, tx, points: 900, sig })).toBe('403 BAD');
    expect(await points()).toBe(0);
  });

  test('does not turn a reversal with its own id into a credit', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('shared');
    const [tx, back] = [newId(), newId()];
    const signed = (id: string, click = tx) => ({
      user,
      tx: id,
      points: 90,
      ref: `click-${click}`,
      sig: md5(`${user}${id}90`),
    });
    expect(await call('shared', signed(tx))).toBe('200 OK');
    expect(await call('shared', { ...signed(back), status: 2 })).toBe('200 OK');
    expect(await points()).toBe(0);
    expect(await call('shared', signed(back))).toBe('200 DUP');
    expect(await call('shared', { ...signed(back), ref: 'another' })).toBe('200 DUP');
    expect(await points()).toBe(0);
    // Nor one that waits for its credit.
    const [later, early] = [newId(), newId()];
    const { ref, ...unnamed } = signed(early, later);
    expect(await call('shared', { ...unnamed, ref, status: 2 })).toBe('200 OK');
    expect(await call('shared', { ...unnamed, ref })).toBe('200 DUP');
    expect(await call('shared', unnamed)).toBe('200 DUP');
    expect(await call('shared', signed(later, later))).toBe('200 OK');
    expect((await lastEntry(later))?.verdict).toBe('netted');
    expect(await points()).toBe(0);
  });

  test.each([
    ['points', { points: '025' }],
    ['points', { points: '25.' }],
    ['points', { points: '+25' }],
    ['tx', { tx: ' 77 ' }],
  ])('is refused if %s is written in another form: %j', async (name, odd) => {
    const { codeAt, points } = await newMember();
    const user = codeAt('side-by-side');
    const values = { tx: newId(), points: '25', ...odd };
    const sig = md5(`${user}${values.tx}${values.points}`);
    expect(await call('side-by-side', { user, ...values, sig })).toBe('403 BAD');
    expect((await lastEntry(values.tx))?.reason).toBe(`${name} is not in the one form that it can have`);
    expect(await points()).toBe(0);
  });
});

describe('a signature over several parts', () => {
  test('does not fit the same values when one is moved into the transaction id', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('optional');
    const tx = randomUUID();
    const sig = md5(`${user}|${tx}|1.50|100|`);
    expect(await call('optional', { user, tx, pay: '1.50', points: 100, sig })).toBe('200 OK');
    expect(await call('optional', { user, tx: `${tx}|1.50`, points: 100, sig })).toBe('403 BAD');
    expect(await points()).toBe(100);
  });

  test('is bound to its own values, even beside another signature', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('two');
    const id = `${randomInt(10_000_000, 99_999_999)}`;
    const sig = md5(`${user}${id}462725`);
    const sold = (name: string) => ({ name, pay: '1.5', sig2: md5(`${name}1.5`) });
    expect(await call('two', { user, tx: `${id}4627`, points: 25, sig, ...sold('one') })).toBe('200 OK');
    expect(await call('two', { user, tx: `${id}46`, points: 2725, sig, ...sold('two') })).toBe('403 BAD');
    expect(await points()).toBe(25);
  });

  test('that does not cover the test mark does not turn a test call into a credit', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('test-open');
    const tx = randomUUID();
    const sig = createHash('md5').update(`${user}|${tx}|${SECRET}|900`).digest('hex');
    expect(await call('test-open', { user, tx, points: 900, debug: 'true', sig })).toBe('200 OK');
    expect(await call('test-open', { user, tx, points: 900, sig })).toBe('403 BAD');
    expect(await points()).toBe(0);
  });
});

describe('the id of a reversal', () => {
  const sign = (user: string, tx: string, points: number) =>
    createHash('md5').update(`${user}|${tx}|${SECRET}|${points}`).digest('hex');

  test.each([
    ['own-ids', (tx: string) => ({ tx: `back-${tx}`, ref: tx })],
    ['prefixed', (tx: string) => ({ tx: `R-${tx}` })],
  ])('is never credited, whether it or its credit comes first: %s', async (name, backOf) => {
    const { codeAt, points } = await newMember();
    const user = codeAt(name);
    for (const early of [false, true]) {
      const tx = randomUUID();
      const credit = { user, tx, points: 90, sig: sign(user, tx, 90) };
      const back = { user, points: 90, ...backOf(tx) };
      const reversal = { ...back, sig: sign(user, back.tx, 90) };
      if (!early) expect(await call(name, credit)).toBe('200 OK');
      expect(await call(name, { ...reversal, status: 2 })).toBe('200 OK');
      if (early) {
        expect(await call(name, reversal)).toBe('200 DUP');
        expect(await call(name, credit)).toBe('200 OK');
      }
      expect(await call(name, reversal)).toBe('200 DUP');
      expect(await call(name, { ...reversal, ref: 'another' })).toBe('200 DUP');
      expect(await points()).toBe(0);
    }
  });

  test('does not take back a second credit of any reference', async () => {
    const { codeAt, points } = await newMember();
    const user = codeAt('shared');
    const tx = `${randomInt(10_000_000, 99_999_999)}`;
    const send = (id: string, ref: string, status = 1) =>
      call('shared', { user, tx: id, points: 90, ref, status, sig: md5(`${user}${id}90`) });
    for (const one of ['a', 'b', 'c', 'd']) expect(await send(`${tx}${one}`, `${tx}-${one}`)).toBe('200 OK');
    expect(await points()).toBe(360);
    expect(await send(`${tx}x`, `${tx}-a`, 2)).toBe('200 OK');
    expect(await send(`${tx}x`, `${tx}-b`, 2)).toBe('200 DUP');
    // The id of a credit, or of a reversal that waits for another reference, does not either.
    expect(await send(`${tx}c`, `${tx}-b`, 2)).toBe('200 DUP');
    expect(await send(`${tx}y`, `${tx}-later`, 2)).toBe('200 OK');
    expect(await send(`${tx}y`, `${tx}-d`, 2)).toBe('200 DUP');
    expect(await points()).toBe(270);
    const unnamed = { user, tx: `${tx}e`, points: 90, sig: md5(`${user}${tx}e90`) };
    expect(await call('shared', unnamed)).toBe('200 OK');
    expect(await send(`${tx}e`, `${tx}-b`, 2)).toBe('200 DUP');
    expect(await points()).toBe(360);
  });

  test('does not take back a second credit that its call names, nor keep one of another member from being paid', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const tx = randomUUID();
    const send = ({ codeAt }: typeof one, id: string, more: Record<string, string | number> = {}) => {
      const user = codeAt('own-ids');
      return call('own-ids', { user, tx: id, points: 90, ...more, sig: sign(user, id, 90) });
    };
    const back = (id: string, ref: string) => send(one, `${tx}${id}`, { ref: `${tx}${ref}`, status: 2 });
    for (const id of ['a', 'b', 'c']) expect(await send(one, `${tx}${id}`)).toBe('200 OK');
    expect(await back('x', 'a')).toBe('200 OK');
    for (const ref of ['a', 'b', 'd']) expect(await back('x', ref)).toBe('200 DUP');
    expect((await lastEntry(`${tx}b`))?.reason).toBe("the reversal's id is that of another call");
    // The id of a credit, or of a reversal that waits for another credit, does not either.
    expect(await back('c', 'b')).toBe('200 DUP');
    expect(await back('y', 'later')).toBe('200 OK');
    expect(await back('y', 'b')).toBe('200 DUP');
    expect(await one.points()).toBe(180);
    expect((await Promise.all([back('z', 'b'), back('z', 'c')])).sort()).toEqual(['200 DUP', '200 OK']);
    expect(await one.points()).toBe(90);
    expect(await send(other, `${tx}d`)).toBe('200 OK');
    expect(await other.points()).toBe(90);
  });
});

describe("a transaction id that is a member's code", () => {
  test('is refused for a code at any wall, even after its member has left', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const gone = other.codeAt('url');
    const send = (tx: string) =>
      call('id-alone', { user: one.codeAt('id-alone'), tx, points: 5, sig: md5(`${tx}-`) });
    for (const tx of [one.codeAt('id-alone'), one.codeAt('body'), gone]) {
      expect(await send(tx)).toBe('403 BAD');
      expect(await lastEntry(tx)).toEqual({
        verdict: 'refused',
        reason: 'the transaction id is the code of a member',
      });
    }
    expect((await other.visitor.call('DELETE', '/api/user/account', {})).status).toBe(200);
    expect(await send(gone)).toBe('403 BAD');
    expect(await send('20charactersofvendor')).toBe('200 OK');
    expect(await one.points()).toBe(5);
  });
});

describe('a value that a signature does not cover', () => {
  test('in the query beside a signed body is not read', async () => {
    const { codeAt, points } = await newMember();
    const body = JSON.stringify({ note: 'nothing here names a member' });
    const Signature = createHmac('sha256', SECRET).update(body).digest('hex');
    const values = { user: codeAt('body'), tx: randomUUID(), points: 700 };
    expect(await call('body', values, { method: 'POST', body, headers: { Signature } })).toBe('403 BAD');
    expect(await points()).toBe(0);
  });

  test('in another place than the address is not read', async () => {
    const { codeAt, points } = await newMember();
    const target = `/api/postbacks/url?user=${codeAt('url')}&tx=${randomUUID()}`;
    const sig = createHmac('sha1', SECRET)
      .update(APP_URL + target)
      .digest('hex');
    const answer = await fetch(`${site.url}${target}&sig=${sig}&points=700`);
    expect(answer.status).toBe(403);
    expect(await points()).toBe(0);
  });
});

test('an unmatched call whose transaction id held a secret cannot be replayed under the redacted id', async () => {
  const user = randomUUID().replaceAll('-', '').slice(0, 20);
  const tx = `${SECRET}-${randomUUID()}`;
  expect(await call('token', { user, tx, points: 5, token: SECRET })).toBe('200 WHO');
  const member = await newMember();
  await database
    .updateTable('wallMembers')
    .set({ code: user })
    .where('wall', '=', 'token')
    .where('userId', '=', member.id)
    .execute();
  const { id } = await database
    .selectFrom('postbackLog')
    .select('id')
    .where('memberCode', '=', user)
    .executeTakeFirstOrThrow();
  const walls = await readOperatorsWalls(WALLS_FILE, { variable: () => undefined });
  const replayed = transactOn(database)((one) =>
    replayPostback(one, walls, { logId: id, adminId: randomUUID() }, 1000),
  );
  await expect(replayed).rejects.toMatchObject({ code: 'parked_cut' });
  expect(await member.points()).toBe(0);
});

test('a call from an address that is missing in an incomplete list is credited and flagged', async () => {
  const { codeAt, points } = await newMember();
  const tx = randomUUID();
  const query = new URLSearchParams({ points: '5', tx, user: codeAt('in-part') }).toString();
  const sig = createHmac('sha256', SECRET).update(query).digest('hex');
  expect(await call('in-part', { points: 5, tx, user: codeAt('in-part'), sig })).toBe('200 OK');
  expect((await lastEntry(tx))?.verdict).toBe('flagged');
  expect(await points()).toBe(5);
});
