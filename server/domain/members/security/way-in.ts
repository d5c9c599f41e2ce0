import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { HAS_PASSWORD } from '#domain/members/passwords/no-password.ts';
import type { AccountPorts } from '#domain/members/ports.ts';

/**
 * Throws Refusal last_way_in if a member, whom the caller holds locked, could no longer sign in: by a password, a passkey or an
 * identity of a site that is still set up.
 */
export async function requireWayIn(
  tx: Tx,
  { identities }: Pick<AccountPorts, 'identities'>,
  userId: string,
): Promise<void> {
  const providers = identities.providers.map(({ id }) => id);
  const { rows } = await sql`
    select id from users where id = ${userId} and (${HAS_PASSWORD}
      or exists (select from passkeys where user_id = users.id)
      or exists (select from identities where user_id = users.id and provider = any(${providers}::text[])))`.execute(
    tx,
  );
  if (rows.length === 0) throw new Refusal('last_way_in');
}
