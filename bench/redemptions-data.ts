import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { memberAccount, PAYOUTS_HELD, post, wallAccount } from '#domain/ledger/index.ts';
import { openRedemption } from '#testing/redemption.ts';

const CHUNK = 1_000;
const PRICE = 100;

/**
 * Redemptions as an hour's outage of the provider leaves them: asked for, tried once without an answer, points held, their
 * next run due now. Copies of one that was asked for in the usual way.
 */
export async function insertPending(database: Database, provider: string, count: number): Promise<void> {
  const { id: template } = await openRedemption(database, { provider });
  for (let have = 1; have < count; have += CHUNK) {
    await insertChunk(database, template, Math.min(CHUNK, count - have));
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

async function insertChunk(database: Database, template: string, size: number): Promise<void> {
  const { rows } = await sql<{ id: string; userId: string }>`
    with members as (
      insert into users (email, password, name, email_verified)
      select gen_random_uuid() || '@example.com', 'none', 'Robin Example', true
      from generate_series(1, ${size}::integer) returning id
    )
    insert into card_redemptions
    select (jsonb_populate_record(r, jsonb_build_object(
      'id', gen_random_uuid(), 'user_id', m.id, 'request_id', gen_random_uuid()))).*
    from card_redemptions r, members m where r.id = ${template}
    returning id, user_id`.execute(database);
  const common = { unit: 'points', amount: PRICE } as const;
  await database.transaction().execute((tx) =>
    post(
      tx,
      rows.flatMap(({ id, userId }) => {
        const credit = randomUUID();
        return [
          {
            ...common,
            key: `bench:${credit}`,
            from: wallAccount('bench'),
            to: memberAccount(userId),
            kind: 'adjustment' as const,
            reference: credit,
            actor: 'system',
          },
          {
            ...common,
            key: `redemption:${id}`,
            from: memberAccount(userId),
            to: PAYOUTS_HELD,
            kind: 'redemption' as const,
            reference: id,
            actor: memberAccount(userId),
          },
        ];
      }),
    ),
  );
}
