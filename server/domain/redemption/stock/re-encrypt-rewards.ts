import type { Tx } from '#database/client.ts';
import { decrypt } from '#domain/common/encrypt.ts';
import { encryptReward, fingerprintOf, type RewardKeys, type Sealed, secretOf } from './own-rewards.ts';

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
    const fingerprint = fingerprintOf(to, rewardId, secretOf(content));
    const values = { sealed: encryptReward(to, id, content), fingerprint };
    await tx.updateTable('voucherCodes').set(values).where('id', '=', id).execute();
  }
  const byHand = await tx
    .selectFrom('fulfilments')
    .innerJoin('cardRedemptions', 'id', 'redemptionId')
    .select(['redemptionId', 'rewardId', 'sealed', 'fingerprint'])
    .where('sealed', 'is not', null)
    .execute();
  for (const { redemptionId, rewardId, sealed, fingerprint: before } of byHand) {
    const content = open(redemptionId, sealed ?? '');
    // What was given before fingerprints were kept may have been given twice, and then one of the two could not be stored.
    const fingerprint = before && fingerprintOf(to, rewardId, secretOf(content));
    const values = { sealed: encryptReward(to, redemptionId, content), fingerprint };
    await tx.updateTable('fulfilments').set(values).where('redemptionId', '=', redemptionId).execute();
  }
  return codes.length + byHand.length;
}
