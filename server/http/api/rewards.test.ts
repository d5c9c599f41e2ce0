import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { REWARD_PICTURE_BASE64_MAX, STOCK_CSV_CHARACTERS_MAX } from '#contract/rewards.values.ts';
import type { Tx } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { verifyAuditTrail } from '#domain/administration/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { createPasswordHasher } from '#domain/members/index.ts';
import { orderRewards, proveRedemptions } from '#domain/redemption/index.ts';
import { createRoutes } from '#server/compose/routes.ts';
import { openServices } from '#server/compose/services.ts';
import { readConfig } from '#server/config/config.ts';
import { listen } from '#server/http/frame/listen.ts';
import { afterwards } from '#testing/afterwards.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { GIF_FILE, pictureFile } from '#testing/pictures.ts';
import { temporaryFolder } from '#testing/process.ts';
import { startTestServer, type Visitor, visitorOf } from '#testing/server.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';

const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
const { url: databaseUrl } = await testDatabase();
const site = await startTestServer({}, { log, databaseUrl });
const { database } = site;

async function admin(staffRole: 'owner' | 'finance' | 'support' = 'owner') {
  const member = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  return Object.assign(visitor, { id: member.id });
}
const [owner, ann, ben] = [await admin(), await admin('finance'), await admin('finance')];

/** A member who already had their first redemption. */
async function someone(points = 500): Promise<Visitor & { id: string }> {
  const member = await createMember(database, { points: points + 100 });
  const visitor = Object.assign(site.visitor(), { id: member.id });
  visitor.cookie = await signIn(database, member);
  await giveGrants(database, member.id, 'redemption', 3);
  expect((await visitor.post('/api/redemptions', { requestId: randomUUID(), cardTier: '1USD' })).status).toBe(
    200,
  );
  return visitor;
}
const PLAN = {
  kind: 'food_voucher',
  title: 'Lunch',
  description: 'At noon',
  amountUSD: 300,
  provider: 'stock',
  productIds: [],
  regions: [],
  status: 'active',
};
const addReward = async (plan: object = {}) => {
  const { status, body } = await owner.post('/api/admin/rewards', {
    ...PLAN,
    key: randomUUID(),
    ...plan,
  });
  expect(status).toBe(200);
  return body;
};
const upload = (id: string, csv: string, dryRun = false, amountUSD = PLAN.amountUSD) =>
  owner.post(`/api/admin/rewards/${id}/stock`, { amountUSD, csv, dryRun });
const redeem = (visitor: Visitor, rewardId: string) =>
  visitor.post('/api/redemptions', { requestId: randomUUID(), rewardId });
const ended = (visitor: Visitor, id: string, status: 'issued' | 'failed') =>
  vi.waitFor(async () => {
    const { body } = await visitor.get('/api/redemptions');
    const redemption = body.find((one: { id: string }) => one.id === id);
    expect(redemption.status).toBe(status);
    return redemption;
  }, WAIT);
/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(database);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        database,
      );
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return texts.join('\n');
}

afterEach(async () => {
  for (const prove of [proveLedger, proveRedemptions, verifyAuditTrail])
    expect(await prove(database)).toEqual([]);
});

test('a code goes from a file to one member, and its plain text is nowhere but on their screen', async () => {
  const reward = await addReward();
  const csv = 'code,pin\nSECRET-CODE-1,SECRET-PIN-1\n,\nSECRET-CODE-1\n';
  const dry = await upload(reward.id, csv, true);
  expect(dry.body).toEqual({
    uploadId: null,
    accepted: 1,
    problemCount: 2,
    woken: 0,
    problems: [
      { line: 3, problem: 'empty' },
      { line: 4, problem: 'duplicate_in_file' },
    ],
  });
  expect((await upload(reward.id, csv)).body.accepted).toBe(1);

  const [member, other] = [await someone(), await someone()];
  const offered = (await member.get('/api/rewards')).body.offers.find(
    ({ id }: { id: string }) => id === reward.id,
  );
  expect(offered).toMatchObject({
    kind: 'food_voucher',
    title: 'Lunch',
    pricePoints: 300,
    unavailable: null,
  });
  const asked = await redeem(member, reward.id);
  expect(asked.body).toMatchObject({ rewardId: reward.id, kind: 'food_voucher', cardTier: null });
  expect(await ended(member, asked.body.id, 'issued')).toMatchObject({ reveal: 'code', test: false });

  const path = `/api/redemptions/${asked.body.id}/code`;
  const shown = await member.get(path);
  expect(shown.body).toEqual({ code: 'SECRET-CODE-1', pin: 'SECRET-PIN-1', expiresAt: null });
  expect(shown.headers.get('cache-control')).toBe('no-store');
  for (const stranger of [other, owner, site.visitor()]) {
    expect([404, 401]).toContain((await stranger.get(path)).status);
  }
  const exported = await member.get('/api/user/export');
  const stock = await owner.get(`/api/admin/rewards/${reward.id}/stock`);
  expect(stock.body).toMatchObject({ counts: { free: 0, given: 1 }, uploads: [{ given: 1 }] });
  const everything = [await dump(), logged.join('\n'), JSON.stringify([exported.body, stock.body])].join(
    '\n',
  );
  expect(everything).toContain(asked.body.id);
  expect(everything).not.toMatch(/SECRET-(CODE|PIN)-1/);
});

test('after a member leaves their code can no longer be read', async () => {
  const reward = await addReward();
  await upload(reward.id, 'LEAVING-1');
  const member = await someone();
  const { body } = await redeem(member, reward.id);
  await ended(member, body.id, 'issued');
  expect((await member.call('DELETE', '/api/user/account')).status).toBe(200);
  const row = await database
    .selectFrom('voucherCodes')
    .select(['sealed', 'redemptionId'])
    .where('rewardId', '=', reward.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ sealed: null, redemptionId: body.id });
  expect((await upload(reward.id, 'LEAVING-1')).body).toMatchObject({
    problems: [{ line: 1, problem: 'duplicate_known' }],
  });
});

test('only this call takes a file of a megabyte, and it refuses a larger one', async () => {
  const reward = await addReward();
  const line = `${'x'.repeat(95)}\n`;
  const lines = Array.from({ length: 10_000 }, (_, index) => `${index}${line}`).join('');
  expect((await upload(reward.id, lines, true)).body).toMatchObject({ accepted: 10_000, problemCount: 0 });
  const tooLong = await upload(reward.id, 'x'.repeat(STOCK_CSV_CHARACTERS_MAX + 1), true);
  expect([tooLong.status, tooLong.body.code]).toEqual([413, 'stock_too_large']);
  expect(tooLong.body.error).toBe(
    'One upload takes at most 20000 lines and 1048576 characters. Please split it.',
  );
  const huge = await upload(reward.id, 'x'.repeat(5 * STOCK_CSV_CHARACTERS_MAX), true);
  expect([huge.status, huge.body.code]).toEqual([413, 'body_too_large']);
  const elsewhere = await owner.post('/api/admin/rewards', { ...PLAN, key: 'x', description: lines });
  expect([elsewhere.status, elsewhere.body.code]).toEqual([413, 'body_too_large']);
});

test('one of two admins is assigned, the other reads the name, and the member gets the entered code', async () => {
  const reward = await addReward({ provider: 'manual' });
  const member = await someone();
  const { body } = await redeem(member, reward.id);
  const at = (step: string) => `/api/admin/fulfilments/${body.id}/${step}`;
  const claims = await Promise.all([ann.post(at('claim')), ben.post(at('claim'))]);
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [winner, loser] = claims[0]?.status === 200 ? [ann, ben] : [ben, ann];
  const queue = (await loser.get('/api/admin/fulfilments')).body;
  expect(queue[0]).toMatchObject({ redemptionId: body.id, owner: { id: winner.id, you: false } });
  const gift = { kind: 'link', link: 'https://tickets.example/SECRET-LINK', expiresOn: null };
  const late = await loser.post(at('fulfil'), gift);
  expect([late.status, late.body]).toMatchObject([
    409,
    { code: 'fulfilment_claimed', error: 'Robin Example is working on this redemption.' },
  ]);
  for (const link of ['http://tickets.example/', 'javascript:alert(1)', 'tickets']) {
    expect((await winner.post(at('fulfil'), { ...gift, link })).status).toBe(400);
  }
  expect((await winner.post(at('fulfil'), gift)).status).toBe(200);
  // Its answer was lost.
  expect((await winner.post(at('fulfil'), gift)).status).toBe(200);
  expect((await loser.post(at('fulfil'), gift)).body.code).toBe('fulfilment_decided');
  const other = (await redeem(await someone(), reward.id)).body.id;
  const toOther = (step: string, body?: object) =>
    loser.post(`/api/admin/fulfilments/${other}/${step}`, body);
  await toOther('claim');
  const known = await toOther('fulfil', gift);
  expect([known.status, known.body.code]).toEqual([409, 'code_known']);
  await ended(member, body.id, 'issued');
  expect((await member.get(`/api/redemptions/${body.id}/link`)).body).toEqual({
    link: gift.link,
    stays: true,
  });
  expect((await ann.get(`/api/redemptions/${body.id}/link`)).status).toBe(404);
  expect([await dump(), logged.join('\n')].join('\n')).not.toContain('SECRET-LINK');
});

test('a refusal is mailed with its reason, and the points are back', async () => {
  const reward = await addReward({ provider: 'manual' });
  const member = await someone(300);
  const { body } = await redeem(member, reward.id);
  expect((await member.get('/api/user')).body.points).toBe(0);
  await ann.post(`/api/admin/fulfilments/${body.id}/claim`);
  const reason = 'No more rides this month.';
  expect((await ann.post(`/api/admin/fulfilments/${body.id}/refuse`, { reason })).status).toBe(200);
  expect(await ended(member, body.id, 'failed')).toMatchObject({ reason: 'staff_refused', message: reason });
  expect((await member.get('/api/user')).body.points).toBe(300);
});

test('the trail says of a change only what it changed, also where it waited for another change', async () => {
  const reward = await addReward();
  const { rewards } = (await owner.get('/api/admin/rewards')).body;
  const ids: string[] = rewards.map(({ id }: { id: string }) => id);
  const turned = ids.toReversed();
  /** The states before and after of the call, which begins while the other change is not yet committed. */
  const recordedBehind = async (
    other: (tx: Tx) => Promise<unknown>,
    call: () => ReturnType<Visitor['call']>,
  ) => {
    let waiting: ReturnType<Visitor['call']> | undefined;
    await transactOn(database)(async (tx) => {
      await other(tx);
      waiting = call();
      await untilBlocked(tx);
    });
    expect((await waiting)?.status).toBe(200);
    const [{ before, after }] = (await owner.get(`/api/admin/audit?actor=${owner.id}`)).body;
    return { before, after };
  };
  const renamed = await recordedBehind(
    (tx) => sql`update rewards set amount_cents = 500 where id = ${reward.id}`.execute(tx),
    () => owner.call('PATCH', `/api/admin/rewards/${reward.id}`, { title: 'Supper' }),
  );
  expect(renamed).toMatchObject({
    before: { title: 'Lunch', amountUSD: 500 },
    after: { title: 'Supper', amountUSD: 500 },
  });
  const ordered = await recordedBehind(
    (tx) => orderRewards(tx, turned),
    () => owner.call('PUT', '/api/admin/rewards/order', { ids }),
  );
  expect(ordered).toEqual({ before: { ids: turned }, after: { ids } });
});

test('every change by staff is in the trail, and stock needs a fresh sign-in and the right role', async () => {
  const reward = await addReward();
  await owner.call('PATCH', `/api/admin/rewards/${reward.id}`, { status: 'paused' });
  const { uploadId } = (await upload(reward.id, 'A\nB')).body;
  const { rows } = await sql<{ action: string; after: { status?: string } }>`
    select action, after from audit_entries where subject_id = ${reward.id} order by id`.execute(database);
  expect(rows.map(({ action }) => action)).toEqual([
    'POST /api/admin/rewards',
    'PATCH /api/admin/rewards/{id}',
    'POST /api/admin/rewards/{id}/stock',
  ]);
  expect(rows[1]?.after.status).toBe('paused');
  expect(rows[2]?.after).toEqual({
    ...{ dryRun: false, amountUSD: 300, uploadId, accepted: 2, problemCount: 0, woken: 0 },
  });
  expect(uploadId).toBe((await owner.get(`/api/admin/rewards/${reward.id}/stock`)).body.uploads[0].id);
  const changed = await upload(reward.id, 'C', false, 301);
  expect([changed.status, changed.body.code]).toEqual([409, 'amount_changed']);

  const codes = { amountUSD: 300, csv: 'C', dryRun: false };
  expect((await ann.post(`/api/admin/rewards/${reward.id}/stock`, codes)).body.code).toBe('not_permitted');
  const stale = await admin();
  await database
    .updateTable('sessions')
    .set({ authenticatedAt: sql`now() - interval '1 hour'` })
    .where('userId', '=', stale.id)
    .execute();
  const refused = await stale.post(`/api/admin/rewards/${reward.id}/stock`, codes);
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required']);
});

test('a redemption names one reward, by its id or its tier, and a large one needs a fresh sign-in', async () => {
  const member = await someone(5_000);
  const { id } = await addReward({ kind: 'cash_credit', amountUSD: 2_000, provider: 'manual' });
  for (const body of [{}, { rewardId: id, cardTier: '5USD' }, { rewardId: 'x' }]) {
    const { status } = await member.post('/api/redemptions', { requestId: randomUUID(), ...body });
    expect(status).toBe(400);
  }
  expect((await redeem(member, randomUUID())).status).toBe(404);
  await database
    .updateTable('sessions')
    .set({ authenticatedAt: sql`now() - interval '1 hour'` })
    .where('userId', '=', member.id)
    .execute();
  expect((await redeem(member, id)).body.code).toBe('reauthentication_required');
});

test('wrong fields are named', async () => {
  const { status, body } = await owner.post('/api/admin/rewards', {
    ...PLAN,
    key: 'Not a key',
    title: ' ',
    amountUSD: 1_100,
    regions: ['usa'],
  });
  expect(status).toBe(400);
  expect(Object.keys(body.fields).sort()).toEqual(['key', 'regions.0', 'title']);
  const outside = await owner.post('/api/admin/rewards', { ...PLAN, key: 'ok', amountUSD: 1_100 });
  expect([outside.status, Object.keys(outside.body.fields)]).toEqual([400, ['amountUSD']]);
});

test('a new price is seen at once where it was saved, soon at another process, and charged by one that heard nothing of it', async () => {
  const proxy = await startSilentProxy(databaseUrl);
  afterwards(proxy.close);
  const [deaf, other] = [
    await startTestServer(
      { ROLES: 'web', DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: proxy.url },
      { databaseUrl },
    ),
    await startTestServer({}, { databaseUrl }),
  ];
  const reward = await addReward({ amountUSD: 200, provider: 'manual' });
  const member = await someone(600);
  const at = (origin: typeof site, { cookie } = member) => Object.assign(origin.visitor(), { cookie });
  const change = (visitor: Visitor, amountUSD: number) =>
    visitor.call('PATCH', `/api/admin/rewards/${reward.id}`, { amountUSD });
  const priceAt = async (visitor: Visitor) =>
    (await visitor.get('/api/rewards')).body.offers.find(({ id }: { id: string }) => id === reward.id)
      ?.pricePoints;
  for (const each of [site, deaf, other]) await expect.poll(() => priceAt(at(each)), WAIT).toBe(200);
  proxy.silence();
  expect((await change(at(deaf, owner), 250)).status).toBe(200);
  expect(await priceAt(at(deaf))).toBe(250);
  expect((await change(owner, 300)).status).toBe(200);
  const atDeaf = () =>
    at(deaf).post('/api/redemptions', { requestId: randomUUID(), rewardId: reward.id, pricePoints: 250 });
  expect((await atDeaf()).body.code).toBe('price_changed');
  expect(await priceAt(member)).toBe(300);
  await expect.poll(() => priceAt(at(other)), WAIT).toBe(300);
  await expect.poll(() => priceAt(at(deaf)), WAIT).toBe(300);
});

test('a reward is redeemed as the member saw it, or not at all, and a repeat is its first request', async () => {
  const { id } = await addReward({ provider: 'manual' });
  const member = await someone(600);
  const termsNow = async () =>
    (await member.get('/api/rewards')).body.offers.find((offer: { id: string }) => offer.id === id).terms;
  const change = async (plan: object) =>
    expect((await owner.call('PATCH', `/api/admin/rewards/${id}`, plan)).status).toBe(200);
  const requestId = randomUUID();
  const ask = (terms: unknown) =>
    member.post('/api/redemptions', { requestId, rewardId: id, pricePoints: 300, terms });
  const others = [
    { title: 'Dinner' },
    { description: 'At eight' },
    { regions: ['MX', 'US'] },
    { productIds: ['ABC'] },
    { provider: 'stock' },
    { provider: 'manual' },
  ];
  for (const other of others) {
    const seen = await termsNow();
    await change(other);
    const { status, body } = await ask(seen);
    expect([status, body.code], JSON.stringify(other)).toEqual([409, 'reward_changed']);
  }
  expect((await member.get('/api/user')).body.points).toBe(600);

  const seen = await termsNow();
  expect((await setPicture(owner, id, base64(await pictureFile('png')))).status).toBe(200);
  const words = { texts: { Dinner: 'Cena' } };
  expect((await owner.call('PUT', `/api/admin/rewards/${id}/translations/es`, words)).status).toBe(200);
  await change({ status: 'paused' });
  await change({ status: 'active' });
  expect(await termsNow()).toBe(seen);
  const { body } = await ask(seen);
  expect(body).toMatchObject({ title: 'Dinner', pointsUsed: 300 });
  await change({ title: 'Supper' });
  expect((await ask(seen)).body.id).toBe(body.id);
  // An older page, or a program, may say nothing of it.
  expect((await redeem(member, id)).body.title).toBe('Supper');
});

const PICTURE_PATH = /^\/pictures\/[0-9a-f]{64}\.webp$/;
const base64 = (bytes: Buffer) => bytes.toString('base64');
const setPicture = (visitor: Visitor, id: string, picture: unknown) =>
  visitor.call('PUT', `/api/admin/rewards/${id}/picture`, { picture });

test('a picture of staff stands at the reward and at what was redeemed of it, for anyone to load, until it is removed', async () => {
  const reward = await addReward({ provider: 'manual' });
  expect(reward.picture).toBeNull();
  const member = await someone();
  const offered = async () =>
    (await member.get('/api/rewards')).body.offers.find(({ id }: { id: string }) => id === reward.id).picture;
  expect(await offered()).toBeNull();
  const set = await setPicture(owner, reward.id, base64(await pictureFile('png')));
  expect(set.status).toBe(200);
  const { picture } = set.body;
  expect(picture).toMatch(PICTURE_PATH);
  await expect.poll(offered).toBe(picture);
  expect((await redeem(member, reward.id)).body.picture).toBe(picture);
  expect((await member.get('/api/redemptions')).body[0].picture).toBe(picture);
  const stranger = await site.visitor().get(picture);
  expect(stranger.status).toBe(200);
  expect(stranger.headers.get('content-type')).toBe('image/webp');
  // What is in memory may be shown for as long as the process lives; the database has no trace of it.
  const other = (await setPicture(owner, reward.id, base64(await pictureFile('jpeg', [0, 90, 0])))).body
    .picture;
  expect(other).not.toBe(picture);
  expect((await setPicture(owner, reward.id, null)).body.picture).toBeNull();
  await expect.poll(offered).toBeNull();
  expect((await site.visitor().get(other)).status).toBe(404);
  const { rows } = await sql<{ after: string }>`
    select after::text from audit_entries where subject_id = ${reward.id} and action like '%icture%' order by id`.execute(
    database,
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]?.after).toContain(picture);
});

test('while pictures are drawn no connection is held, one is drawn at a time, and nobody has more than four wait', async () => {
  const { id } = await addReward({ provider: 'manual' });
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  const config = readConfig({ DATA_DIR: folder.path, APP_URL: site.url, TRUSTED_PROXIES: '127.0.0.1' });
  const { services, close } = await openServices(config, databaseUrl, log, createPasswordHasher());
  afterwards(close);
  const picture = await pictureFile('webp');
  const end = Promise.withResolvers<void>();
  let [drawing, most] = [0, 0];
  const drawPicture = async () => {
    drawing += 1;
    most = Math.max(most, drawing);
    await end.promise;
    drawing -= 1;
    return picture;
  };
  const app = createRoutes({ ...services, drawPicture }, config, {
    webFolder: undefined,
    addHealth: () => {},
  });
  const handlers = {
    direct: () => false,
    fetch: (request: Request, bindings?: unknown) => app.fetch(request, bindings as never),
    endStreams: () => {},
  };
  const { port, stop } = await listen(handlers, ['127.0.0.1'], 0);
  afterwards(stop);
  const editors = [owner, await admin(), await admin()].map(({ cookie }) =>
    Object.assign(visitorOf(`http://127.0.0.1:${port}`), { cookie }),
  );
  const answers = editors.map((editor) =>
    Array.from({ length: 5 }, () => setPicture(editor, id, base64(picture))),
  );
  // The fifth is refused once the other four have their places.
  for (const { status, body } of await Promise.all(answers.map((five) => Promise.race(five))))
    expect([status, body.code]).toEqual([503, 'busy']);
  await expect.poll(() => services.pool.totalCount - services.pool.idleCount, WAIT).toBe(0);
  const planned = await editors[0]?.get('/api/admin/rewards');
  expect(planned?.status).toBe(200);
  end.resolve();
  const all = await Promise.all(answers.flat());
  expect(all.filter(({ status }) => status === 200)).toHaveLength(12);
  expect(most).toBe(1);
});

test('a picture is refused that is none, that is too large, or whose sender may not edit rewards', async () => {
  const { id } = await addReward({ provider: 'manual' });
  const png = base64(await pictureFile('png'));
  expect((await setPicture(await admin('support'), id, png)).body.code).toBe('not_permitted');
  expect((await setPicture(await someone(), id, png)).body.code).toBe('not_admin');
  expect((await setPicture(owner, randomUUID(), png)).status).toBe(404);
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const bytes of [GIF_FILE, script, Buffer.from(png, 'base64').subarray(0, 200)]) {
    const { status, body } = await setPicture(owner, id, base64(bytes));
    expect([status, body.code]).toEqual([400, 'picture_unusable']);
  }
  for (const wrong of ['', 'no base64!', 7, undefined, 'A'.repeat(REWARD_PICTURE_BASE64_MAX + 4)]) {
    expect((await setPicture(owner, id, wrong)).body.code).toBe('invalid_input');
  }
  expect((await setPicture(owner, id, 'A'.repeat(REWARD_PICTURE_BASE64_MAX + 10_000))).status).toBe(413);
  const planned = await owner.get('/api/admin/rewards');
  expect(planned.body.rewards.find((reward: { id: string }) => reward.id === id).picture).toBeNull();
});
