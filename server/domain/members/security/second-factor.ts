import type { Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { decrypt } from '#domain/common/encrypt.ts';
import type { Attempt } from '#domain/trust/index.ts';
import { consumeBackupCode } from './backup-codes.ts';
import { stepOf } from './two-factor-seed.ts';

/**
 * Limits for second factors of one member. Browsers that the account knows are counted separately, so that someone
 * who has only learned the password cannot use up the member's own tries.
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
 * Uses up a code of the authenticator app or a backup code and returns which of the two it was; undefined for a wrong
 * or used code. Of parallel uses of one code one succeeds. The caller has limited the tries.
 */
export async function consumeSecondFactor(
  tx: Tx,
  seedKey: Buffer,
  userId: string,
  code: string,
): Promise<'app' | 'backup' | undefined> {
  // Locks the member's row first, as changes of the second factor do.
  const member = await tx
    .selectFrom('users')
    .select(['id', 'totpSecret', 'totpEnabledAt'])
    .where('id', '=', userId)
    .where('hasTwoFactor', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (!member) return undefined;
  if (APP_CODE.test(code)) return (await consumeAppCode(tx, seedKey, member, code)) ? 'app' : undefined;
  return (await consumeBackupCode(tx, userId, code)) ? 'backup' : undefined;
}

async function consumeAppCode(
  tx: Tx,
  seedKey: Buffer,
  { id, totpSecret, totpEnabledAt }: { id: string; totpSecret: string | null; totpEnabledAt: Date | null },
  code: string,
): Promise<boolean> {
  if (!totpSecret || !totpEnabledAt) return false;
  const step = stepOf(decrypt(seedKey, id, totpSecret), code.replaceAll(/\s/g, ''), await readClock(tx));
  if (step === undefined) return false;
  const consumed = await tx
    .updateTable('users')
    .set({ totpLastStep: step })
    .where('id', '=', id)
    .where('totpSecret', '=', totpSecret)
    .where((eb) => eb.or([eb('totpLastStep', 'is', null), eb('totpLastStep', '<', String(step))]))
    .returning('id')
    .executeTakeFirst();
  return consumed !== undefined;
}
