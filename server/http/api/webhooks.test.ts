import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { WEBHOOK_DATA, WebhookBody } from '#contract/webhooks.events.ts';
import { WEBHOOK_EVENTS, WEBHOOKS_MAX, type WebhookEventType } from '#contract/webhooks.values.ts';
import { verifyAuditTrail } from '#domain/administration/index.ts';
import { exampleOf } from '#server/http/docs/examples.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { startWebhookReceiver } from '#testing/webhook-receiver.ts';

patientCalls();
const site = await startPostbackSite();
const { database } = site;

async function owner() {
  const member = await createMember(database, { isAdmin: true });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  const make = (url: string, events: readonly WebhookEventType[] = ['member.created'], description = 'CRM') =>
    visitor.post('/api/admin/webhooks', { url, events, description });
  const patch = (id: string, changes: object) => visitor.call('PATCH', `/api/admin/webhooks/${id}`, changes);
  return { ...member, visitor, make, patch };
}
const admin = await owner();
const { visitor, make, patch } = admin;
const find = async (id: string) =>
  (await visitor.get('/api/admin/webhooks')).body.find((one: { id: string }) => one.id === id);
const deliveriesOf = async (id: string, query = '') =>
  (await visitor.get(`/api/admin/webhooks/${id}/deliveries${query}`)).body;
const remove = (id: string) => visitor.call('DELETE', `/api/admin/webhooks/${id}`);

describe('an owner', () => {
  test('makes a webhook, whose secret is shown once, encrypted in the database and absent from the trail', async () => {
    const receiver = await startWebhookReceiver();
    const made = await make(receiver.url);
    expect(made.status).toBe(200);
    const { id, secret } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await find(id)).toMatchObject({
      url: receiver.url,
      description: 'CRM',
      events: ['member.created'],
      off: null,
      createdBy: admin.name,
    });
    const stored = await database.selectFrom('webhookEndpoints').selectAll().execute();
    const trail = await database.selectFrom('auditEntries').selectAll().execute();
    const listed = await visitor.get('/api/admin/webhooks');
    for (const seen of [stored, trail, listed.body]) {
      expect(JSON.stringify(seen)).not.toContain(secret.slice(6, 20));
    }

    expect((await visitor.post(`/api/admin/webhooks/${id}/test`)).status).toBe(200);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    });
    await vi.waitFor(async () => {
      expect(await deliveriesOf(id)).toMatchObject([
        {
          eventId: headers['webhook-id'],
          state: 'delivered',
          nextAt: null,
          body: JSON.parse(body),
          attempts: [{ status: 200, failure: null }],
        },
      ]);
    }, WAIT);
    await remove(id);
  });

  test('leaves of an address only its host in the trail, and a digest by which a change shows', async () => {
    const { url } = await startWebhookReceiver();
    const [first, second] = [`${url}?token=first-secret`, `${url}?token=second-secret`];
    const { id } = (await make(first)).body;
    expect((await patch(id, { description: 'The CRM' })).status).toBe(200);
    expect((await patch(id, { url: second })).status).toBe(200);
    await remove(id);
    const trail = await database
      .selectFrom('auditEntries')
      .select(['before', 'after'])
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute();
    expect(JSON.stringify(trail)).not.toMatch(/first-secret|second-secret/);
    const states = trail.flatMap(({ before, after }) => [before, after]).filter((state) => state !== null);
    const shown = states as { host: string; addressDigest: string }[];
    expect(new Set(shown.map(({ host }) => host))).toEqual(new Set([new URL(url).host]));
    const digests = shown.map(({ addressDigest }) => addressDigest);
    const [one, , , , other] = digests;
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(other).not.toBe(one);
    expect(digests).toEqual([one, one, one, one, other, other]);
  });

  test('hears of a webhook that another owner makes or leads elsewhere, and of no other change', async () => {
    const other = await owner();
    const { url } = await startWebhookReceiver();
    const { id } = (await make(`${url}?token=secret`)).body;
    const told = async () =>
      (
        await database
          .selectFrom('notices')
          .select(['userId', 'data'])
          .where('kind', '=', 'webhook_addressed')
          .where('key', 'like', `webhook_addressed:${id}:%`)
          .execute()
      ).filter(({ userId }) => [admin.id, other.id].includes(userId));
    const data = { what: new URL(url).host };
    expect(await told()).toEqual([expect.objectContaining({ data }), expect.objectContaining({ data })]);
    await patch(id, { description: 'The CRM', url: `${url}?token=secret` });
    expect(await told()).toHaveLength(2);
    await patch(id, { url: `${url}?token=another` });
    expect((await told()).map(({ userId }) => userId).sort()).toEqual(
      [admin.id, admin.id, other.id, other.id].sort(),
    );
    expect(JSON.stringify(await told())).not.toMatch(/token/);
    await remove(id);
  });

  test('hears of a webhook that another owner removes or switches off, or that gets fewer events, and of no other change', async () => {
    const other = await owner();
    const { url } = await startWebhookReceiver();
    const events = ['member.created', 'award.issued'] as const;
    const { id } = (await make(url, events)).body;
    const told = async () =>
      (
        await database
          .selectFrom('notices')
          .select('data')
          .where('kind', '=', 'connection_ended')
          .where('key', 'like', `webhook_ended:${id}:%`)
          .where('userId', '=', other.id)
          .execute()
      ).map(({ data }) => data);
    const [first] = events;
    const data = { what: new URL(url).host };
    for (const [change, times] of [
      [{ description: 'The CRM' }, 0],
      [{ events: [first] }, 1],
      [{ events }, 1],
      [{ on: false }, 2],
      // Nobody hears of a change of what is off already.
      [{ events: [first] }, 2],
      [{ on: true }, 2],
    ] as const) {
      expect((await patch(id, change)).status).toBe(200);
      expect(await told()).toEqual(Array(times).fill(data));
    }
    await remove(id);
    expect(await told()).toEqual([data, data, data]);
  });

  test('renews the secret, switches it off and on, changes and removes it, with each action in the trail', async () => {
    const receiver = await startWebhookReceiver();
    const { id, secret } = (await make(receiver.url)).body;
    const renewed = await visitor.post(`/api/admin/webhooks/${id}/secret`);
    expect(renewed.body.secret).toMatch(/^whsec_/);
    expect(renewed.body.secret).not.toBe(secret);
    expect((await find(id)).previousSecretUntil).toBe(renewed.body.previousUntil);

    expect((await patch(id, { on: false })).status).toBe(200);
    expect((await find(id)).off).toBe('staff');
    for (const call of ['test', 'deliveries/1/resend']) {
      expect((await visitor.post(`/api/admin/webhooks/${id}/${call}`)).body.code).toBe('webhook_off');
    }
    expect((await patch(id, { on: true, events: ['award.issued'] })).status).toBe(200);
    expect(await find(id)).toMatchObject({ off: null, events: ['award.issued'] });
    expect((await patch(id, {})).status).toBe(400);

    expect((await remove(id)).status).toBe(200);
    expect(await find(id)).toBeUndefined();
    for (const gone of [
      remove(id),
      patch(id, { on: true }),
      visitor.post(`/api/admin/webhooks/${id}/secret`),
    ]) {
      expect((await gone).status).toBe(404);
    }
    const trail = await database
      .selectFrom('auditEntries')
      .select(['action', 'before', 'after'])
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute();
    expect(trail.map(({ action }) => action.split(' ')[0])).toEqual([
      'POST',
      'POST',
      'PATCH',
      'PATCH',
      'DELETE',
    ]);
    expect(trail[3]).toMatchObject({ before: { on: false }, after: { on: true, events: ['award.issued'] } });
    expect(JSON.stringify(trail)).not.toContain('whsec_');
    expect(await verifyAuditTrail(database)).toEqual([]);
  });

  test('needs a fresh sign-in, a public https address and at least one event', async () => {
    for (const url of [
      'ftp://crm.example/',
      'http://crm.example/',
      'https://user:secret@crm.example/',
      'https://crm.example/#part',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest/meta-data',
      'crm.example',
    ]) {
      const answer = await make(url);
      expect([url, answer.status, Object.keys(answer.body.fields)]).toEqual([url, 400, ['url']]);
    }
    expect((await make('https://crm.example/', [])).status).toBe(400);
    expect((await make('https://crm.example/', ['award.issued', 'award.issued'])).status).toBe(400);
    const stale = await owner();
    await database
      .updateTable('sessions')
      .set({ authenticatedAt: sql`now() - interval '1 hour'` })
      .where('userId', '=', stale.id)
      .execute();
    const id = randomUUID();
    for (const answer of [
      stale.make('https://crm.example/'),
      stale.patch(id, { on: false }),
      stale.visitor.post(`/api/admin/webhooks/${id}/secret`),
      stale.visitor.call('DELETE', `/api/admin/webhooks/${id}`),
    ]) {
      expect((await answer).body.code).toBe('reauthentication_required');
    }
  });

  test(`has at most ${WEBHOOKS_MAX}, however many are asked for at once`, async () => {
    await database.deleteFrom('webhookEndpoints').execute();
    const asked = await Promise.all(
      Array.from({ length: WEBHOOKS_MAX + 5 }, () => make('https://crm.example/', ['award.issued'])),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(WEBHOOKS_MAX);
    expect(asked.filter(({ body }) => body.code === 'too_many_webhooks')).toHaveLength(5);
    await database.deleteFrom('webhookEndpoints').execute();
  });

  test('pages through what was sent, by state, and sends again what failed', async () => {
    const receiver = await startWebhookReceiver();
    const { id } = (await make(receiver.url, ['award.issued'])).body;
    for (let n = 0; n < 3; n += 1) await visitor.post(`/api/admin/webhooks/${id}/test`);
    await vi.waitFor(async () => {
      expect(await deliveriesOf(id, '?state=delivered')).toHaveLength(3);
    }, WAIT);
    const [newest, middle, oldest] = await deliveriesOf(id);
    expect(await deliveriesOf(id, `?before=${newest.id}`)).toMatchObject([
      { id: middle.id },
      { id: oldest.id },
    ]);
    await sql`update webhook_deliveries set state = 'failed' where id = ${middle.id}`.execute(database);
    expect(await deliveriesOf(id, '?state=failed')).toMatchObject([{ id: middle.id }]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const resent = await visitor.post(`/api/admin/webhooks/${id}/resend-failed`, { since });
    expect(resent.body).toEqual({ count: 1, left: 0 });
    await visitor.post(`/api/admin/webhooks/${id}/deliveries/${oldest.id}/resend`);
    await vi.waitFor(async () => {
      expect(await deliveriesOf(id, '?state=delivered')).toHaveLength(3);
      expect(receiver.received).toHaveLength(5);
    }, WAIT);
    const other = (await make(receiver.url, ['award.issued'])).body;
    const foreign = await visitor.post(`/api/admin/webhooks/${other.id}/deliveries/${oldest.id}/resend`);
    expect(foreign.status).toBe(404);
    await Promise.all([remove(id), remove(other.id)]);
  });
});

test('a postback and its reversal are sent within seconds', async () => {
  const receiver = await startWebhookReceiver();
  const { id } = (await make(receiver.url, ['task.credited', 'task.reversed'])).body;
  const member = await site.memberWithCode();
  const postback = { tx: member.tx, user: member.code, points: 50 };
  expect(await site.plain(postback)).toBe('200 OK');
  expect(await site.plain({ ...postback, status: 2 })).toContain('200');
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT);
  const [task] = await site.tasksOf(member.id);
  const told = receiver.received
    .map(({ body }) => JSON.parse(body))
    .map(({ type, data }) => ({ type, ...data }));
  const about = { memberId: member.id, taskId: task?.id, source: 'plain', points: 50 };
  expect(told).toEqual(
    expect.arrayContaining([
      { type: 'task.credited', ...about, balance: 50 },
      { type: 'task.reversed', ...about, balance: 0 },
    ]),
  );
  await remove(id);
});

test('docs/webhooks.md shows each event with an example that has exactly the fields of its schema', () => {
  const guide = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  const examples = [...guide.matchAll(/```json\n(\{.*?\n\})\n```/gs)].map(([, text = '']) =>
    WebhookBody.parse(JSON.parse(text)),
  );
  for (const type of WEBHOOK_EVENTS) {
    const found = examples.filter((example) => example.type === type);
    expect([type, found.length]).toEqual([type, 1]);
    WEBHOOK_DATA[type].parse(found[0]?.data);
    const { $schema: _, ...schema } = z.toJSONSchema(WEBHOOK_DATA[type]);
    expect(Object.keys(found[0]?.data ?? {}).toSorted()).toEqual(
      Object.keys(exampleOf(schema) as object).toSorted(),
    );
    expect(guide).toContain(`| \`${type}\` |`);
  }
});
