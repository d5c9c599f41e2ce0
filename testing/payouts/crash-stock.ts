import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { openOwnRewards, readReward, uploadStock, voidStock } from '#domain/redemption/index.ts';
import { createMember } from '#testing/factories.ts';
import { FILE_CODES, keysOf, STOCK_SERVING, type StaffPlan } from './staff.ts';

/** What a lane knows about the codes that it gives and the rewards made by a person. */
export interface Stock {
  plan: Pick<StaffPlan, 'adminId' | 'rewardId' | 'seal' | 'fingerprint'>;
  /** Adds as many free codes as this many redemptions of the stock need. */
  fill: (codes: number) => Promise<void>;
  /** Voids every free code, so that open redemptions must wait for others. */
  empty: () => Promise<void>;
  /** Returns a sentence for each code that was lost, given twice or stored only in part. */
  broken: () => Promise<string[]>;
  /** How many rewards each redemption was given. */
  given: () => Promise<Map<string, number>>;
}

export async function openStock(database: Database): Promise<Stock> {
  const { id: adminId } = await createMember(database, { isAdmin: true });
  const { id: rewardId } = await readReward(database, { cardTier: '1USD' });
  const plan = {
    adminId,
    rewardId,
    seal: randomBytes(32).toString('hex'),
    fingerprint: randomBytes(32).toString('hex'),
  };
  const transact = transactOn(database);
  const own = openOwnRewards(database, keysOf(plan));

  /** No two owners may see the same code. */
  async function shownTwice(): Promise<string[]> {
    const issued = await database
      .selectFrom('cardRedemptions')
      .select(['id', 'providerRef'])
      .where('provider', 'in', ['stock', 'manual'])
      .where('status', '=', 'issued')
      .execute();
    const seen = new Map<string, string>();
    const broken: string[] = [];
    for (const { id, providerRef } of issued) {
      const shown = (await own.code(providerRef ?? ''))?.code;
      const other = shown === undefined ? 'nobody' : seen.get(shown);
      if (other !== undefined) broken.push(`redemption ${id} shows the code of ${other}`);
      if (shown !== undefined) seen.set(shown, id);
    }
    return broken;
  }

  return {
    plan,
    fill: async (codes) => {
      const csv = Array.from({ length: codes }, () => randomUUID()).join('\n');
      await transact((tx) =>
        uploadStock(
          tx,
          { rewardId, adminId, amountCents: 100, csv, dryRun: false },
          { keys: keysOf(plan), serving: STOCK_SERVING },
        ),
      );
    },
    empty: async () => {
      await transact((tx) => voidStock(tx, rewardId, { uploadId: null }));
    },
    broken: async () => {
      const { rows } = await sql<{ text: string }>`
        select format('of upload %s %s codes are stored', upload_id, count(*)) as text
        from voucher_codes group by upload_id having count(*) <> ${FILE_CODES} and bool_and(voided_at is null)
        union all
        select format('code %s is lost: given to the redemption %s, which is %s of %s', v.id, r.id, r.status, r.provider)
        from voucher_codes v join card_redemptions r on r.id = v.redemption_id
        where r.provider <> 'stock' or r.status not in ('pending', 'processing', 'review', 'issued')
          or r.status = 'issued' and r.provider_ref <> v.id::text`.execute(database);
      return [...rows.map(({ text }) => text), ...(await shownTwice())];
    },
    given: async () => {
      const { rows } = await sql<{ id: string; times: number }>`
        select redemption_id as id, count(*)::integer as times from (
          select redemption_id from voucher_codes where redemption_id is not null
          union all select redemption_id from fulfilments where decision = 'fulfilled'
        ) given group by redemption_id`.execute(database);
      return new Map(rows.map(({ id, times }) => [id, times]));
    },
  };
}
