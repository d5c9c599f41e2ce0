import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { sessionId } from '#domain/members/index.ts';
import { openRedemptions } from '#testing/redemption.ts';
import { type Call, newAddress } from './calls.ts';

const CHUNK = 1_000;

/** Members with the points of one card and a solved captcha, each with the call that redeems them. */
export async function insertRequests(database: Database, count: number): Promise<Call[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await sql`
    with given as materialized (
      select gen_random_uuid() as id, session from unnest(${tokens.map(sessionId)}::text[]) as session
    ),
    members as (
      insert into users (id, email, name, password, email_verified)
      select id, id || '@example.com', 'Robin Example', 'none', true from given
    ),
    sessions as (
      insert into sessions (id, user_id, expires_at, ip, user_agent)
      select session, id, now() + interval '1 hour', '127.0.0.1', 'bench' from given
    )
    insert into captcha_grants (user_id, action, expires_at)
    select id, 'redemption', now() + interval '2 minutes' from given`.execute(database);
  await sql`
    select ledger_post(jsonb_agg(jsonb_build_object('key', 'bench:' || u.id, 'unit', 'points', 'from', 'adjustments',
      'to', 'member:' || u.id, 'amount', 100, 'kind', 'adjustment', 'reference', u.id, 'actor', 'system')))
    from users u join sessions s on s.user_id = u.id where s.id = any (${tokens.map(sessionId)}::text[])`.execute(
    database,
  );
  return tokens.map((token) => ({
    method: 'POST',
    path: '/api/redemptions',
    ip: newAddress(),
    cookie: `session=${token}`,
    body: { requestId: randomUUID(), cardTier: '1USD' },
  }));
}

/**
 * Redemptions as an hour's outage of the provider leaves them: requested, tried once without a response, points held, the
 * next run due now.
 */
export async function insertPending(database: Database, provider: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= CHUNK) {
    await openRedemptions(database, Math.min(CHUNK, left), { provider });
  }
  await sql`update card_redemptions set status = 'processing', attempts = 1, resting = true,
    unanswered_since = now() - interval '1 hour', leased_until = now() - interval '1 minute'
    where status = 'pending'`.execute(database);
  await sql`select graphile_worker.add_job('fulfil_redemption', json_build_object('redemptionId', id),
    job_key => 'fulfil_redemption:' || id) from card_redemptions where status = 'processing'`.execute(
    database,
  );
  await sql`analyze`.execute(database);
}
