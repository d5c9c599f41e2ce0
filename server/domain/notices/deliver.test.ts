import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { APP_PATHS } from '#contract/site.values.ts';
import { smtpMailer } from '#providers/mail/smtp.ts';
import { webPushService } from '#providers/push/web-push.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit } from '#testing/factories.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { startPushService } from '#testing/push-service.ts';
import { openRedemption } from '#testing/redemption.ts';
import { deliverNotice, type NoticePorts, recoverNotices } from './deliver.ts';
import { type NoticeData, type NoticeKind, routeOf, type Switches } from './kinds.ts';
import { type Notice, notify } from './notify.ts';
import { resendNotice } from './resend.ts';
import { countReach, dropToMany, queueToMany, sendToMany } from './send-to-many.ts';
import { notifyOfCredits } from './tell-credits.ts';

const { database, transact } = await testDatabase();
const mailServer = await startMailServer();
const pushService = await startPushService();
const mailer = smtpMailer(mailServer.url, 'Pocketful <no-reply@rewards.example>', 'optional');
afterAll(() => mailer.close());
const ports: NoticePorts = {
  mailer,
  push: webPushService({
    seed: randomBytes(40),
    subject: 'mailto:help@rewards.example',
    agent: pushService.agent,
  }),
  site: {
    productName: 'Pocketful',
    appUrl: 'https://rewards.example',
    supportEmail: 'help@rewards.example',
    rewardWording: 'specification',
  },
  channels: [],
  wallTitles: new Map([['my-wall-2', 'My Wall']]),
  countryOf: async () => null,
  canRedeem: async () => true,
  liveSessionsOf: async () => new Set(),
  unsubscribeKey: randomBytes(32),
};
beforeEach(() => {
  mailServer.refuse(undefined);
  pushService.answer(201);
});

const redemption = { redemptionId: randomUUID(), amountCents: 500, points: 500 };
const issued = await openRedemption(database);
const setStatus = (id: string, status: 'issued' | 'reversed') =>
  database.updateTable('cardRedemptions').set({ status }).where('id', '=', id).execute();
await setStatus(issued.id, 'issued');
const DATA: NoticeData = {
  password_changed: { to: 'old@example.com' },
  two_factor_enabled: { to: 'old@example.com' },
  identity_linked: { to: 'old@example.com', provider: 'Google' },
  identity_unlinked: { to: 'old@example.com', provider: 'Google' },
  two_factor_disabled: { to: 'old@example.com' },
  backup_codes_renewed: { to: 'old@example.com' },
  passkey_added: { to: 'old@example.com', device: 'Firefox · Linux' },
  passkey_removed: { to: 'old@example.com' },
  passkey_copied: { to: 'old@example.com', device: 'Firefox · Linux' },
  backup_code_used: { to: 'old@example.com' },
  new_device: { to: 'old@example.com', device: 'Firefox · Linux' },
  second_factors_refused: { to: 'old@example.com', device: 'Firefox · Linux', at: '2026-03-01T09:05:00Z' },
  second_factors_refused_elsewhere: {
    ...{ to: 'old@example.com', device: 'Firefox · Linux', at: '2026-03-01T09:05:00Z', provider: 'Google' },
  },
  passwords_refused: { to: 'old@example.com', device: 'Safari · iPhone', at: '2026-03-01T09:05:00Z' },
  passwords_refused_known: { to: 'old@example.com', device: 'Safari · iPhone', at: '2026-03-01T09:05:00Z' },
  email_change_requested: { to: 'old@example.com' },
  email_changed: { to: 'old@example.com' },
  data_exported: { to: 'old@example.com' },
  points_credited: { points: 1, balance: 101, what: 'A <b>survey</b>' },
  points_reversed: { points: 300, balance: -200, what: 'A game' },
  pending_reversed: { points: 300, balance: 20, what: 'A game' },
  debt_met: { points: 300, balance: -300 },
  claim_granted: { points: 300, what: 'A game', answer: 'It was right.' },
  claim_refused: { what: 'A game', answer: 'It was not finished.' },
  offer_deadline: { what: 'A game', at: '2100-03-01T12:00:00.000Z' },
  // No member of this file has points.
  threshold_reached: { balance: 0 },
  redemption_issued: redemption,
  redemption_failed: redemption,
  redemption_refused: { ...redemption, text: 'No more rides this month.' },
  redemption_in_review: redemption,
  redemption_late: redemption,
  redemption_returned: redemption,
  redemption_withdrawn: redemption,
  reward_ending: { redemptionId: issued.id, amountCents: 500, at: '2100-03-01T23:59:59.000Z' },
  award_issued: { amountCents: 500, text: 'Thank you for your help.' },
  award_failed: { amountCents: 500, text: 'Thank you for your help.' },
  points_added: { points: 50, balance: 150, text: 'For the trouble.' },
  points_removed: { points: 50, balance: 100, text: 'They were credited twice.' },
  redemption_checked: redemption,
  redemption_details: redemption,
  redemption_question: { ...redemption, text: 'Is this address yours?' },
  review_refunded: { ...redemption, text: 'The address is in use by others.' },
  review_lapsed: redemption,
  review_stopped: redemption,
  review_overdue: { amountCents: 500 },
  webhook_stopped: { what: 'crm.example' },
  account_paused: { reason: 'many_reversals', text: 'Please tell us {more} & <i>soon</i>.' },
  account_suspended: { reason: 'many_accounts', text: 'Please write to us.' },
  account_reinstated: { answer: 'Thank you for the proof.' },
  suspension_kept: { answer: 'We need more.' },
  account_resumed: {},
  staff_role_changed: {},
  staff_changed: {},
  staff_suspension: {},
  connection_ended: { what: 'Accounting {more} & <i>soon</i>' },
  staff_factor_reset: {},
  webhook_addressed: { what: 'crm.example' },
  api_key_created: { keyName: 'Accounting {more} & <i>soon</i>', beginning: 'pk_live_aB3d' },
  appeal_granted: { answer: 'Thank you.' },
  appeal_kept: { answer: 'We need more.' },
  marketing: { subject: 'News', text: 'One.\n\nTwo.' },
  announcement: { subject: 'Our terms', text: 'One.\n\nTwo.' },
};
const KINDS = Object.keys(DATA) as NoticeKind[];

test('the list of notices that staff see has a name for every kind', () => {
  const texts = JSON.parse(readFileSync('web/shared/language/messages/en/admin.json', 'utf8'));
  expect(KINDS.filter((kind) => !texts.member.noticeKinds[kind])).toEqual([]);
});

test('every notice opens a page of the app', () => {
  const switches: Switches = {
    ...{ emailNotifications: true, pushNotifications: true, dataAlerts: true },
    marketingConsentAt: new Date(),
  };
  const isPage = (path: string) =>
    APP_PATHS.some((page) => (page.endsWith('/*') ? path.startsWith(page.slice(0, -1)) : path === page));
  const paths = KINDS.map((kind) => routeOf(kind, switches).path);
  expect(paths.filter((path) => !isPage(path.split('?')[0] ?? ''))).toEqual([]);
});

// The profile names both groups: `settings.emailNotificationsText` in account.json. So does docs/privacy.md, "Switches".
test('the switch for mails governs mails about cards, points and offers, and no question or refusal of staff', () => {
  const off: Switches = {
    ...{ emailNotifications: false, pushNotifications: true, dataAlerts: true },
    marketingConsentAt: new Date(),
  };
  const on: Switches = { ...off, emailNotifications: true };
  const mailed = (switches: Switches) => KINDS.filter((kind) => routeOf(kind, switches).mail);
  const always = mailed(off);
  expect(
    mailed(on)
      .filter((kind) => !always.includes(kind))
      .sort(),
  ).toEqual(
    [
      // Points.
      ...[
        'points_reversed',
        'pending_reversed',
        'points_added',
        'debt_met',
        'claim_granted',
        'threshold_reached',
      ],
      // Offers.
      'offer_deadline',
      // Cards.
      ...['redemption_issued', 'redemption_failed', 'redemption_in_review', 'redemption_late'],
      ...['redemption_returned', 'redemption_withdrawn', 'reward_ending', 'award_issued', 'award_failed'],
    ].sort(),
  );
  expect(always.sort()).toEqual(
    [
      // Password and sign-in.
      ...['password_changed', 'two_factor_enabled', 'two_factor_disabled', 'backup_codes_renewed'],
      ...['backup_code_used', 'passkey_added', 'passkey_removed', 'passkey_copied', 'identity_linked'],
      ...['identity_unlinked', 'new_device', 'second_factors_refused', 'second_factors_refused_elsewhere'],
      ...['passwords_refused', 'passwords_refused_known'],
      ...['email_change_requested', 'email_changed', 'data_exported'],
      // Questions and refusals of staff, points that they take, and what they decide about the account.
      ...[
        'points_removed',
        'claim_refused',
        'redemption_checked',
        'redemption_refused',
        'redemption_details',
      ],
      ...['redemption_question', 'review_refunded', 'review_lapsed', 'review_stopped'],
      ...['account_paused', 'account_resumed', 'account_suspended', 'account_reinstated', 'suspension_kept'],
      ...['appeal_granted', 'appeal_kept'],
      // To staff.
      ...['review_overdue', 'webhook_stopped', 'staff_role_changed', 'staff_changed', 'staff_factor_reset'],
      ...['api_key_created', 'webhook_addressed', 'staff_suspension', 'connection_ended'],
      // By a switch of its own.
      'marketing',
      // By none.
      'announcement',
    ].sort(),
  );
});

async function tell(
  userId: string,
  kind: NoticeKind,
  key: string = randomUUID(),
  data: object = DATA[kind],
): Promise<string> {
  await transact((tx) => notify(tx, { key, userId, kind, data } as Notice));
  const row = await database.selectFrom('notices').select('id').where('key', '=', key).executeTakeFirst();
  return row?.id ?? '';
}
async function memberWithBrowser(switches: Record<string, boolean | string | Date | null> = {}) {
  const member = await createMember(database);
  const browser = pushService.subscribe();
  const { endpoint, keys } = browser.subscription;
  await database
    .insertInto('pushSubscriptions')
    .values({ userId: member.id, endpoint, ...keys })
    .execute();
  if (Object.keys(switches).length > 0) {
    await database.updateTable('users').set(switches).where('id', '=', member.id).execute();
  }
  return { ...member, received: browser.received, endpoint };
}
async function secondBrowserOf(userId: string) {
  const { subscription, received, answer } = pushService.subscribe();
  const { endpoint, keys } = subscription;
  await database
    .insertInto('pushSubscriptions')
    .values({ userId, endpoint, ...keys })
    .execute();
  return { received, answer };
}
/** What holds while a member is both paused and suspended. */
const STOPPED = { pausedAt: new Date(), pausedReason: 'region', pausedText: '', suspendedAt: new Date() };
/** What has to hold of a member while this notice is true. */
const standingFor = (kind: NoticeKind) => (kind === 'threshold_reached' ? {} : STOPPED);
const deliver = (noticeId: string) => deliverNotice(transact, ports, { noticeId });
const mailsTo = (address: string) => mailServer.arrived.filter(({ recipient }) => recipient === address);
const stored = (id: string) =>
  database.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a fact', () => {
  test('that 20 transactions report at once makes one notice', async () => {
    const member = await createMember(database);
    const notice: Notice = {
      key: randomUUID(),
      userId: member.id,
      kind: 'threshold_reached',
      data: { balance: 100 },
    };
    const told = await Promise.all(Array.from({ length: 20 }, () => transact((tx) => notify(tx, notice))));
    expect(told.filter(Boolean)).toHaveLength(1);
    const jobs = await sql`select from graphile_worker.jobs where key like 'deliver_notice:' ||
      (select id from notices where key = ${notice.key})`.execute(database);
    expect(jobs.rows).toHaveLength(1);
  });

  test('of a transaction that is rolled back makes no notice', async () => {
    const member = await createMember(database);
    const key = randomUUID();
    const rolledBack = transact(async (tx) => {
      await notify(tx, { key, userId: member.id, kind: 'account_resumed', data: {} });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await database.selectFrom('notices').where('key', '=', key).execute()).toEqual([]);
  });

  test('is told for almost three days, that of a credit behind the others and a marketing mail last', async () => {
    const member = await memberWithBrowser();
    const [posted] = await credit(database, member.id, 100);
    await transact((tx) => notifyOfCredits(tx, [posted?.id ?? ''], 100));
    for (const kind of ['account_resumed', 'marketing'] as const) await tell(member.id, kind);
    const { rows } = await sql<{ kind: NoticeKind; priority: number; hours: number }>`
      select n.kind, j.priority,
        -- The pauses between the tries, as the queue makes them.
        (select sum(exp(least(tries, 10))) from generate_series(1, j.max_attempts - 1) tries)::float8 / 3600 as hours
      from notices n join graphile_worker.jobs j on j.key = 'deliver_notice:' || n.id
      where n.user_id = ${member.id} order by j.priority, n.kind`.execute(database);
    expect(rows.map(({ kind, priority }) => [kind, priority])).toEqual([
      ['account_resumed', 0],
      ['threshold_reached', 0],
      ['points_credited', 1],
      ['marketing', 2],
    ]);
    for (const { hours } of rows) {
      expect(hours).toBeGreaterThan(70);
      // Sweeps and the count of undelivered notices leave out those of three days ago.
      expect(hours).toBeLessThan(71.5);
    }
  });

  test('that a function of the database reports is told in as many tries', async () => {
    const { rows } = await sql<{ tries: string }>`
      select distinct substring(prosrc from 'deliver_notice[^;]*null, (\\d+),') as tries
      from pg_proc where prosrc like '%deliver_notice%'`.execute(database);
    const member = await createMember(database);
    const id = await tell(member.id, 'account_resumed');
    const job = await sql<{ tries: string }>`select max_attempts::text as tries from graphile_worker.jobs
      where key = ${`deliver_notice:${id}`}`.execute(database);
    expect(rows).toEqual(job.rows);
  });

  test('about a member who has left makes no notice', async () => {
    const member = await createMember(database);
    await database.updateTable('users').set({ erasedAt: new Date() }).where('id', '=', member.id).execute();
    expect(await tell(member.id, 'account_resumed')).toBe('');
  });
});

describe('a delivery', () => {
  test('by eight workers at once sends one mail and one push message', async () => {
    const member = await memberWithBrowser();
    const id = await tell(member.id, 'redemption_issued');
    await Promise.all(Array.from({ length: 8 }, () => deliver(id)));
    await deliver(id);
    expect(mailsTo(member.email)).toHaveLength(1);
    expect(member.received).toHaveLength(1);
    expect(await stored(id)).toMatchObject({
      mailedAt: expect.any(Date),
      pushedAt: expect.any(Date),
      deliveredAt: expect.any(Date),
    });
  });

  test('is told in the form of the country where its member lives', async () => {
    const member = await memberWithBrowser({ locale: 'es' });
    const id = await tell(member.id, 'redemption_issued');
    await deliverNotice(transact, { ...ports, countryOf: async () => 'MX' }, { noticeId: id });
    expect(mailsTo(member.email)[0]?.text).toContain('$5');
    const elsewhere = await memberWithBrowser({ locale: 'es' });
    await deliver(await tell(elsewhere.id, 'redemption_issued'));
    expect(mailsTo(elsewhere.email)[0]?.text?.replace(/\s/g, ' ')).toContain('5 $');
  });

  test('names the wall by its title where its task has no name', async () => {
    const member = await memberWithBrowser();
    for (const kind of ['points_credited', 'points_reversed', 'pending_reversed'] as const)
      await deliver(await tell(member.id, kind, randomUUID(), { ...DATA[kind], what: 'my-wall-2' }));
    const texts = [
      ...mailsTo(member.email).map(({ text }) => text?.replace(/\s/g, ' ')),
      ...member.received.map(({ message }) => message.body),
    ];
    expect(texts).toEqual(Array.from({ length: 5 }, () => expect.stringContaining('My Wall')));
    expect(texts.join()).not.toContain('my-wall-2');
  });

  test('that the mail server refuses is tried again under the same Message-ID, and is pushed once', async () => {
    const member = await memberWithBrowser();
    const id = await tell(member.id, 'redemption_issued');
    mailServer.refuse(451);
    await expect(deliver(id)).rejects.toThrow('not now');
    expect(await stored(id)).toMatchObject({ mailedAt: null, deliveredAt: null });
    mailServer.refuse(undefined);
    await deliver(id);
    const ids = mailsTo(member.email).map((mail) => mail.messageId);
    expect(ids).toEqual([`<notice.${id}@rewards.example>`, `<notice.${id}@rewards.example>`]);
    expect(member.received).toHaveLength(1);
  });

  test('for an address that takes no mail any more is tried again, but a marketing mail is not', async () => {
    const member = await createMember(database);
    await database
      .updateTable('users')
      .set({ marketingConsentAt: new Date() })
      .where('id', '=', member.id)
      .execute();
    mailServer.forget(member.email);
    const [notice, marketing] = [
      await tell(member.id, 'redemption_issued'),
      await tell(member.id, 'marketing'),
    ];
    await expect(deliver(notice)).rejects.toThrow('no such user');
    await deliver(marketing);
    expect(await stored(notice)).toMatchObject({ mailedAt: null, deliveredAt: null });
    expect(await stored(marketing)).toMatchObject({ mailedAt: null, deliveredAt: expect.any(Date) });
    expect(mailsTo(member.email)).toEqual([]);
  });

  test('that the push service refuses is tried again under the same tag, and is mailed once', async () => {
    const member = await memberWithBrowser();
    const id = await tell(member.id, 'points_reversed');
    pushService.answer(503);
    await expect(deliver(id)).rejects.toThrow('503');
    pushService.answer(201);
    await deliver(id);
    expect(mailsTo(member.email)).toHaveLength(1);
    expect(member.received.map(({ message }) => message.tag)).toEqual([id]);
  });

  test('of a killed worker is taken over', async () => {
    const member = await createMember(database);
    const [killed, waiting] = [
      await tell(member.id, 'account_resumed'),
      await tell(member.id, 'account_resumed'),
    ];
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'
      where key = ${`deliver_notice:${killed}`}`.execute(database);
    await sql`update notices set created_at = now() - interval '1 hour', leased_until = now() - interval '1 second'
      where id in (${killed}, ${waiting})`.execute(database);
    await transact(recoverNotices);
    const jobs = await sql<{ key: string }>`select key from graphile_worker.jobs
      where key in (${`deliver_notice:${killed}`}, ${`deliver_notice:${waiting}`}) and locked_at is null`.execute(
      database,
    );
    expect(jobs.rows.map(({ key }) => key).sort()).toEqual(
      [`deliver_notice:${killed}`, `deliver_notice:${waiting}`].sort(),
    );
    await deliver(killed);
    expect(mailsTo(member.email)).toHaveLength(1);
  });

  test('of a marketing mail by a killed worker is taken over while the queue still holds its job', async () => {
    const member = await createMember(database);
    const id = await tell(member.id, 'marketing');
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'
      where key = ${`deliver_notice:${id}`}`.execute(database);
    await sql`update notices set leased_until = now() - interval '1 second' where id = ${id}`.execute(
      database,
    );
    await transact(recoverNotices);
    const { rows } = await sql`select from graphile_worker.jobs
      where key = ${`deliver_notice:${id}`} and locked_at is null`.execute(database);
    expect(rows).toHaveLength(1);
  });

  test('of a marketing mail goes on after the clock of the database went back', async () => {
    const member = await createMember(database);
    await database
      .updateTable('users')
      .set({ marketingConsentAt: new Date() })
      .where('id', '=', member.id)
      .execute();
    const id = await tell(member.id, 'marketing');
    const leaseFor = (lease: string) =>
      sql`update notices set leased_until = now() + ${lease}::interval where id = ${id}`.execute(database);
    await leaseFor('2 minutes');
    await deliver(id);
    expect(mailsTo(member.email)).toEqual([]);
    await leaseFor('2 hours');
    await deliver(id);
    expect(mailsTo(member.email)).toHaveLength(1);
  });

  test('to a browser that is gone removes the browser', async () => {
    const member = await memberWithBrowser();
    pushService.answer(410);
    await deliver(await tell(member.id, 'points_credited'));
    const left = database.selectFrom('pushSubscriptions').where('userId', '=', member.id).execute();
    expect(await left).toEqual([]);
  });
});

test('a notice that staff send again is mailed, and no other channel is told once more', async () => {
  const member = await createMember(database);
  const told: string[] = [];
  const channel: NoticePorts['channels'][number] = { tell: async ({ id }) => void told.push(id) };
  const deliverTo = (noticeId: string) =>
    deliverNotice(transact, { ...ports, channels: [channel] }, { noticeId });
  const id = await tell(member.id, 'redemption_issued');
  await deliverTo(id);
  await transact((tx) => resendNotice(tx, member.id, id));
  const copy = await database
    .selectFrom('notices')
    .select('id')
    .where('userId', '=', member.id)
    .where('key', 'like', 'resent:%')
    .executeTakeFirstOrThrow();
  await deliverTo(copy.id);
  expect(mailsTo(member.email)).toHaveLength(2);
  expect(told).toEqual([id]);
});

describe('a notice that is delivered late', () => {
  const setMember = (id: string, values: Record<string, Date | string | null>) =>
    database.updateTable('users').set(values).where('id', '=', id).execute();
  /** Lets the time be over until which it was true. */
  const setEnd = (noticeId: string) =>
    sql`update notices set data = data || '{"at":"2026-03-01T12:00:00.000Z"}' where id = ${noticeId}`.execute(
      database,
    );
  const resendable = async (memberId: string, id: string) => {
    const tried = transact((tx) => resendNotice(tx, memberId, id));
    return tried.then(
      () => true,
      () => false,
    );
  };

  test.each<[NoticeKind, (member: { id: string; email: string; noticeId: string }) => Promise<unknown>]>([
    ['account_paused', ({ id }) => setMember(id, { pausedAt: null, pausedReason: null, pausedText: null })],
    ['account_suspended', ({ id }) => setMember(id, { suspendedAt: null })],
    ['email_change_requested', ({ id }) => setMember(id, { email: `${randomUUID()}@example.com` })],
    ['offer_deadline', ({ noticeId }) => setEnd(noticeId)],
    ['reward_ending', ({ noticeId }) => setEnd(noticeId)],
    [
      'reward_ending',
      async ({ noticeId }) => {
        const { id } = await openRedemption(database);
        await setStatus(id, 'reversed');
        const other = sql`jsonb_build_object('redemptionId', ${id}::text)`;
        await sql`update notices set data = data || ${other} where id = ${noticeId}`.execute(database);
      },
    ],
    [
      'threshold_reached',
      ({ id }) => setMember(id, { pausedAt: new Date(), pausedReason: 'region', pausedText: '' }),
    ],
    ['threshold_reached', ({ id }) => setMember(id, { suspendedAt: new Date() })],
    [
      'threshold_reached',
      ({ noticeId }) =>
        sql`update notices set data = data || '{"balance":1}' where id = ${noticeId}`.execute(database),
    ],
  ])('is not told once it is untrue, nor sent again: %s', async (kind, end) => {
    for (const isOver of [false, true]) {
      const member = await memberWithBrowser(standingFor(kind));
      const own = kind === 'email_change_requested' ? { to: member.email } : DATA[kind];
      const id = await tell(member.id, kind, randomUUID(), own);
      if (isOver) await end({ ...member, noticeId: id });
      await deliver(id);
      expect(mailsTo(member.email)).toHaveLength(isOver ? 0 : 1);
      if (isOver) expect(member.received).toEqual([]);
      expect(await stored(id)).toMatchObject({ deliveredAt: expect.any(Date) });
      const isSentAgain = !isOver && kind !== 'email_change_requested';
      expect(await resendable(member.id, id)).toBe(isSentAgain);
    }
  });

  test.each(['answered', 'decided', undefined])(
    'asks the member nothing if the review was %s meanwhile',
    async (end) => {
      const { id: redemptionId, memberId } = await openRedemption(database);
      await sql`insert into risk_reviews (redemption_id, user_id, rules, facts, due_at, question, asked_at, answer, answered_at,
          decision, decided_at)
        select ${redemptionId}, ${memberId}, '{}', '{}', now(), 'Is it yours?', now(),
          case ${end ?? ''} when 'answered' then 'Yes.' end, case ${end ?? ''} when 'answered' then now() end,
          case ${end ?? ''} when 'decided' then 'pay' end, case ${end ?? ''} when 'decided' then now() end`.execute(
        database,
      );
      const id = await tell(memberId, 'redemption_question', randomUUID(), {
        ...redemption,
        redemptionId,
        text: 'Is it yours?',
      });
      await deliver(id);
      expect(await stored(id)).toMatchObject({
        mailedAt: end ? null : expect.any(Date),
        deliveredAt: expect.any(Date),
      });
      expect(await resendable(memberId, id)).toBe(end === undefined);
    },
  );

  test('says when its fact was, also as a copy that staff send', async () => {
    const member = await createMember(database);
    const data = { to: member.email };
    const id = await tell(member.id, 'password_changed', randomUUID(), data);
    await sql`update notices set created_at = '2026-03-01T09:05:00Z' where id = ${id}`.execute(database);
    await deliver(id);
    await transact((tx) => resendNotice(tx, member.id, id));
    const { rows } = await sql<{ id: string }>`
      select id from notices where user_id = ${member.id} and key like 'resent:%'`.execute(database);
    await deliver(rows[0]?.id ?? '');
    const texts = mailsTo(member.email).map(({ text }) => text?.replace(/\s/g, ' '));
    const time = expect.stringContaining('Time: March 1, 2026 at 9:05 AM UTC.');
    expect(texts).toEqual([time, time]);
  });
});

describe('a member with two browsers, of which one fails,', () => {
  const bodies = ({ received }: { received: { message: { body: string } }[] }) =>
    received.map(({ message }) => message.body);
  const subscribed = async (userId: string) =>
    (await database.selectFrom('pushSubscriptions').select('endpoint').where('userId', '=', userId).execute())
      .length;
  /** Credits the member and returns the id of the notice. */
  async function creditTold(userId: string, points: number): Promise<string> {
    const [posted] = await credit(database, userId, points);
    const transferId = posted?.id ?? '';
    await transact((tx) => notifyOfCredits(tx, [transferId], 1_000_000));
    return (
      await database
        .selectFrom('notices')
        .select('id')
        .where('transferId', '=', transferId)
        .executeTakeFirstOrThrow()
    ).id;
  }

  test('sees each message once in the other, however often it is tried', async () => {
    const one = await memberWithBrowser();
    const other = await secondBrowserOf(one.id);
    other.answer(503);
    const id = await tell(one.id, 'redemption_issued');
    for (let n = 0; n < 3; n += 1) await expect(deliver(id)).rejects.toThrow('503');
    expect([one.received.length, other.received.length]).toEqual([1, 0]);
    expect(await stored(id)).toMatchObject({ pushedAt: null, deliveredAt: null });
    other.answer(201);
    await deliver(id);
    expect([one.received.length, other.received.length]).toEqual([1, 1]);
    expect(await stored(id)).toMatchObject({ pushedAt: expect.any(Date), deliveredAt: expect.any(Date) });
    expect(mailsTo(one.email)).toHaveLength(1);
  });

  test.each([401, 403])(
    'misses this message and keeps the browser when its service answers %i',
    async (status) => {
      const one = await memberWithBrowser();
      const other = await secondBrowserOf(one.id);
      other.answer(status);
      const id = await tell(one.id, 'redemption_issued');
      await deliver(id);
      expect([one.received.length, await subscribed(one.id)]).toEqual([1, 2]);
      expect(await stored(id)).toMatchObject({ pushedAt: expect.any(Date), deliveredAt: expect.any(Date) });
      // The clock of the site is right again.
      other.answer(201);
      await deliver(await tell(one.id, 'redemption_issued'));
      expect([one.received.length, other.received.length]).toEqual([2, 1]);
    },
  );

  test('never sees an earlier balance in the place of a later one', async () => {
    const one = await memberWithBrowser();
    const other = await secondBrowserOf(one.id);
    other.answer(503);
    const first = await creditTold(one.id, 50);
    await expect(deliver(first)).rejects.toThrow('503');
    const second = await creditTold(one.id, 70);
    other.answer(201);
    await deliver(second);
    await deliver(first);
    expect(bodies(one)).toEqual([expect.stringContaining('0.50'), expect.stringContaining('1.20')]);
    expect(bodies(other)).toEqual([expect.stringContaining('1.20')]);
    expect(await stored(first)).toMatchObject({ deliveredAt: expect.any(Date) });
  });

  test('sees both credits there when they come in their order, which is that of the ledger', async () => {
    const one = await memberWithBrowser();
    const other = await secondBrowserOf(one.id);
    other.answer(503);
    const first = await creditTold(one.id, 50);
    const second = await creditTold(one.id, 70);
    // The transaction of the second credit began before that of the first.
    await sql`update notices set created_at = created_at - interval '1 minute' where id = ${second}`.execute(
      database,
    );
    for (const id of [first, second]) await expect(deliver(id)).rejects.toThrow('503');
    other.answer(201);
    for (const id of [first, second, first]) await deliver(id);
    const both = [expect.stringContaining('0.50'), expect.stringContaining('1.20')];
    expect([bodies(one), bodies(other)]).toEqual([both, both]);
    const third = await creditTold(one.id, 5);
    const fourth = await creditTold(one.id, 5);
    await sql`update notices set created_at = created_at - interval '1 minute' where id = ${fourth}`.execute(
      database,
    );
    for (const id of [fourth, third]) await deliver(id);
    expect(bodies(one)).toHaveLength(3);
  });
});

describe('the switches', () => {
  const SECURITY = KINDS.filter((kind) => 'to' in DATA[kind]);
  const ALWAYS: NoticeKind[] = [
    'account_paused',
    'account_reinstated',
    'account_resumed',
    'account_suspended',
    'announcement',
    'api_key_created',
    'appeal_granted',
    'appeal_kept',
    'claim_refused',
    'points_removed',
    'redemption_checked',
    'redemption_refused',
    'redemption_details',
    'redemption_question',
    'review_refunded',
    'review_lapsed',
    'review_stopped',
    'review_overdue',
    'suspension_kept',
    'webhook_addressed',
    'webhook_stopped',
    'staff_changed',
    'staff_suspension',
    'connection_ended',
    'staff_factor_reset',
    'staff_role_changed',
  ];

  test('email off: only security and decisions about the account and its money are mailed', async () => {
    const member = await memberWithBrowser({
      ...STOPPED,
      emailNotifications: false,
      pushNotifications: false,
    });
    await database
      .updateTable('users')
      .set({ email: 'off@example.com' })
      .where('id', '=', member.id)
      .execute();
    for (const kind of KINDS) await deliver(await tell(member.id, kind));
    expect(mailsTo('off@example.com')).toHaveLength(ALWAYS.length);
    // Not that the account is asked to leave the old address, as it has.
    expect(mailsTo('old@example.com')).toHaveLength(SECURITY.length - 1);
    expect(member.received).toEqual([]);
  });

  test('push on: everything but security and mails to many is pushed', async () => {
    const member = await memberWithBrowser(STOPPED);
    for (const kind of KINDS) await deliver(await tell(member.id, kind));
    const open = { pausedAt: null, pausedReason: null, pausedText: null, suspendedAt: null };
    await database.updateTable('users').set(open).where('id', '=', member.id).execute();
    await deliver(await tell(member.id, 'threshold_reached'));
    expect(member.received).toHaveLength(KINDS.length - SECURITY.length - 2);
    expect(mailsTo(member.email)).toHaveLength(KINDS.length - SECURITY.length - 2);
  });

  test('alert off: no notice tells about the threshold', async () => {
    const member = await memberWithBrowser({ dataAlerts: false });
    await deliver(await tell(member.id, 'threshold_reached'));
    expect([mailsTo(member.email), member.received]).toEqual([[], []]);
  });

  test('who can redeem nothing is not told that a reward is ready', async () => {
    const member = await memberWithBrowser();
    const asked: string[] = [];
    const canRedeem = async (memberId: string) => asked.push(memberId) > 1;
    const id = await tell(member.id, 'threshold_reached');
    await deliverNotice(transact, { ...ports, canRedeem }, { noticeId: id });
    expect([mailsTo(member.email), member.received]).toEqual([[], []]);
    expect(await stored(id)).toMatchObject({ mailedAt: null, deliveredAt: expect.any(Date) });
    await deliverNotice(
      transact,
      { ...ports, canRedeem },
      { noticeId: await tell(member.id, 'threshold_reached') },
    );
    expect(mailsTo(member.email)).toHaveLength(1);
    expect(asked).toEqual([member.id, member.id]);
  });

  test('marketing goes only to members whose consent stands at the moment of sending', async () => {
    const [agreed, changed] = [
      await memberWithBrowser({ marketingConsentAt: new Date() }),
      await memberWithBrowser({ marketingConsentAt: new Date() }),
    ];
    const [first, second] = [await tell(agreed.id, 'marketing'), await tell(changed.id, 'marketing')];
    await database
      .updateTable('users')
      .set({ marketingConsentAt: null })
      .where('id', '=', changed.id)
      .execute();
    await Promise.all([deliver(first), deliver(second)]);
    const [mail] = mailsTo(agreed.email);
    const link = /^<(https:\/\/rewards\.example\/unsubscribe\?token=[\w.-]+)>$/.exec(
      mail?.header('list-unsubscribe') ?? '',
    )?.[1];
    expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mailsTo(changed.email)).toEqual([]);
  });
});

test('an announcement reaches a member without consent and with every switch off, without a link that ends such mails', async () => {
  const member = await memberWithBrowser({
    ...{ emailNotifications: false, pushNotifications: false, marketingConsentAt: null },
  });
  await deliver(await tell(member.id, 'announcement'));
  const [mail, ...others] = mailsTo(member.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Our terms');
  expect(mail?.header('list-unsubscribe')).toBeUndefined();
  expect(mail?.text).not.toContain('/unsubscribe');
});

test.each(KINDS)('the notice %s is complete, escaped, and names its language', async (kind) => {
  const member = await memberWithBrowser({
    ...standingFor(kind),
    marketingConsentAt: new Date(),
    locale: 'xx',
  });
  await database
    .updateTable('users')
    .set({ email: `${kind}@example.com` })
    .where('id', '=', member.id)
    .execute();
  const own = kind === 'email_change_requested' ? { to: `${kind}@example.com` } : DATA[kind];
  await deliver(await tell(member.id, kind, randomUUID(), own));
  const { to: address = `${kind}@example.com` } = own as { to?: string };
  const mail = mailsTo(address).at(-1);
  if (kind !== 'points_credited') {
    expect(mail?.html).toContain('<html lang="en" dir="ltr">');
    expect(mail?.html).not.toMatch(/<i>|<b>/);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/\{(?!more)\w+\}|undefined|null/);
  }
  for (const { message } of member.received) {
    expect(`${message.title}${message.body}`).not.toMatch(/\{(?!more)\w+\}|undefined/);
  }
});

test('a marketing mail to more members than the queue is to hold is queued in parts, each member once', async () => {
  await sql`insert into users (email, password, name, email_verified, marketing_consent_at)
    select gen_random_uuid() || '@example.com', 'none', 'Robin Example', true, now() from generate_series(1, 1200)`.execute(
    database,
  );
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  await sql`update notices set delivered_at = now() where delivered_at is null`.execute(database);
  const agreed = await sendToMany(transact, 'marketing', { subject: 'News', text: 'Good ones.' });
  expect(agreed).toBeGreaterThanOrEqual(1_200);
  const queued = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from graphile_worker.jobs where attempts < max_attempts`.execute(database);
    return rows[0]?.count;
  };
  expect(await queued()).toBe(1_000);
  await transact(queueToMany);
  expect(await queued()).toBe(1_000);
  // Who was refused once waits for the next try and holds up nobody.
  await sql`update graphile_worker._private_jobs set attempts = 1
    where key in (select key from graphile_worker._private_jobs order by id limit 100)`.execute(database);
  await transact(queueToMany);
  expect(await queued()).toBe(1_100);

  // Some are delivered, and one has had its last try.
  await sql`with taken as (
      select key from graphile_worker._private_jobs order by id limit 400
    ), given_up as (
      update graphile_worker._private_jobs set attempts = max_attempts
      where key = (select max(key) from graphile_worker._private_jobs where key not in (select key from taken))
    ), delivered as (
      update notices set delivered_at = now() where 'deliver_notice:' || id in (select key from taken)
    )
    delete from graphile_worker._private_jobs where key in (select key from taken)`.execute(database);
  await transact(queueToMany);
  expect(await queued()).toBe(agreed - 400 - 1);
});

test('the count of the members whom a mail reaches may take longer than other statements', async () => {
  const mail = { subject: 'Long', text: 'One.' };
  let counting: Promise<unknown> | undefined;
  await transact(async (busy) => {
    await sql`lock table notices`.execute(busy);
    counting = transact(async (tx) => {
      await sql`set local statement_timeout = 2000`.execute(tx);
      return countReach(tx, 'marketing', mail);
    });
    await untilBlocked(busy);
    await pause(2_500);
  });
  expect(await counting).toMatchObject({ mailed: 0 });
});

test('marketing mails whose turn does not come within five days are dropped, and can be sent once more', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  await sql`delete from notices`.execute(database);
  const mail = { subject: 'Slow news', text: 'Good ones.' };
  const agreed = await sendToMany(transact, 'marketing', mail);
  const [queued, delivered, begun, older] = (await database.selectFrom('notices').select('id').execute()).map(
    ({ id }) => id,
  );
  await sql`delete from graphile_worker._private_jobs where key <> ${`deliver_notice:${queued}`}`.execute(
    database,
  );
  await sql`update notices set created_at = now() - case when id = ${older} then interval '6 days' else interval '5 days' end,
    delivered_at = case when id = ${delivered} then now() end, leased_until = case when id = ${begun} then now() end`.execute(
    database,
  );
  expect(await transact(dropToMany)).toBe(agreed - 4);
  expect(await transact(dropToMany)).toBe(0);
  const kept = (await database.selectFrom('notices').select('id').execute()).map(({ id }) => id);
  expect(kept.sort()).toEqual([queued, delivered, begun, older].sort());
  expect(await sendToMany(transact, 'marketing', mail)).toBe(agreed - 4);
});

test('an announcement goes once more to those whom it did not reach, and to nobody else', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  await sql`delete from notices`.execute(database);
  const mail = { subject: 'Our terms', text: 'New ones.' };
  const members = await sendToMany(transact, 'announcement', mail);
  const queued = await database
    .selectFrom('notices')
    .select(['id', 'userId'])
    .where(
      sql<boolean>`exists (select from graphile_worker.jobs j where j.key = 'deliver_notice:' || notices.id)`,
    )
    .orderBy('id')
    .limit(4)
    .execute();
  const [usedUp, lastTry, refused, waiting] = queued.map(({ id }) => id);
  await sql`delete from graphile_worker._private_jobs
    where key <> all (${[usedUp, lastTry, waiting].map((id) => `deliver_notice:${id}`)})`.execute(database);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key <> ${`deliver_notice:${waiting}`}`.execute(
    database,
  );
  await sql`update notices set leased_until = now() + interval '1 hour' where id = ${lastTry}`.execute(
    database,
  );
  await sql`update notices set delivered_at = now(), mailed_at = case when id <> ${refused} then now() end
    where id <> all (${[usedUp, lastTry, waiting]}::uuid[])`.execute(database);

  const reach = () => transact((tx) => countReach(tx, 'announcement', mail));
  expect(await reach()).toEqual({ members, mailed: members - 4, waiting: 2 });
  expect(await sendToMany(transact, 'announcement', mail)).toBe(2);
  expect(await reach()).toEqual({ members, mailed: members - 4, waiting: 4 });
  const { rows } = await sql<{ userId: string }>`select n.user_id from notices n
    join graphile_worker.jobs j on j.key = 'deliver_notice:' || n.id where j.attempts = 0 order by n.user_id`.execute(
    database,
  );
  const again = queued.filter(({ id }) => id !== lastTry).map(({ userId }) => userId);
  expect(rows.map(({ userId }) => userId)).toEqual(again.sort());
});

test('an announcement that was refused and that staff send again is on its way, and then counts as mailed', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  await sql`delete from notices`.execute(database);
  const member = await createMember(database);
  const mail = { subject: 'Our terms', text: 'Those of today.' };
  const members = await sendToMany(transact, 'announcement', mail);
  const noticesOf = () =>
    database.selectFrom('notices').select('id').where('userId', '=', member.id).execute();
  const [{ id } = { id: '' }] = await noticesOf();
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  await sql`update notices set created_at = now() - interval '6 days', delivered_at = now(),
    mailed_at = case when id <> ${id} then now() end`.execute(database);
  const reach = () => transact((tx) => countReach(tx, 'announcement', mail));
  expect(await reach()).toEqual({ members, mailed: members - 1, waiting: 0 });

  await transact((tx) => resendNotice(tx, member.id, id));
  expect(await reach()).toEqual({ members, mailed: members - 1, waiting: 1 });
  expect(await sendToMany(transact, 'announcement', mail)).toBe(0);
  await deliver(id);
  expect(await reach()).toEqual({ members, mailed: members, waiting: 0 });
  expect(await sendToMany(transact, 'announcement', mail)).toBe(0);
  expect([mailsTo(member.email).length, await noticesOf()]).toEqual([1, [{ id }]]);

  // Who has it and asks for it once more gets a copy, which mail servers do not drop.
  await transact((tx) => resendNotice(tx, member.id, id));
  expect(await noticesOf()).toHaveLength(2);
  expect(await reach()).toEqual({ members, mailed: members, waiting: 0 });
});
