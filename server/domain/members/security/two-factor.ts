import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import type { Transact } from '#database/transaction.ts';
import { decrypt, encrypt } from '#domain/common/encrypt.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { passkeysOf } from '#domain/members/passkeys/list-passkeys.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { dropBackupCodes, replaceBackupCodes } from './backup-codes.ts';
import { SECOND_FACTOR_LIMITS } from './second-factor.ts';
import { notifyOfChange } from './security-notice.ts';
import {
  closeAllSessions,
  closeOtherSessions,
  requireStillFresh,
  rotateSession,
  type Session,
  type SessionMember,
} from './session.ts';
import { makeSeed, seedUri, stepOf } from './two-factor-seed.ts';

/**
 * Starts the set-up with a new seed, which has no effect until it is confirmed. Returns it as base32 and as the
 * address for a QR code. Throws Refusal two_factor_enabled.
 */
export async function setUpTwoFactor(
  tx: Tx,
  ports: Pick<AccountPorts, 'seedKey' | 'policy'>,
  member: SessionMember,
): Promise<{ secret: string; uri: string }> {
  const secret = makeSeed();
  const pending = await tx
    .updateTable('users')
    .set({ totpSecret: encrypt(ports.seedKey, member.id, secret), totpLastStep: null })
    .where('id', '=', member.id)
    .where('totpEnabledAt', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!pending) throw new Refusal('two_factor_enabled');
  return { secret, uri: seedUri(secret, ports.policy.productName, pending.email) };
}

/**
 * Enables two-factor sign-in with a code of the pending seed. This session rotates; the others end, since they were
 * opened without a second factor. Returns the backup codes. Throws Refusal invalid_two_factor_code,
 * two_factor_not_set_up, two_factor_enabled, too_many_requests.
 */
export async function confirmTwoFactor(
  transact: Transact,
  ports: AccountPorts,
  member: SessionMember,
  code: string,
  client: Client,
): Promise<{ backupCodes: string[]; session: Session }> {
  // Without a set-up there is nothing to guess, and the counted tries are those of the sign-in too.
  await transact((tx) => readPending(tx, member.id));
  await ports.limits.take(...SECOND_FACTOR_LIMITS.known(member.id));
  const enabled = await transact(async (tx) => {
    const pending = await readPending(tx, member.id);
    const step = stepOfTyped(decrypt(ports.seedKey, member.id, pending), code, await readClock(tx));
    if (step === undefined) return undefined;
    await tx
      .updateTable('users')
      .set({ totpEnabledAt: sql`now()`, totpLastStep: step })
      .where('id', '=', member.id)
      .execute();
    const session = await closeOtherSessions(tx, member.id, client, { secondFactor: true });
    await notifyOfChange(tx, member.id, 'two_factor_enabled');
    return { backupCodes: await replaceBackupCodes(tx, member.id), session };
  });
  if (!enabled) {
    ports.onSecurityEvent({ event: 'second_factor_refused', ip: client.ip, userId: member.id });
    throw new Refusal('invalid_two_factor_code');
  }
  await ports.limits.giveBack(...SECOND_FACTOR_LIMITS.known(member.id));
  ports.onSecurityEvent({ event: 'two_factor_enabled', ip: client.ip, userId: member.id });
  return enabled;
}

/**
 * Enables two-factor sign-in with the member's passkeys in the place of an app: the password signs in only with a
 * backup code, a passkey alone. This session rotates and the others end, see `confirmTwoFactor`. Throws Refusal
 * no_passkey, two_factor_enabled, reauthentication_required.
 */
export async function enablePasskeyFactor(
  transact: Transact,
  ports: Pick<AccountPorts, 'onSecurityEvent'>,
  member: SessionMember,
  client: Client,
): Promise<{ backupCodes: string[]; session: Session }> {
  const enabled = await transact(async (tx) => {
    const { hasTwoFactor } = await readSeed(tx, member.id);
    if (hasTwoFactor) throw new Refusal('two_factor_enabled');
    await requireStillFresh(tx, client.sessionToken);
    if ((await passkeysOf(tx, member.id)).length === 0) throw new Refusal('no_passkey');
    await tx.updateTable('users').set({ passkeyFactorAt: sql`now()` }).where('id', '=', member.id).execute();
    const session = await closeOtherSessions(tx, member.id, client);
    await notifyOfChange(tx, member.id, 'two_factor_enabled');
    return { backupCodes: await replaceBackupCodes(tx, member.id), session };
  });
  ports.onSecurityEvent({ event: 'two_factor_enabled', ip: client.ip, userId: member.id });
  return enabled;
}

/**
 * Replaces the backup codes and returns the new ones. Throws Refusal two_factor_not_set_up, reauthentication_required.
 */
export async function renewBackupCodes(
  transact: Transact,
  ports: Pick<AccountPorts, 'onSecurityEvent'>,
  member: SessionMember,
  client: Client,
): Promise<string[]> {
  const codes = await transact(async (tx) => {
    if (!(await readSeed(tx, member.id)).hasTwoFactor) throw new Refusal('two_factor_not_set_up');
    await requireStillFresh(tx, client.sessionToken);
    await notifyOfChange(tx, member.id, 'backup_codes_renewed');
    return replaceBackupCodes(tx, member.id);
  });
  ports.onSecurityEvent({ event: 'backup_codes_renewed', ip: client.ip, userId: member.id });
  return codes;
}

const NO_SECOND_FACTOR = { totpSecret: null, totpEnabledAt: null, totpLastStep: null, passkeyFactorAt: null };

/**
 * Disables two-factor sign-in, deletes the seed and the backup codes but no passkey, and rotates the session. Throws
 * Refusal two_factor_not_set_up, two_factor_admin.
 */
export async function disableTwoFactor(
  transact: Transact,
  ports: Pick<AccountPorts, 'onSecurityEvent'>,
  member: SessionMember,
  client: Client,
): Promise<Session> {
  if (member.isAdmin) throw new Refusal('two_factor_admin');
  const session = await transact(async (tx) => {
    const disabled = await tx
      .updateTable('users')
      .set(NO_SECOND_FACTOR)
      .where('id', '=', member.id)
      .where('hasTwoFactor', '=', true)
      .where('isAdmin', '=', false)
      .returning('id')
      .executeTakeFirst();
    if (!disabled) throw new Refusal('two_factor_not_set_up');
    await dropBackupCodes(tx, member.id);
    await notifyOfChange(tx, member.id, 'two_factor_disabled');
    return rotateSession(tx, client);
  });
  ports.onSecurityEvent({ event: 'two_factor_disabled', ip: client.ip, userId: member.id });
  return session;
}

/**
 * For a member who lost app, passkeys and backup codes, or has a passkey of somebody else, and whose identity the operator
 * has checked: disables two-factor sign-in, removes every passkey, notifies the member of both and ends every session. Returns
 * the member and what they had, or undefined if no account with this address has either.
 */
export async function resetTwoFactor(
  tx: Tx,
  email: string,
): Promise<{ id: string; isAdmin: boolean; hadTwoFactor: boolean; passkeys: number } | undefined> {
  const member = await tx
    .selectFrom('users')
    .select(['id', 'isAdmin', 'hasTwoFactor'])
    .where('email', '=', email.trim().toLowerCase())
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) return undefined;
  const { id, isAdmin, hasTwoFactor } = member;
  const passkeys = await tx.deleteFrom('passkeys').where('userId', '=', id).returning('id').execute();
  if (!hasTwoFactor && passkeys.length === 0) return undefined;
  await tx.updateTable('users').set(NO_SECOND_FACTOR).where('id', '=', id).execute();
  await dropBackupCodes(tx, id);
  await closeAllSessions(tx, id);
  if (hasTwoFactor) await notifyOfChange(tx, id, 'two_factor_disabled');
  if (passkeys.length > 0) await notifyOfChange(tx, id, 'passkey_removed');
  return { id, isAdmin, hadTwoFactor: hasTwoFactor, passkeys: passkeys.length };
}

/** Returns the seed that waits to be confirmed, encrypted. Throws Refusal two_factor_enabled, two_factor_not_set_up. */
async function readPending(tx: Tx, userId: string): Promise<string> {
  const { totpSecret, totpEnabledAt } = await readSeed(tx, userId);
  if (totpEnabledAt) throw new Refusal('two_factor_enabled');
  if (!totpSecret) throw new Refusal('two_factor_not_set_up');
  return totpSecret;
}

/** Locks the row, so that parallel changes of one member wait for each other. */
function readSeed(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['totpSecret', 'totpEnabledAt', 'hasTwoFactor'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

function stepOfTyped(seed: string, typed: string, now: Date): number | undefined {
  const code = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? stepOf(seed, code, now) : undefined;
}
