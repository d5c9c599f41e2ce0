import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WEBHOOK_FAILING_DAYS, WEBHOOK_KEPT_DAYS, type WebhookEventType } from '#contract/webhooks.values.ts';
import type { Tx } from '#database/client.ts';
import { memberAccount, post, proveLedger, rollUpLedger, wallAccount } from '#domain/ledger/index.ts';
import { applyRetention } from '#domain/privacy/retention.ts';
import { webhookSender } from '#providers/webhooks/send.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { startWebhookReceiver } from '#testing/webhook-receiver.ts';
import { collectEvents } from './collect.ts';
import { RESENT_MAX, resendDelivery, resendFailed } from './deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  mendDeliveries,
  openWebhookWorker,
  removeWebhook,
  renewWebhookSecret,
  type WebhookPorts,
} from './index.ts';
import { leaseDue } from './lease.ts';
import { settleTry } from './settle.ts';

const { database, transact } = await testDatabase();
const owner = await createMember(database, { isAdmin: true });
const ports: WebhookPorts = {
  transact,
  sender: webhookSender({ allowLoopback: true }),
  key: randomBytes(32),
};
/** Milliseconds for one try: more than any takes on a busy machine. */
const TRY_MS_MAX = 2 * WAIT.timeout;
/** How long a try waits for a receiver that says nothing: time enough for the request to reach it. */
const SILENCE_MS = 3_000;
const HOUR_S = 3_600;

async function endpoint(events: WebhookEventType[] = ['task.credited']) {
  const receiver = await startWebhookReceiver();
  const made = await transact((tx) =>
    createWebhook(tx, ports, { url: receiver.url, description: 'CRM', events, adminId: owner.id }),
  );
  const deliveries = () =>
    database
      .selectFrom('webhookDeliveries')
      .selectAll()
      .where('endpointId', '=', made.id)
      .orderBy('id')
      .execute();
  const read = () =>
    database.selectFrom('webhookEndpoints').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow();
  return { ...made, receiver, deliveries, read };
}
async function credit(tx: Tx, member: { id: string }): Promise<string> {
  const reference = randomUUID();
  await post(tx, [
    {
      key: `credit:test:${reference}`,
      unit: 'points',
      amount: 5,
      kind: 'credit',
      reference,
      from: wallAccount('test'),
      to: memberAccount(member.id),
      actor: 'wall:test',
    },
  ]);
  return reference;
}
const credits = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => transact(await creditOfNew())));
async function creditOfNew() {
  const member = await createMember(database);
  return (tx: Tx) => credit(tx, member);
}

/** One look of a worker, which ends when everything it took has been sent. */
async function work(used = ports, tryMsMax = TRY_MS_MAX): Promise<void> {
  const fail = (error: unknown) => {
    throw error;
  };
  const worker = openWebhookWorker(used, fail, tryMsMax);
  await worker.turn();
  await worker.stop(WAIT.timeout);
}
/** Lets pauses and leases pass. */
const letPass = () =>
  sql`update webhook_deliveries set next_at = now(), leased_until = null
  where state = 'waiting'`.execute(database);
/** Makes deliveries that wait old, and due. */
const letAge = () =>
  sql`update webhook_deliveries set next_at = now(), created_at = now() - interval '3 days 1 minute'
  where state = 'waiting'`.execute(database);
const idsOf = (received: { headers: Record<string, unknown> }[]) =>
  received.map(({ headers }) => String(headers['webhook-id']));

beforeEach(async () => {
  await sql`delete from webhook_endpoints`.execute(database);
  await sql`delete from webhook_events`.execute(database);
});
afterEach(async () => expect(await proveLedger(database)).toEqual([]));

describe('a fact', () => {
  test('that was committed is sent, even if no worker ran at that time; one that was rolled back is not', async () => {
    const { receiver } = await endpoint(['task.credited', 'member.created', 'member.paused']);
    const member = await createMember(database);
    const rolledBack = transact(async (tx) => {
      await credit(tx, member);
      await sql`update users set paused_at = now(), paused_reason = 'region', paused_text = 'x'
        where id = ${member.id}`.execute(tx);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const taskId = await transact((tx) => credit(tx, member));
    await work();
    // Both are sent at the same time.
    const told = receiver.received.map(({ body }) => JSON.parse(body));
    expect(told.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'member.created', timestamp: expect.any(String), data: { memberId: member.id } },
      {
        type: 'task.credited',
        timestamp: expect.any(String),
        data: { memberId: member.id, taskId, source: 'test', points: 5, balance: 5 },
      },
    ]);
    await work();
    expect(receiver.received).toHaveLength(2);
  });

  test('is not stored if no endpoint wants it', async () => {
    await endpoint(['award.issued']);
    await credits(2);
    await work();
    expect(await database.selectFrom('webhookEvents').selectAll().execute()).toEqual([]);
  });

  test('is sent once although a transfer with a smaller id is committed after it', async () => {
    const { receiver } = await endpoint();
    const [slow, fast] = [await creditOfNew(), await creditOfNew()];
    const posted = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const late = transact(async (tx) => {
      const taskId = await slow(tx);
      posted.resolve();
      await mayCommit.promise;
      return taskId;
    });
    await posted.promise;
    const taskIds = [await transact(fast)];
    for (let turn = 0; turn < 3; turn += 1) await work();
    mayCommit.resolve();
    taskIds.push(await late);
    for (let turn = 0; turn < 3; turn += 1) await work();
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.taskId);
    expect(told.toSorted()).toEqual(taskIds.toSorted());
  });

  test('is not told again if the roll-up is behind what was told, as after a restore', async () => {
    const { receiver } = await endpoint();
    const { rows } = await sql<{ readTo: string }>`
      update webhook_cursor set read_to = (select max(id) + 100 from ledger_transfers)
      returning read_to::text as read_to`.execute(database);
    await credits(1);
    await work();
    await sql`update webhook_cursor set read_to = (select rolled_to from ledger_rollup)
      where read_to = ${rows[0]?.readTo}::bigint`.execute(database);
    await credits(1);
    await work();
    expect(receiver.received).toHaveLength(1);
  });

  test('from before the endpoint was made, or while it was off, is not sent', async () => {
    await credits(1);
    const { id, receiver } = await endpoint();
    await credits(1);
    await work();
    await transact((tx) => changeWebhook(tx, ports.sender, id, { on: false }));
    await credits(1);
    await work();
    await transact((tx) => changeWebhook(tx, ports.sender, id, { on: true }));
    const [taskId] = await credits(1);
    await work();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toContain(taskId);
  });

  test('is not lost to an endpoint while another one is switched on', async () => {
    const [first, second] = [await endpoint(), await endpoint()];
    const turn = (tx: Tx, { id }: { id: string }, on: boolean) => changeWebhook(tx, ports.sender, id, { on });
    for (const each of [first, second]) await transact((tx) => turn(tx, each, false));
    let other: Promise<unknown> | undefined;
    let told: string[] = [];
    await transact(async (tx) => {
      await turn(tx, first, true);
      told = await credits(1);
      await rollUpLedger(transact);
      other = transact((later) => turn(later, second, true));
      await untilBlocked(tx);
    });
    await other;
    await work();
    expect(first.receiver.received.map(({ body }) => JSON.parse(body).data.taskId)).toEqual(told);
  });
});

describe('a delivery', () => {
  test("carries a signature that the receivers' library accepts, made with both secrets for a day after a renewal", async () => {
    const { id, secret, receiver } = await endpoint();
    const verified = (by: string) => {
      const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
      return () => new Webhook(by).verify(body, headers as Record<string, string>);
    };
    await credits(1);
    await work();
    expect(verified(secret)()).toMatchObject({ type: 'task.credited' });
    expect(receiver.received[0]?.headers['content-type']).toBe('application/json');

    const renewed = await transact((tx) => renewWebhookSecret(tx, ports.key, id));
    await credits(1);
    await work();
    verified(secret)();
    verified(renewed.secret)();

    // The answer to that was lost, so it is renewed again while the receiver has the first.
    const again = await transact((tx) => renewWebhookSecret(tx, ports.key, id));
    await credits(1);
    await work();
    for (const one of [secret, renewed.secret, again.secret]) verified(one)();

    await sql`update webhook_endpoints set previous_until = now()`.execute(database);
    await credits(1);
    await work();
    verified(again.secret)();
    for (const one of [secret, renewed.secret]) expect(verified(one)).toThrow('No matching signature');
  });

  test('that fails is tried nine more times under the same id with growing pauses, then never again', async () => {
    const { receiver, deliveries } = await endpoint();
    receiver.answer({ status: 500, body: 'out of order' });
    await credits(1);
    const pauses: { least: number; most: number }[] = [];
    for (let n = 1; n <= 10; n += 1) {
      await letPass();
      const before = Date.now();
      await work();
      const after = Date.now();
      const [delivery] = await deliveries();
      expect(delivery).toMatchObject({ tries: n, state: n === 10 ? 'failed' : 'waiting', leasedUntil: null });
      const nextAt = Number(delivery?.nextAt);
      pauses.push({ least: (nextAt - after) / 1_000, most: (nextAt - before) / 1_000 });
    }
    const expected = [
      5,
      300,
      1800,
      2 * HOUR_S,
      5 * HOUR_S,
      10 * HOUR_S,
      14 * HOUR_S,
      20 * HOUR_S,
      24 * HOUR_S,
    ];
    for (const [n, seconds] of expected.entries()) {
      expect(pauses[n]?.most).toBeGreaterThanOrEqual(seconds - 1);
      expect(pauses[n]?.least).toBeLessThan(seconds * 1.2 + 1);
    }
    expect(new Set(idsOf(receiver.received)).size).toBe(1);
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times).toEqual(times.toSorted());
    await letPass();
    await work();
    expect(receiver.received).toHaveLength(10);
    const attempts = await database.selectFrom('webhookAttempts').selectAll().execute();
    expect(attempts).toHaveLength(10);
    expect(attempts[0]).toMatchObject({ status: 500, failure: null, answer: 'out of order' });
  });

  test.each([
    [{ status: 503, headers: { 'retry-after': '7200' } }, 7_200],
    [{ status: 429, headers: { 'retry-after': '999999' } }, 24 * HOUR_S],
    [{ status: 500, headers: { 'retry-after': '7200' } }, 5],
    [{ status: 302, headers: { location: 'https://elsewhere.example/' } }, 5],
    ['silence' as const, 5],
    [{ status: 101, headers: { connection: 'Upgrade', upgrade: 'other' } }, 5],
  ])('that gets the response %j waits so many seconds', async (reply, seconds) => {
    const { receiver, deliveries } = await endpoint();
    receiver.answer(reply);
    await credits(1);
    const before = Date.now();
    await work(ports, reply === 'silence' ? SILENCE_MS : TRY_MS_MAX);
    const after = Date.now();
    const [delivery] = await deliveries();
    expect(Number(delivery?.nextAt) - before).toBeGreaterThanOrEqual((seconds - 1) * 1_000);
    expect(Number(delivery?.nextAt) - after).toBeLessThan((seconds + 2) * 1_000);
    expect(receiver.received).toHaveLength(1);
  });

  test('ends in the time of a try, or of a stop, although its sender never settles', async () => {
    const { deliveries } = await endpoint();
    const lost = { ...ports, sender: { ...ports.sender, post: () => new Promise<never>(() => {}) } };
    await credits(1);
    await work(lost, 100);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', tries: 1, leasedUntil: null }]);
    const attempts = database.selectFrom('webhookAttempts').select(['status', 'failure']);
    expect(await attempts.execute()).toEqual([{ status: null, failure: 'timeout' }]);

    await letPass();
    const worker = openWebhookWorker(lost, () => {}, TRY_MS_MAX);
    await worker.turn();
    await worker.stop(1);
    // Another process takes it when the lease ends.
    expect(await deliveries()).toMatchObject([{ state: 'waiting', tries: 2, leasedUntil: expect.any(Date) }]);
    expect(await attempts.execute()).toHaveLength(1);
  });

  test('that failed is sent again on request, with a new schedule', async () => {
    const { id, receiver, deliveries, read } = await endpoint();
    receiver.answer({ status: 500 });
    await credits(2);
    await work();
    await letPass();
    await work();
    await letPass();
    await work();
    expect((await read()).failingSince).not.toBeNull();
    await sql`update webhook_deliveries set state = 'failed', tries = 10`.execute(database);
    const [first] = await deliveries();
    await transact((tx) => resendDelivery(tx, id, first?.id ?? ''));
    await work();
    const [again] = await deliveries();
    expect(again).toMatchObject({ state: 'waiting', tries: 11, earlierTries: 10 });
    expect(Number(again?.nextAt) - Date.now()).toBeLessThan(10_000);

    receiver.answer({ status: 204 });
    const since = (hours: number) => new Date(Date.now() - hours * HOUR_S * 1_000);
    expect(await transact((tx) => resendFailed(tx, id, since(-1)))).toEqual({ count: 0, left: 0 });
    expect(await transact((tx) => resendFailed(tx, id, since(1)))).toEqual({ count: 1, left: 0 });
    await letPass();
    await work();
    await work();
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect((await read()).failingSince).toBeNull();
    // It was made days before its last try.
    await sql`update webhook_deliveries
      set state = 'failed', created_at = now() - interval '4 days', next_at = now() - interval '1 hour'`.execute(
      database,
    );
    expect(await transact((tx) => resendFailed(tx, id, since(0.5)))).toEqual({ count: 0, left: 0 });
    expect(await transact((tx) => resendFailed(tx, id, since(24)))).toEqual({ count: 2, left: 0 });
    expect(new Set(idsOf(receiver.received)).size).toBe(2);
  });

  test('that failed among more than are sent again at once waits for a repeat, which is said', async () => {
    const { id } = await endpoint();
    await sql`with events as (
        insert into webhook_events (type, happened_at, data, spread_at)
        select 'task.credited', now(), '{}', now() from generate_series(1, ${RESENT_MAX + 2}) returning id
      )
      insert into webhook_deliveries (endpoint_id, event_id, state) select ${id}, id, 'failed' from events`.execute(
      database,
    );
    const resend = () => transact((tx) => resendFailed(tx, id, new Date(Date.now() - HOUR_S * 1_000)));
    expect(await resend()).toEqual({ count: RESENT_MAX, left: 2 });
    expect(await resend()).toEqual({ count: 2, left: 0 });
  });

  test('that waits longer than any, after the clock of the database went back, is due again', async () => {
    const { deliveries } = await endpoint();
    await credits(4);
    await collectEvents(transact);
    const [untried, leased, tried, sending] = (await deliveries()).map(({ id }) => id);
    const set = (id: string | undefined, tries: number, next: string, isLeased: boolean) =>
      sql`update webhook_deliveries set tries = ${tries}, next_at = now() + ${next}::interval,
        leased_until = case when ${isLeased} then now() + ${next}::interval end where id = ${id}`.execute(
        database,
      );
    await set(untried, 0, '2 hours', false);
    await set(leased, 1, '2 hours', true);
    await set(tried, 5, '5 hours', false);
    await set(sending, 1, '1 minute', true);
    expect(await transact(mendDeliveries)).toBe(2);
    const due = (await deliveries()).filter(({ nextAt }) => nextAt <= new Date());
    expect(due).toMatchObject([
      { id: untried, leasedUntil: null },
      { id: leased, leasedUntil: null },
    ]);
  });

  test('that a worker settles after its lease has run out is not leased again', async () => {
    const { deliveries } = await endpoint();
    await credits(1);
    await collectEvents(transact);
    const [late] = await transact((tx) => leaseDue(tx, 1));
    if (!late) throw new Error('nothing was leased');
    await letPass();
    let leasing: Promise<unknown[]> | undefined;
    await transact(async (tx) => {
      await settleTry(tx, late, { status: 204, text: '', retryAfterMs: null }, 1);
      leasing = transact((other) => leaseDue(other, 1));
      await untilBlocked(tx);
    });
    expect(await leasing).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 1, leasedUntil: null }]);
  });

  test('of a killed worker is sent again under the same id when the lease ends, and counts once', async () => {
    const { receiver, deliveries } = await endpoint();
    const release = receiver.hold();
    await credits(1);
    const killed = work();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    await work();
    expect(receiver.received).toHaveLength(1);
    await letPass();
    const second = work();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT);
    release();
    await Promise.all([killed, second]);
    expect(new Set(idsOf(receiver.received)).size).toBe(1);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 2 }]);
    expect(await database.selectFrom('webhookAttempts').select('id').execute()).toHaveLength(1);
  });
});

test('an event is deleted after 30 days, with every try to send it', async () => {
  const { deliveries } = await endpoint();
  await credits(2);
  await work();
  await sql`update webhook_events set created_at = now() - make_interval(days => ${WEBHOOK_KEPT_DAYS}, hours => 1)
    where id = (select event_id from webhook_deliveries order by id limit 1)`.execute(database);
  await applyRetention(transact, 'hourly');
  expect(await deliveries()).toHaveLength(1);
  expect(await database.selectFrom('webhookEvents').select('id').execute()).toHaveLength(1);
  expect(await database.selectFrom('webhookAttempts').select('id').execute()).toHaveLength(1);
});

describe('an endpoint', () => {
  test('gets each event once and few at a time, however many workers run', async () => {
    const { receiver, deliveries } = await endpoint();
    const other = await endpoint(['member.created']);
    const release = receiver.hold();
    const taskIds = await credits(30);
    const workers = Array.from({ length: 4 }, () => openWebhookWorker(ports, () => {}, TRY_MS_MAX));
    await Promise.all(workers.map((worker) => worker.turn()));
    // The other endpoint need not wait for the one that does not respond yet.
    await vi.waitFor(() => expect(other.receiver.received).toHaveLength(30), WAIT);
    release();
    await vi.waitFor(async () => {
      await Promise.all(workers.map((worker) => worker.turn()));
      expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
    }, WAIT);
    await Promise.all(workers.map((worker) => worker.stop(WAIT.timeout)));
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.taskId);
    expect(told.toSorted()).toEqual(taskIds.toSorted());
    expect(receiver.openMax()).toBeLessThanOrEqual(4);
  });

  test('that is slow leaves the next turn to one that has fewer deliveries under way, however much waits for it', async () => {
    const slow = await endpoint();
    await credits(6);
    await collectEvents(transact);
    const other = await endpoint();
    await credits(4);
    await collectEvents(transact);
    const lease = async (room: number) =>
      (await transact((tx) => leaseDue(tx, room))).map(({ endpointId }) => endpointId).toSorted();
    expect(await lease(2)).toEqual([slow.id, other.id].toSorted());
    expect(await lease(4)).toEqual([slow.id, slow.id, other.id, other.id].toSorted());
    await sql`update webhook_deliveries set state = 'delivered', leased_until = null
      where endpoint_id = ${other.id} and leased_until is not null`.execute(database);
    // What waits for the slow one is older.
    expect(await lease(1)).toEqual([other.id]);
  });

  test('can be removed while its deliveries fail, and gets nothing more', async () => {
    const { id, receiver } = await endpoint();
    receiver.answer({ status: 500 });
    await credits(4);
    const release = receiver.hold();
    const sending = work();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(4), WAIT);
    release();
    await Promise.all([sending, transact((tx) => removeWebhook(tx, id))]);
    await work();
    expect(receiver.received).toHaveLength(4);
  });

  test('is removed at once, however much it was sent, which is deleted with its events', async () => {
    const { id, deliveries } = await endpoint();
    await credits(2);
    await collectEvents(transact);
    const [sending] = await transact((tx) => leaseDue(tx, 1));
    if (!sending) throw new Error('nothing was leased');
    await transact(async (busy) => {
      await sql`select from webhook_deliveries for update`.execute(busy);
      await transact((tx) => removeWebhook(tx, id));
    });
    await transact((tx) => settleTry(tx, sending, { status: 204, text: '', retryAfterMs: null }, 1));
    expect((await deliveries()).map(({ state }) => state).sort()).toEqual(['delivered', 'waiting']);
    expect(await transact((tx) => leaseDue(tx, 9))).toEqual([]);
    await sql`update webhook_events set created_at = now() - make_interval(days => ${WEBHOOK_KEPT_DAYS + 1})`.execute(
      database,
    );
    await applyRetention(transact, 'hourly');
    expect(await deliveries()).toEqual([]);
  });

  test('that fails gets one delivery at a time', async () => {
    await endpoint();
    await credits(3);
    await sql`update webhook_endpoints set failing_since = now()`.execute(database);
    await openWebhookWorker(
      { ...ports, sender: { ...ports.sender, post: () => Promise.reject(new Error('killed')) } },
      () => {},
    ).turn();
    expect(await transact((tx) => leaseDue(tx, 9))).toEqual([]);
    const { rows } = await sql`select from webhook_deliveries where leased_until > now()`.execute(database);
    expect(rows).toHaveLength(1);
  });

  test('that responds with 410 is switched off, and the owners get one notice', async () => {
    const { id, receiver, deliveries, read } = await endpoint();
    receiver.answer({ status: 410 });
    await credits(3);
    await work();
    expect(await read()).toMatchObject({ activeSince: null, offReason: 'gone' });
    expect((await deliveries()).filter(({ state }) => state === 'failed')).not.toEqual([]);
    const notices = await database
      .selectFrom('notices')
      .select(['userId', 'kind', 'data'])
      .where('key', 'like', `webhook_stopped:${id}:%`)
      .execute();
    expect(notices).toEqual([
      { userId: owner.id, kind: 'webhook_stopped', data: { what: new URL(receiver.url).host } },
    ]);
    const before = receiver.received.length;
    await letPass();
    await work();
    expect(receiver.received).toHaveLength(before);
  });

  test('with a new address is neither failing nor switched off for what the one before responds', async () => {
    const { id, receiver, deliveries, read } = await endpoint();
    receiver.answer({ status: 500 });
    await credits(2);
    await work();
    expect(await read()).toMatchObject({ failingSince: expect.any(Date) });

    const next = await startWebhookReceiver();
    const move = () => transact((tx) => changeWebhook(tx, ports.sender, id, { url: next.url }));
    receiver.answer({ status: 410 });
    const release = receiver.hold();
    const before = receiver.received.length;
    await letPass();
    const sending = work();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(before + 1), WAIT);
    await move();
    const moved = { activeSince: expect.any(Date), offReason: null, failingSince: null };
    expect(await read()).toMatchObject(moved);
    release();
    await sending;
    expect(await read()).toMatchObject(moved);
    // Nor has the fact failed that the old address did not take.
    await letPass();
    await work();
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(new Set(idsOf(next.received)).size).toBe(2);
  });

  test('whose secret cannot be read fails, waits and is switched off like any other; a renewed secret mends it', async () => {
    const { id, receiver, deliveries, read } = await endpoint();
    const otherKey = { ...ports, key: randomBytes(32) };
    await credits(1);
    await work(otherKey);
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', tries: 1, leasedUntil: null }]);
    expect(await database.selectFrom('webhookAttempts').select(['status', 'failure']).execute()).toEqual([
      { status: null, failure: 'secret_unreadable' },
    ]);
    expect(await read()).toMatchObject({ failingSince: expect.any(Date) });

    await transact((tx) => renewWebhookSecret(tx, otherKey.key, id));
    await letPass();
    await work(otherKey);
    expect(receiver.received).toHaveLength(1);
    expect(await read()).toMatchObject({ failingSince: null });

    await work();
    await sql`update webhook_endpoints set failing_since = now() - make_interval(days => ${WEBHOOK_FAILING_DAYS}, mins => 1)`.execute(
      database,
    );
    await credits(1);
    await work();
    await letAge();
    await work();
    expect(await read()).toMatchObject({ activeSince: null, offReason: 'failing' });
  });

  test(`that fails for ${WEBHOOK_FAILING_DAYS} days is switched off; a success in between starts the count again`, async () => {
    const { id, receiver, deliveries, read } = await endpoint();
    const failFor = async (days: number) => {
      receiver.answer({ status: 500 });
      await credits(1);
      await work();
      await sql`update webhook_endpoints
        set failing_since = now() - make_interval(days => ${days}, mins => 1)`.execute(database);
      await letPass();
      await work();
    };
    await failFor(WEBHOOK_FAILING_DAYS - 1);
    expect(await read()).toMatchObject({ offReason: null });
    receiver.answer({ status: 200 });
    await letPass();
    await work();
    expect(await read()).toMatchObject({ failingSince: null });
    await failFor(WEBHOOK_FAILING_DAYS);
    // A fact that is new has its tries, and so has an old one that was sent again.
    expect(await read()).toMatchObject({ offReason: null });
    const [first] = await deliveries();
    await sql`update webhook_deliveries set state = 'failed', tries = 10`.execute(database);
    await transact((tx) => resendDelivery(tx, id, first?.id ?? ''));
    await letAge();
    await work();
    expect(await read()).toMatchObject({ offReason: null });
    await sql`update webhook_deliveries set earlier_tries = 0`.execute(database);
    await letAge();
    await work();
    expect(await read()).toMatchObject({ activeSince: null, offReason: 'failing' });
  });
});
