import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { CardTier } from '#contract/values.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { type PayoutRequest, type Redemption, requestRedemption } from '#domain/redemption/index.ts';
import { giveGrants } from './captcha.ts';
import { createMember } from './factories.ts';

/** A folder for a test file's issuer, removed after the file. */
export async function issuerFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-issuer-'));
  afterAll(() => rm(folder, { recursive: true }));
  return folder;
}

/** A reward to make for someone who gave a name and a billing address. */
export function payoutRequest(values: Partial<PayoutRequest> = {}): PayoutRequest {
  const memberId = randomUUID();
  return {
    redemptionId: randomUUID(),
    cardTier: '1USD',
    amountUsd: 100,
    recipient: {
      memberId,
      name: 'Robin Example',
      email: `${memberId}@example.com`,
      address: BILLING_ADDRESS,
      customer: null,
    },
    ...values,
  };
}

export const BILLING_ADDRESS = {
  line1: '1 Main Street',
  line2: '',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
};

/** A redemption that a member has just asked for, with a captcha solved and the points given. */
export async function openRedemption(
  database: Database,
  values: { cardTier?: CardTier; points?: number; provider?: string } = {},
): Promise<Redemption & { memberId: string }> {
  const member = await createMember(database, { points: values.points ?? 100 });
  await giveGrants(database, member.id, 'redemption');
  const redemption = await transactOn(database)((tx) =>
    requestRedemption(
      tx,
      { memberId: member.id, requestId: randomUUID(), cardTier: values.cardTier ?? '1USD' },
      { thresholdPoints: 100, provider: values.provider ?? 'sandbox' },
    ),
  );
  return { ...redemption, memberId: member.id };
}

/** Lets the time pass until the redemption may be claimed again, as after a pause or a worker's death. */
export async function endLease(database: Database, redemptionId: string): Promise<void> {
  await database
    .updateTable('cardRedemptions')
    .set({ leasedUntil: sql`now() - interval '1 minute'` })
    .where('id', '=', redemptionId)
    .where('status', 'in', ['pending', 'processing', 'review'])
    .execute();
}
