import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { createWebhook } from '#domain/administration/index.ts';
import { notify } from '#domain/notices/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import {
  decideReview,
  endOwnRedemption,
  endRedemption,
  fulfilRedemption,
  holdAward,
  recordAward,
  startAward,
  watchReviews,
} from '#domain/redemption/index.ts';
import { StripePayouts } from '#providers/payouts/stripe/stripe.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { webhookSender } from '#providers/webhooks/send.ts';
import { deriveKey, mailboxKey } from '#server/config/secret.ts';
import { afterwards } from '#testing/afterwards.ts';
import { emptyDatabase, testDatabase } from '#testing/database.ts';
import { createMember, credit } from '#testing/factories.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { LONG_TEST_MS_MAX, PATIENT, WAIT } from '#testing/patience.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { signed } from '#testing/postbacks.ts';
import { runOps, type ServerProcess, startProcess, temporaryFolder } from '#testing/process.ts';
import { BILLING_ADDRESS, openRedemption, servedBy } from '#testing/redemption.ts';
import { SECRET, wall } from '#testing/walls.ts';
import { startWebhookReceiver } from '#testing/webhook-receiver.ts';

/** The drill of docs/backup.md: a site is lost under load, and its last backup is all that is left. */

const MEMBERS = 5;
const POINTS_AT_FIRST = 1_000;
const POINTS = 10;
const SENDERS = 4;
/** Each sender rests for so many milliseconds after a call. */
const PAUSE_MS = 10;
const REPLAYED_AT_ONCE = 32;
/** The wall's word for a call that is to be sent again, and the pause before. */
const PUT_OFF = 'AGAIN';
const REPEAT_MS = 500;
const APP_SECRET = 'a secret of at least thirty-two characters';

const { url, database, transact } = await testDatabase();
const [mail, vendor, receiver] = [
  await startMailServer(),
  await startTremendous(),
  await startWebhookReceiver(),
];
const folder = await temporaryFolder();
const running = new Set<ServerProcess>();
afterAll(async () => {
  await Promise.all([...running].map((server) => server.end('SIGKILL')));
  await vendor.close();
  await folder.remove();
});
const wallsFile = path.join(folder.path, 'walls.json');
await writeFile(
  wallsFile,
  JSON.stringify({ walls: [{ definition: wall('plain', {}), secrets: { key: SECRET }, maxPoints: 1000 }] }),
);
const paidBy = ({ settings: { baseUrl, apiKey, productIds, webhookKey } }: typeof vendor) => ({
  TREMENDOUS_BASE_URL: baseUrl,
  TREMENDOUS_API_KEY: apiKey,
  TREMENDOUS_PRODUCT_IDS: productIds.join(','),
  TREMENDOUS_WEBHOOK_KEY: webhookKey,
});
const settings = { ...{ APP_SECRET, WALLS_FILE: wallsFile, SMTP_URL: mail.url }, ...paidBy(vendor) };
async function start(databaseUrl: string, roles = 'web,worker'): Promise<ServerProcess> {
  const server = await startProcess(folder.path, { ...settings, DATABASE_URL: databaseUrl, ROLES: roles });
  running.add(server);
  return server;
}

const members: string[] = [];
for (let index = 0; index < MEMBERS; index += 1) {
  const { id } = await createMember(database, { points: POINTS_AT_FIRST });
  await database
    .insertInto('wallMembers')
    .values({ wall: 'plain', code: `code${index}`, userId: id })
    .execute();
  members.push(id);
}

/** What a vendor knows of its calls, outside of every database. */
interface Call {
  path: string;
  member: number;
  answer?: string;
}
const calls: Call[] = [];

function sendOnce(server: ServerProcess, { path: target }: Call): Promise<string> {
  return fetch(server.url + target, { signal: AbortSignal.timeout(WAIT.timeout) }).then(
    (answer) => answer.text(),
    (error: Error) => error.message,
  );
}

/** Sends it again while the server, which may be busy, asks for it later. */
async function send(server: ServerProcess, call: Call): Promise<string> {
  for (const end = performance.now() + WAIT.timeout; ; await pause(REPEAT_MS)) {
    const said = await sendOnce(server, call);
    if (said !== PUT_OFF || performance.now() > end) return said;
  }
}

/** Credits members without a pause until the returned function is called, which waits for the last responses. */
function startLoad(server: ServerProcess): () => Promise<void> {
  let stopped = false;
  const sender = async () => {
    while (!stopped) {
      const member = calls.length % MEMBERS;
      const query = signed({ tx: randomUUID(), user: `code${member}`, points: POINTS });
      const call: Call = { path: `/api/postbacks/plain?${query}`, member };
      calls.push(call);
      const said = await sendOnce(server, call);
      // One that was put off may have been stored nevertheless.
      call.answer = said === PUT_OFF ? (await send(server, call)).replace('DUP', 'OK') : said;
      await pause(PAUSE_MS);
    }
  };
  const senders = Array.from({ length: SENDERS }, sender);
  return async () => {
    stopped = true;
    await Promise.all(senders);
  };
}
const acknowledged = () => calls.filter(({ answer }) => answer === 'OK');

const statusOf = async (on: Database, id: string) =>
  (await on.selectFrom('cardRedemptions').select('status').where('id', '=', id).executeTakeFirst())?.status;
const ordersOf = (id: string) => vendor.orders.filter(({ externalId }) => externalId === id);

/** A notice that is always mailed. */
const tell = (on: Database, userId: string, key: string) =>
  transactOn(on)((tx) => notify(tx, { key, userId, kind: 'staff_role_changed', data: {} }));
const allSent = async (on: Database) =>
  (await on.selectFrom('notices').select('id').where('deliveredAt', 'is', null).execute()).length === 0;
const allDelivered = async (on: Database) =>
  (await on.selectFrom('webhookDeliveries').select('id').where('state', '=', 'waiting').execute()).length ===
  0;
/** Each mail and each fact that was told, as often as it was. */
const mails = () => mail.arrived.map(({ recipient, subject }) => `${recipient} ${subject}`).sort();
const facts = () => receiver.received.map(({ body }) => body).sort();

test('a site that is lost under load is restored from a backup: each credit once, nothing paid, mailed or told twice', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const admin = await createMember(database, { isAdmin: true });
  const ports = {
    sender: webhookSender({ allowLoopback: true }),
    key: deriveKey(APP_SECRET, 'webhook secrets'),
  };
  const events = ['points.adjusted', 'redemption.requested'] as const;
  await transact((tx) =>
    createWebhook(tx, ports, { url: receiver.url, description: 'CRM', events, adminId: admin.id }),
  );
  // Without a worker, what it is told, paid and mailed is under way when the backup is made.
  const web = await start(url, 'web');
  const stopLoad = startLoad(web);
  const before = await openRedemption(database, { provider: 'tremendous' });
  const held = await openRedemption(database, { provider: 'tremendous', points: 6_000 });
  expect(held.status).toBe('review');
  for (const [index, id] of members.entries()) await tell(database, id, `before:${index}`);
  await expect.poll(() => acknowledged().length, WAIT).toBeGreaterThan(100);

  const inBackup = acknowledged();
  const backup = path.join(folder.path, 'backup');
  const made = await runOps(['backup', backup], { ...settings, DATABASE_URL: url });
  expect(made, made.output).toMatchObject({ code: 0 });
  const meanwhile = acknowledged().length - inBackup.length;
  expect(meanwhile).toBeGreaterThan(0);

  // The site goes on, and is lost.
  const worker = await start(url);
  const after = await openRedemption(database, { provider: 'tremendous' });
  await transact((tx) => decideReview(tx, { redemptionId: held.id, decision: 'pay', adminId: admin.id }));
  for (const { id } of [before, after, held])
    await expect.poll(() => statusOf(database, id), WAIT).toBe('issued');
  await expect.poll(() => allSent(database), WAIT).toBe(true);
  // The points of each member and of the redemptions, which were requested too.
  await expect.poll(() => facts().length, WAIT).toBe(6);
  await stopLoad();
  expect(calls.filter(({ answer }) => answer !== 'OK')).toEqual([]);
  await Promise.all([web.end('SIGKILL'), worker.end('SIGKILL')]);
  const [mailed, told] = [mails(), facts()];
  // Those of the members, of the redemptions, two of the one that was held, and of the new webhook.
  expect(mailed).toHaveLength(MEMBERS + 5);
  // By now the vendor has forgotten our keys: the same request would make another reward.
  vendor.setForgetful(true);

  const target = await emptyDatabase();
  const restore = await runOps(['restore', backup, '--verify'], { ...settings, DATABASE_URL: target });
  expect(restore.output).toContain('Every point is accounted for.');
  expect(restore.output).toContain(`${MEMBERS + 2} notices were not sent yet.`);
  for (const { id } of [before, held])
    expect(restore.output).toMatch(
      new RegExp(`Only tremendous knows .+ ${id} is open here, and its next run`),
    );
  expect(restore.output).toMatch(
    new RegExp(`Only tremendous knows .+ ${after.id} is not here. .+ unless it was of an award`),
  );
  expect(restore.code).toBe(1);

  const restored = createDatabase(createPool(target, () => {}, PATIENT));
  afterwards(() => restored.destroy());
  // Its time is over before anybody can sign in.
  await restored.updateTable('riskReviews').set({ dueAt: sql`now()` }).execute();
  await watchReviews(transactOn(restored), 'refund');
  const site = await start(target);
  for (const { id } of [before, held]) await expect.poll(() => statusOf(restored, id), WAIT).toBe('issued');
  expect([before, after, held].map(({ id }) => ordersOf(id).length)).toEqual([1, 1, 1]);

  // Vendors repeat their calls: those of before the backup are known, each other one is credited once.
  const repeated: (Call & { again: string })[] = [];
  for (let at = 0; at < calls.length; at += REPLAYED_AT_ONCE) {
    const some = calls.slice(at, at + REPLAYED_AT_ONCE);
    repeated.push(
      ...(await Promise.all(some.map(async (call) => ({ ...call, again: await send(site, call) })))),
    );
  }
  expect(new Set(repeated.map(({ again }) => again))).toEqual(new Set(['OK', 'DUP']));
  const known = new Set(inBackup.map((call) => call.path));
  expect(repeated.filter((call) => known.has(call.path) && call.again !== 'DUP')).toEqual([]);
  for (const [index, id] of members.entries()) {
    const { points } = await restored
      .selectFrom('users')
      .select('points')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(points).toBe(POINTS_AT_FIRST + POINTS * calls.filter(({ member }) => member === index).length);
  }

  // What is new is mailed and told, and nothing else was.
  const [first = ''] = members;
  await tell(restored, first, 'after');
  await credit(restored, first, 1);
  await expect.poll(() => facts().length, WAIT).toBe(told.length + 1);
  await expect.poll(async () => (await allSent(restored)) && (await allDelivered(restored)), WAIT).toBe(true);
  expect(facts().filter((fact) => !told.includes(fact))).toHaveLength(1);
  const [again] = mailed.filter((text) => text.startsWith(`${first}@`));
  expect(mails()).toEqual([...mailed, again].sort());

  await site.end();
  const audit = await runOps(['audit'], { ...settings, DATABASE_URL: target });
  expect(audit, audit.output).toMatchObject({ code: 0 });
});

test('an award that was approved after the backup is named as one that waits, and approved again it is the same reward', async () => {
  const tremendous = await startTremendous();
  afterwards(() => tremendous.close());
  const providers = [new TremendousPayouts(tremendous.settings)];
  const live = await testDatabase();
  const environment = { APP_SECRET, DATA_DIR: folder.path, ...paidBy(tremendous) };
  const [member, admin] = [
    await createMember(live.database),
    await createMember(live.database, { isAdmin: true }),
  ];
  const asked = { memberId: member.id, adminId: admin.id, requestId: randomUUID(), reason: 'Thank you' };
  const award = await transactOn(live.database)(async (tx) => {
    const recorded = await recordAward(tx, { ...asked, cardTier: '20USD' });
    await holdAward(tx, recorded.award.id, 'awaiting_approval');
    return recorded.award;
  });
  const approve = async (on: Database) => {
    await transactOn(on)((tx) => startAward(tx, award, servedBy('tremendous')));
    await fulfilRedemption({ transact: transactOn(on), providers, report: () => {} }, award.id);
    expect(await statusOf(on, award.id)).toBe('issued');
  };
  const backup = path.join(folder.path, 'before-the-approval');
  const made = await runOps(['backup', backup], { ...environment, DATABASE_URL: live.url });
  expect(made, made.output).toMatchObject({ code: 0 });
  await approve(live.database);

  const target = await emptyDatabase();
  const restore = await runOps(['restore', backup, '--verify'], { ...environment, DATABASE_URL: target });
  expect(restore.output).toMatch(
    new RegExp(`Only tremendous knows .+ it is the award ${award.id}, whose approval waits here`),
  );
  const restored = createDatabase(createPool(target, () => {}, PATIENT));
  afterwards(() => restored.destroy());
  await approve(restored);
  expect(tremendous.orders.map(({ externalId }) => externalId)).toEqual([award.id]);
});

test.each(['staff end its redemption', 'its member gives it up'])(
  "a member's first card of Stripe, made after the backup, is found although %s",
  async (by) => {
    const stripe = await startStripe();
    afterwards(() => stripe.close());
    const providers = [new StripePayouts(stripe.settings)];
    const live = await testDatabase();
    const environment = {
      APP_SECRET,
      DATA_DIR: folder.path,
      STRIPE_BASE_URL: stripe.settings.baseUrl,
      STRIPE_API_KEY: stripe.settings.apiKey,
      STRIPE_PUBLISHABLE_KEY: stripe.settings.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.settings.webhookSecret,
    };
    const { id, memberId } = await openRedemption(live.database, { provider: 'stripe' });
    const admin = await createMember(live.database, { isAdmin: true });
    const run = (on: Database) =>
      fulfilRedemption({ transact: transactOn(on), providers, report: () => {} }, id);
    const giveAddress = (on: Database, line1: string) =>
      on
        .insertInto('billingAddresses')
        .values({ userId: memberId, ...BILLING_ADDRESS, line1 })
        .execute();
    await run(live.database);
    const backup = path.join(folder.path, `before-the-first-card-${memberId}`);
    const made = await runOps(['backup', backup], { ...environment, DATABASE_URL: live.url });
    expect(made, made.output).toMatchObject({ code: 0 });

    await giveAddress(live.database, '1 Main Street');
    await live.database
      .updateTable('cardRedemptions')
      .set({ leasedUntil: new Date() })
      .where('id', '=', id)
      .execute();
    await run(live.database);
    expect(await statusOf(live.database, id)).toBe('issued');
    stripe.forgetKeys();

    const target = await emptyDatabase();
    const restore = await runOps(['restore', backup, '--verify'], { ...environment, DATABASE_URL: target });
    expect(restore.output).toMatch(new RegExp(`Only stripe knows .+ ${id} is open here, and its next run`));
    const restored = createDatabase(createPool(target, () => {}, PATIENT));
    afterwards(() => restored.destroy());
    await giveAddress(restored, '2 Other Street');
    await restored
      .updateTable('cardRedemptions')
      .set({ leasedUntil: new Date(), promisedBy: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute();
    await transactOn(restored)(async (tx) => {
      if (by === 'its member gives it up') await endOwnRedemption(tx, memberId, id);
      else await endRedemption(tx, { redemptionId: id, text: 'We end this.', adminId: admin.id });
    });
    expect(await restored.selectFrom('fulfilments').select('decision').execute()).toEqual([
      { decision: 'refused' },
    ]);
    await run(restored);
    expect(await statusOf(restored, id)).toBe('issued');
    expect([stripe.cardholders.length, stripe.cards.map(({ status }) => status)]).toEqual([1, ['active']]);
    const member = await restored
      .selectFrom('users')
      .select(['points', 'stripeCustomerId'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(member).toEqual({ points: 0, stripeCustomerId: stripe.cardholders[0]?.id });
  },
);

test('no review gives points back over a reward that `--verify` could not ask for, and the comparison is caught up with later', async () => {
  const tremendous = await startTremendous();
  afterwards(() => tremendous.close());
  const providers = [new TremendousPayouts(tremendous.settings)];
  const live = await testDatabase();
  const environment = { APP_SECRET, DATA_DIR: folder.path, ...paidBy(tremendous) };
  const held = () => openRedemption(live.database, { provider: 'tremendous', points: 6_000 });
  const [early, late] = [await held(), await held()];
  const admin = await createMember(live.database, { isAdmin: true });
  const run = (on: Database, id: string) =>
    fulfilRedemption({ transact: transactOn(on), providers, report: () => {} }, id);
  const backup = path.join(folder.path, 'before-the-silence');
  const made = await runOps(['backup', backup], { ...environment, DATABASE_URL: live.url });
  expect(made, made.output).toMatchObject({ code: 0 });
  for (const { id } of [early, late]) {
    await transactOn(live.database)((tx) =>
      decideReview(tx, { redemptionId: id, decision: 'pay', adminId: admin.id }),
    );
    await run(live.database, id);
    expect(await statusOf(live.database, id)).toBe('issued');
  }

  tremendous.setFault(({ path: called }) => (called.endsWith('/orders') ? { status: 503 } : undefined));
  const there = { ...environment, DATABASE_URL: await emptyDatabase() };
  const restore = await runOps(['restore', backup, '--verify'], there);
  expect([restore.code, restore.output]).toEqual([
    1,
    expect.stringContaining('tremendous could not be asked'),
  ]);
  expect(restore.output).toContain('`npm run ops -- reconcile --restored` has asked tremendous');
  const restored = createDatabase(createPool(there.DATABASE_URL, () => {}, PATIENT));
  afterwards(() => restored.destroy());
  const endTime = async (id: string) => {
    const review = restored.updateTable('riskReviews').set({ dueAt: sql`now()` });
    await review.where('redemptionId', '=', id).execute();
    await watchReviews(transactOn(restored), 'refund');
  };
  await endTime(early.id);

  tremendous.setFault(() => undefined);
  const without = { APP_SECRET, DATA_DIR: folder.path, DATABASE_URL: there.DATABASE_URL };
  const silent = await runOps(['reconcile', '--restored'], without);
  expect([silent.code, silent.output]).toEqual([
    1,
    expect.stringContaining('tremendous could not be asked: it is not set up here, and 2 open and 0 issued'),
  ]);
  expect(silent.output).toContain('`npm run ops -- reconcile --restored` has asked tremendous');
  const again = await runOps(['reconcile', '--restored'], there);
  for (const { id } of [early, late])
    expect(again.output).toMatch(new RegExp(`Only tremendous knows .+ ${id} is open here, and its next run`));
  await endTime(late.id);
  for (const { id, memberId } of [early, late]) {
    await run(restored, id);
    expect(await statusOf(restored, id)).toBe('issued');
    const { points } = await restored
      .selectFrom('users')
      .select('points')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(points).toBe(5_900);
  }
  const reviews = restored.selectFrom('riskReviews').select(['redemptionId', 'decision']);
  expect((await reviews.execute()).toSorted((a) => (a.redemptionId === early.id ? -1 : 1))).toEqual([
    { redemptionId: early.id, decision: 'refund' },
    { redemptionId: late.id, decision: 'pay' },
  ]);
  const untold = restored.selectFrom('notices').select('kind').where('deliveredAt', 'is', null);
  expect((await untold.execute()).filter(({ kind }) => kind === 'redemption_issued')).toEqual([]);
});

test('a member who left after the backup is back in the restored site, and is erased again by the id', async () => {
  const live = await testDatabase();
  const { id, email } = await createMember(live.database);
  const environment = { APP_SECRET, DATA_DIR: folder.path };
  const backup = path.join(folder.path, 'before-leaving');
  const made = await runOps(['backup', backup], { ...environment, DATABASE_URL: live.url });
  expect(made, made.output).toMatchObject({ code: 0 });
  await transactOn(live.database)((tx) => eraseAccount(tx, id, mailboxKey(APP_SECRET)));

  const there = { ...environment, DATABASE_URL: await emptyDatabase() };
  const restore = await runOps(['restore', backup], there);
  expect(restore, restore.output).toMatchObject({ code: 0 });
  const restored = createDatabase(createPool(there.DATABASE_URL, () => {}, PATIENT));
  afterwards(() => restored.destroy());
  const address = async () => {
    const member = restored.selectFrom('users').select('email').where('id', '=', id);
    return (await member.executeTakeFirstOrThrow()).email;
  };
  expect(await address()).toBe(email);
  const erased = await runOps(['members', 'erase', id], there);
  expect(erased, erased.output).toMatchObject({ code: 0 });
  expect(await address()).toBe(`erased-${id}@erased.invalid`);
});
