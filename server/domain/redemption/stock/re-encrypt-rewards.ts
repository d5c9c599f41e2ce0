import type { Tx } from '#database/client.ts';
import { decrypt } from '#domain/common/encrypt.ts';
import { encryptReward, fingerprintOf, type RewardKeys, type Sealed } from './own-rewards.ts';

/**
 * Encrypts every code and link of this site's own rewards under other keys, with new fingerprints, by which repeated codes
 * are recognized. Returns how many. Throws as `decrypt`. Codes that are emptied keep a fingerprint that nothing matches any more.
 */
export async function reEncryptRewards(tx: Tx, from: RewardKeys, to: RewardKeys): Promise<number> {
  const open = (ref: string, sealed: string): Sealed => JSON.parse(decrypt(from.seal, ref, sealed));
  const codes = await tx
    .selectFrom('voucherCodes')
    .select(['id', 'rewardId', 'sealed'])
    .where('sealed', 'is not', null)
    .execute();
  for (const { id, rewardId, sealed } of codes) {
    const content = open(id, sealed ?? '');
    const code = 'code' in content ? content.code : '';
    const values = { sealed: encryptReward(to, id, content), fingerprint: fingerprintOf(to, rewardId, code) };
    await tx.updateTable('voucherCodes').set(values).where('id', '=', id).execute();
  }
  const byHand = await tx
    .selectFrom('fulfilments')
    .select(['redemptionId', 'sealed'])
    .where('sealed', 'is not', null)
    .execute();
  for (const { redemptionId, sealed } of byHand) {
    const again = encryptReward(to, redemptionId, open(redemptionId, sealed ?? ''));
    await tx
      .updateTable('fulfilments')
      .set({ sealed: again })
      .where('redemptionId', '=', redemptionId)
      .execute();
  }
  return codes.length + byHand.length;
}
