import type { Tx } from '#database/client.ts';
import { unseal } from '#domain/common/encrypt.ts';
import type { Attempt } from '#domain/trust/index.ts';
import { claimBackupCode } from './backup-codes.ts';
import { stepOf } from './two-factor-seed.ts';

/**
 * Tries of second factors of one member: of browsers that are new to the account, and apart those of the member's own, so
 * that who has learned the password cannot use them up.
 */
export const SECOND_FACTOR_LIMITS = {
  unknown: (userId: string): Attempt[] => [
    ['two_factor_user', userId],
    ['two_factor_user_day', userId],
  ],
  known: (userId: string): Attempt[] => [
    ['two_factor_known', userId],
    ['two_factor_known_day', userId],
  ],
};

const APP_CODE = /^\d{3}\s?\d{3}$/;

/**
 * Uses up a code of the member's authenticator app or one of their backup codes. Answers which of the two it was, or
 * undefined for a code that is wrong or was used: of parallel claims of one code one wins. Tries must have been limited
 * before.
 */
export async function claimSecondFactor(
  tx: Tx,
  seedKey: Buffer,
  userId: string,
  code: string,
): Promise<'app' | 'backup' | undefined> {
  // The member's row first, as whoever changes their second factor does.
  const member = await tx
    .selectFrom('users')
    .select(['id', 'totpSecret'])
    .where('id', '=', userId)
    .where('totpEnabledAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!member) return undefined;
  if (APP_CODE.test(code)) return (await claimAppCode(tx, seedKey, member, code)) ? 'app' : undefined;
  return (await claimBackupCode(tx, userId, code)) ? 'backup' : undefined;
}

async function claimAppCode(
  tx: Tx,
  seedKey: Buffer,
  { id, totpSecret }: { id: string; totpSecret: string | null },
  code: string,
): Promise<boolean> {
  if (!totpSecret) return false;
  const step = stepOf(unseal(seedKey, id, totpSecret), code.replaceAll(/\s/g, ''));
  if (step === undefined) return false;
  const claimed = await tx
    .updateTable('users')
    .set({ totpLastStep: step })
    .where('id', '=', id)
    .where('totpSecret', '=', totpSecret)
    .where((eb) => eb.or([eb('totpLastStep', 'is', null), eb('totpLastStep', '<', String(step))]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
