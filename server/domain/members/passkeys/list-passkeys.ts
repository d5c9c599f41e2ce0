import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Passkey as PasskeyOnWire } from '#contract/passkeys.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import { requireStillFresh, type SessionMember } from '#domain/members/security/session.ts';
import { requireWayIn } from '#domain/members/security/way-in.ts';

export type Passkey = Domain<PasskeyOnWire>;

/** Returns the member's passkeys, the last added first. */
export const passkeysOf = async (
  database: Database | Tx,
  userId: string,
): Promise<(Passkey & { transports: AuthenticatorTransport[] })[]> =>
  database
    .selectFrom('passkeys')
    .select([
      'id',
      'name',
      'synced',
      'createdAt',
      'lastUsedAt',
      sql<AuthenticatorTransport[]>`transports`.as('transports'),
    ])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

/** Gives a passkey another name. Throws Refusal not_found. */
export async function renamePasskey(tx: Tx, userId: string, id: string, name: string): Promise<void> {
  const renamed = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw new Refusal('not_found');
}

/**
 * Removes a passkey and mails the member. Throws Refusal not_found, reauthentication_required; last_second_factor for
 * the last one of a member who signs in with a passkey in the place of an app; last_way_in for the last one of a member
 * who has neither a password nor an identity that can still sign in.
 */
export async function removePasskey(
  tx: Tx,
  ports: Pick<AccountPorts, 'identities' | 'onSecurityEvent'>,
  member: SessionMember,
  id: string,
  client: Client,
): Promise<void> {
  const { totpEnabledAt, passkeyFactorAt } = await tx
    .selectFrom('users')
    .select(['totpEnabledAt', 'passkeyFactorAt'])
    .where('id', '=', member.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await requireStillFresh(tx, client.sessionToken);
  const removed = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', member.id)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw new Refusal('not_found');
  if (passkeyFactorAt && (await passkeysOf(tx, member.id)).length === 0) {
    if (!totpEnabledAt) throw new Refusal('last_second_factor');
    await tx.updateTable('users').set({ passkeyFactorAt: null }).where('id', '=', member.id).execute();
  }
  await requireWayIn(tx, ports, member.id);
  await notifyOfChange(tx, member.id, 'passkey_removed');
  ports.onSecurityEvent({ event: 'passkey_removed', ip: client.ip, userId: member.id });
}
