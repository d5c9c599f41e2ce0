import { sql } from 'kysely';
import { KEY_PREFIX, KEYS_MAX, type KeyScope } from '#contract/api-keys.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notifyOwners } from '#domain/notices/index.ts';
import { makeToken } from './token.ts';

export interface NewKey {
  name: string;
  scopes: readonly KeyScope[];
  /** Lifetime in days. */
  days: number;
  /** The admin for whom it acts. */
  adminId: string;
}

/** Makes a key and notifies the owners. `key` is shown once and cannot be read again. Throws Refusal too_many_keys. */
export async function createKey(
  tx: Tx,
  { name, scopes, days, adminId }: NewKey,
): Promise<{ id: string; key: string; expiresAt: Date }> {
  await sql`select pg_advisory_xact_lock(hashtext('api_keys'))`.execute(tx);
  const { rows } = await sql<{ working: number }>`
    select count(*)::integer as working from api_keys where revoked_at is null and expires_at > now()`.execute(
    tx,
  );
  if ((rows[0]?.working ?? 0) >= KEYS_MAX) throw new Refusal('too_many_keys', { details: { max: KEYS_MAX } });
  const { token, hash, hint } = makeToken();
  const { id, expiresAt } = await tx
    .insertInto('apiKeys')
    .values({
      name,
      hash,
      hint,
      scopes: [...scopes],
      createdBy: adminId,
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  const data = { keyName: name, beginning: `${KEY_PREFIX}${hint}` };
  // Also notifies the admin who made it, in case the session is in other hands.
  await notifyOwners(tx, { key: `api_key:${id}`, kind: 'api_key_created', data });
  return { id, key: token, expiresAt };
}
