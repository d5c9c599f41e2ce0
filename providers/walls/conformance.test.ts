import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { type ConfiguredWall, proveEarning, samplePostback, signPostback } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { configuredSandbox, readOperatorsWalls } from '#server/compose/adapters.ts';
import { createMember } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import {
  type Call,
  type Params,
  percent,
  plus,
  provenCall,
  sendCall,
  withProofChanged,
  withValueChanged,
} from '#testing/wall-calls.ts';
import { wallFixtures } from '#testing/wall-fixtures.ts';
import { builtInWalls } from './index.ts';

/**
 * The guarantees of every built-in wall, over real HTTP and behind a proxy: the vendor calls APP_URL, the server listens
 * elsewhere and gets the caller's address from the proxy.
 */

const APP_URL = 'https://rewards.example';
const APP_SECRET = 'a secret that is long enough for every start';
const POINTS_MAX = 5_000;
const STRANGER = '198.51.100.9';

const sandbox = configuredSandbox(APP_SECRET);
const fixtures = wallFixtures(sandbox.secrets.key);
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-conformance-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const WALLS_FILE = path.join(folder, 'walls.json');
await writeFile(
  WALLS_FILE,
  JSON.stringify({
    walls: fixtures
      .filter(({ id }) => id !== 'sandbox')
      .map(({ id: uses, settings, secrets }) => ({
        uses,
        settings,
        secrets,
        maxPoints: POINTS_MAX,
        acceptUnverified: true,
      })),
  }),
);
const configured = [...(await readOperatorsWalls(WALLS_FILE, { variable: () => undefined })), sandbox];
const site = await startTestServer({ APP_URL, DEVELOPMENT_OPEN: 'on', APP_SECRET, WALLS_FILE });
const { database } = site;
afterAll(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveEarning(database)).toEqual([]);
});

interface Values {
  tx: string;
  code: string;
  points?: string;
}

const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const transactionOf = (wall: string, tx: string) =>
  database
    .selectFrom('webhookTransactions')
    .selectAll()
    .where('provider', '=', wall)
    .where('transactionId', '=', tx)
    .executeTakeFirst();
const lastEntry = (wall: string) =>
  database
    .selectFrom('postbackLog')
    .selectAll()
    .where('wall', '=', wall)
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('every built-in wall has a fixture', () => {
  const ids = [...builtInWalls.map(({ id }) => id), 'sandbox'];
  expect(fixtures.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

describe.each(fixtures.map((fixture) => [fixture.id, fixture] as const))('%s', (id, fixture) => {
  const wall = configured.find(({ definition }) => definition.id === id) as ConfiguredWall;
  const { ack, checks, ips } = wall.definition.postback;
  const answer = (kind: keyof typeof ack) => `${ack[kind].status} ${ack[kind].body}`;

  const member = async () => {
    const { id: userId } = await createMember(database);
    const code = randomUUID().replaceAll('-', '');
    await database.insertInto('wallMembers').values({ wall: id, code, userId }).execute();
    return { userId, code, tx: randomUUID() };
  };
  const filled = (params: Params, { tx, code: user, points = '150' }: Values): Params =>
    Object.fromEntries(
      Object.entries(params).map(([name, text]) => [
        name,
        text.replace(
          /\{(tx|user|points)\}/g,
          (_whole, key: 'tx' | 'user' | 'points') => ({ tx, user, points })[key],
        ),
      ]),
    );
  const credit = (values: Values) => filled(fixture.credit, values);
  const reversal = (values: Values) => filled({ ...fixture.credit, ...fixture.reversal }, values);
  const send = (call: Call, ip = fixture.source ?? STRANGER) => sendCall(site.url, fixture, call, ip);
  const deliver = (params: Params, ip?: string) => send(provenCall(fixture, APP_URL, params), ip);

  test('credits a proven call once and acknowledges its copy as a duplicate', async () => {
    const { userId, ...values } = await member();
    expect(await deliver(credit(values))).toBe(answer('ok'));
    expect(await deliver(credit(values))).toBe(answer('duplicate'));
    expect(await pointsOf(userId)).toBe(150);
    expect(await transactionOf(id, values.tx)).toMatchObject({
      status: 'credited',
      amountMb: 150,
      revenueUsdMicros: fixture.revenueMicros,
    });
    expect((await lastEntry(id))?.verdict).toBe('duplicate');
  });

  const { about } = fixture;
  if (about) {
    test('keeps what a call is about, and a step that pays nothing reserves no id', async () => {
      const { sends, kept, unpaid } = about;
      const { userId, ...values } = await member();
      const click = randomUUID();
      const named = Object.fromEntries(
        Object.entries(sends).map(([name, text]) => [name, text.replace('{click}', click)]),
      );
      expect(await deliver({ ...credit(values), ...named, ...unpaid })).toBe(answer('ok'));
      expect(await transactionOf(id, values.tx)).toBeUndefined();
      expect(
        await database.selectFrom('offerEvents').selectAll().where('userId', '=', userId).execute(),
      ).toMatchObject([{ wall: id, kind: 'step', clickId: click, ...kept }]);
      expect(await deliver({ ...credit(values), ...named })).toBe(answer('ok'));
      expect(await transactionOf(id, values.tx)).toMatchObject({
        status: 'credited',
        clickId: click,
        ...kept,
      });
      expect(await pointsOf(userId)).toBe(150);
    });
  }

  test('rounds a fraction down and stores no secret', async () => {
    const { userId, ...values } = await member();
    expect(await deliver(credit({ ...values, points: '99.99' }))).toBe(answer('ok'));
    expect(await pointsOf(userId)).toBe(99);
    const kept = (await transactionOf(id, values.tx))?.rawPayload ?? '';
    expect(kept).toContain(values.code);
    for (const secret of Object.values(fixture.secrets)) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(plus({ x: secret }).slice(2));
    }
  });

  test('stores no proof of a call in any table, whatever the verdict', async () => {
    const { userId: _userId, ...values } = await member();
    const params = [
      credit(values),
      credit({ tx: randomUUID(), code: 'nobody' }),
      credit({ ...values, tx: randomUUID(), points: 'ten' }),
      { ...credit({ ...values, tx: randomUUID() }), ...fixture.test },
      reversal(values),
    ];
    const calls = params.map((one) => provenCall(fixture, APP_URL, one));
    for (const call of calls) await send(call);
    for (const call of calls) await send(call, '198.51.100.77');
    const carriers = checks.map(({ at }) => at.name);
    const proofs = calls.flatMap(({ target, body, headers }) =>
      carriers.map(
        (name) =>
          headers[name] ??
          new URLSearchParams(target.split('?')[1]).get(name) ??
          new URLSearchParams(body).get(name) ??
          '',
      ),
    );
    expect(proofs).toHaveLength(calls.length * carriers.length);
    expect(proofs).not.toContain('');
    const hidden = [...proofs, ...Object.values(fixture.secrets)].flatMap((one) => [
      one,
      plus({ x: one }).slice(2),
      encodeURIComponent(one),
    ]);
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(database);
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const found = await sql<{ text: string }>`
        select text from (select t::text as text from ${sql.raw(name)} t) t, unnest(${hidden}::text[]) as h (one)
        where strpos(lower(text), lower(h.one)) > 0 limit 1`.execute(database);
      expect(found.rows, name).toEqual([]);
    }
  });

  test('refuses a changed byte in every signed part and in the proof, and then still pays the true call', async () => {
    const { userId, ...values } = await member();
    const params = credit(values);
    const call = provenCall(fixture, APP_URL, params);
    const proof = fixture.prove({ p: params, url: '', body: '', secrets: fixture.secrets });
    const carriers = Object.keys({ ...proof.params, ...proof.headers });
    const forgeries = [
      ...fixture.signed.map((name) => withValueChanged(call, name, params[name] ?? '')),
      ...carriers.map((name) => withProofChanged(call, name)),
      ...carriers.map((name) => withProofChanged(call, name, '')),
    ];
    for (const forged of forgeries) {
      expect(forged).not.toEqual(call);
      expect(await send(forged)).toBe(answer('badSignature'));
      expect((await lastEntry(id))?.verdict).toBe('bad_signature');
    }
    expect(await pointsOf(userId)).toBe(0);
    expect(await send(call)).toBe(answer('ok'));
    expect(await pointsOf(userId)).toBe(150);
  });

  test('refuses a parameter that is given twice, wherever the second one is', async () => {
    const { userId, ...values } = await member();
    const call = provenCall(fixture, APP_URL, credit(values));
    const again = `${fixture.points}=999`;
    const asked = call.target.includes('?') ? '&' : '?';
    const copies = [{ ...call, target: `${call.target}${asked}${again}` }];
    if (fixture.body === 'form') copies.push({ ...call, body: `${call.body}&${again}` });
    else if (!fixture.body) copies.push({ ...call, target: call.target.replace('?', `?${again}&`) });
    for (const copy of copies) {
      expect(await send(copy)).toBe(answer('badSignature'));
      expect(await lastEntry(id)).toMatchObject({
        verdict: 'bad_signature',
        reason: 'a parameter is supplied twice',
      });
    }
    expect(await pointsOf(userId)).toBe(0);
  });

  test('refuses a proven call whose amount is missing, not a number, negative or beyond the cap', async () => {
    const { userId, ...values } = await member();
    const { [fixture.points]: _amount, ...without } = credit(values);
    const refused = [
      without,
      ...['', 'ten', '1e3', '1,5', 'NaN', `${POINTS_MAX + 1}`, '9'.repeat(30)].map((points) =>
        credit({ ...values, points }),
      ),
      ...(fixture.negativeIsReversal ? [] : [credit({ ...values, points: '-5' })]),
    ];
    for (const params of refused) {
      expect(await deliver(params)).toBe(answer('badSignature'));
      const entry = await lastEntry(id);
      expect([entry?.verdict, entry?.reason]).toEqual(['refused', expect.stringMatching(/^the amount is /)]);
    }
    expect(await pointsOf(userId)).toBe(0);
    expect(await deliver(credit(values))).toBe(answer('ok'));
    expect(await pointsOf(userId)).toBe(150);
  });

  test('acknowledges a call for an unknown member and keeps it as unmatched', async () => {
    const tx = randomUUID();
    expect(await deliver(credit({ tx, code: 'nobody' }))).toBe(answer('unknownUser'));
    expect(await transactionOf(id, tx)).toBeUndefined();
    expect(await lastEntry(id)).toMatchObject({ verdict: 'unknown_user', transactionId: tx });
  });

  test.each([
    ['plus signs', plus],
    ['percent signs in small letters', percent],
  ])('reads odd characters that are encoded with %s as they were meant', async (_name, encode) => {
    const { userId, ...values } = await member();
    const tx = `ä ß/%2F+&=?#'"{user}\\${values.tx}`;
    const params = credit({ ...values, tx });
    expect(await send(provenCall(fixture, APP_URL, params, encode))).toBe(answer('ok'));
    expect(await transactionOf(id, tx)).toMatchObject({ status: 'credited', userId });
  });

  if (ips) {
    test(`${ips.mode === 'enforce' ? 'refuses' : 'flags'} calls from an address that is not listed`, async () => {
      const { userId, ...values } = await member();
      const enforced = ips.mode === 'enforce';
      expect(await deliver(credit(values), STRANGER)).toBe(answer(enforced ? 'badSignature' : 'ok'));
      expect((await lastEntry(id))?.verdict).toBe(enforced ? 'bad_signature' : 'flagged');
      expect(await pointsOf(userId)).toBe(enforced ? 0 : 150);
    });
  }

  if (fixture.test) {
    test('acknowledges a test call and credits nothing', async () => {
      const { userId, ...values } = await member();
      expect(await deliver({ ...credit(values), ...fixture.test })).toBe(answer('ok'));
      expect((await lastEntry(id))?.verdict).toBe('test');
      expect(await pointsOf(userId)).toBe(0);
      expect(await transactionOf(id, values.tx)).toBeUndefined();
    });
  }

  for (const { sends, verdict } of fixture.others ?? []) {
    test(`judges a call with ${plus(sends)} as ${verdict}`, async () => {
      const { userId, ...values } = await member();
      expect(await deliver({ ...credit(values), ...sends })).toBe(answer('ok'));
      expect(await pointsOf(userId)).toBe(verdict === 'credited' ? 150 : 0);
      if (verdict !== 'credited') expect((await lastEntry(id))?.verdict).toBe(verdict);
    });
  }

  if (fixture.reversal) {
    test('takes a credit back once', async () => {
      const { userId, ...values } = await member();
      await deliver(credit(values));
      expect(await deliver(reversal(values))).toBe(answer('ok'));
      expect(await deliver(reversal(values))).toBe(answer('duplicate'));
      expect(await pointsOf(userId)).toBe(0);
      expect((await transactionOf(id, values.tx))?.status).toBe('reversed');
      expect(await deliver(credit(values))).toBe(answer('duplicate'));
      expect(await pointsOf(userId)).toBe(0);
    });

    test('stores a reversal that comes first, and nets its credit to zero', async () => {
      const { userId, ...values } = await member();
      expect(await deliver(reversal(values))).toBe(answer('ok'));
      expect((await lastEntry(id))?.verdict).toBe('reversed_early');
      expect(await pointsOf(userId)).toBe(0);
      expect(await deliver(credit(values))).toBe(answer('ok'));
      expect((await lastEntry(id))?.verdict).toBe('netted');
      expect(await pointsOf(userId)).toBe(0);
    });
  }

  test("is signed by the operators' tools as by the vendor, and sampled from its definition", async () => {
    const { userId, ...values } = await member();
    const call = signPostback(wall, Object.entries(credit(values)), APP_URL);
    expect(await send(call)).toBe(answer('ok'));
    expect(await send(provenCall(fixture, APP_URL, credit(values)))).toBe(answer('duplicate'));

    const sample = { transactionId: randomUUID(), memberCode: values.code, points: 70 };
    const sampled = samplePostback(wall, 'credit', sample, APP_URL);
    expect(sampled && (await send(sampled))).toBe(answer('ok'));
    expect(await pointsOf(userId)).toBe(220);
    const taken = samplePostback(wall, 'reverse', sample, APP_URL);
    expect(taken !== undefined).toBe(fixture.reversal !== undefined);
    if (!taken) return;
    expect(await send(taken)).toBe(answer('ok'));
    expect(await pointsOf(userId)).toBe(150);
  });
});
